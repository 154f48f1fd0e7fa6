import { createTextMentionAsUser, deleteTextMentionAsUser, setTextEditorAsUser, WeftError } from "@weft/protocol";
import type { Mention } from "@weft/protocol";
import type { EnteredRoom } from "./room-caller.ts";
import { implement, routes } from "./route.ts";

/** What text editors in rooms report: whom the text mentions, and where it is. */
export const textEditorRoutes = routes(
  implement(createTextMentionAsUser, async ({ entered, body }, { textMentions }) => {
    const { room, organizationId, userId } = writerIn(entered);
    const { mentionId, groupId, userIds } = body;
    // The body names a user or a group.
    const mention: Mention =
      groupId === undefined ? { kind: "user", id: body.userId! } : { kind: "group", id: groupId, userIds };
    await textMentions.create({ ...room, organizationId }, { mentionId, createdBy: userId, mention });
  }),
  implement(deleteTextMentionAsUser, async ({ entered, path }, { textMentions }) => {
    await textMentions.delete(writerIn(entered).room, path.mentionId);
  }),
  implement(setTextEditorAsUser, async ({ entered: { project, access }, body }, { rooms }) => {
    await rooms.setTextEditor(project, access.room.id, body);
  }),
);

function writerIn({ project, access: { room, userId } }: EnteredRoom) {
  if (userId === undefined) throw new WeftError("USER_REQUIRED");
  return { room: { project, room: room.id }, organizationId: room.organizationId, userId };
}
