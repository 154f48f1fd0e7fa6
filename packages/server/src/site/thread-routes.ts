import type { ThreadRecord } from "@weft/collab";
import { listProjectThreads, textOf } from "@weft/protocol";
import type { RoomId, ThreadSummary } from "@weft/protocol";
import { describeMetadata } from "../http/describe-thread.ts";
import { implementSite, siteRoutesOf } from "./site-route.ts";

/** The threads of a project, as members of its team browse them. */
export const threadRoutes = siteRoutesOf(
  implementSite(listProjectThreads, async ({ project, query: { roomId, ...search } }, { threadLists }) => {
    const room = roomId as RoomId | undefined;
    const { threads, nextCursor } = await threadLists.newest(project.id, { room, ...search });
    return { data: threads.map(summarize), nextCursor };
  }),
);

/** Characters of a comment that a list shows. */
const shownText = 280;

function summarize(thread: ThreadRecord): ThreadSummary {
  const { id, room, comments, resolved, visibility } = thread;
  const live = comments.filter(({ body }) => body !== undefined);
  const reactions = live.flatMap((comment) => comment.reactions);
  const first = live[0]?.body;
  return {
    id,
    roomId: room,
    createdAt: new Date(thread.createdAt).toISOString(),
    updatedAt: new Date(thread.updatedAt).toISOString(),
    resolved,
    visibility,
    metadata: describeMetadata(thread.metadata),
    userId: comments[0]!.userId,
    text: first === undefined ? "" : textOf(first).slice(0, shownText),
    comments: live.length,
    attachments: live.reduce((sum, { attachments }) => sum + attachments.length, 0),
    reactions: reactions.length,
    participants: new Set([...live, ...reactions].map(({ userId }) => userId)).size,
  };
}
