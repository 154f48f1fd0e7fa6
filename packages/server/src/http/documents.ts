import { getDocument, getDocumentAsUpdate, updateDocument } from "@weft/protocol";
import type { JsonQuestion } from "@weft/room";
import { encoded, implement, routes } from "./route.ts";

export const documentRoutes = routes(
  implement(getDocument, async ({ project, path, query: { key, type, formatting } }, { gateway }) => {
    const question: JsonQuestion = { key, type: rootTypes.find((known) => known === type), formatting };
    return encoded(await gateway.documentJson({ project: project.id, room: path.roomId }, question));
  }),

  implement(updateDocument, async ({ project, path, query: { guid, encoder }, body }, { gateway }) => {
    const room = { project: project.id, room: path.roomId };
    await gateway.updateDocument(room, guid, body, encoder === "v2");
    return { success: true } as const;
  }),

  implement(getDocumentAsUpdate, async ({ project, path, query: { guid } }, { gateway }) =>
    encoded(await gateway.documentState({ project: project.id, room: path.roomId }, guid)),
  ),
);

const rootTypes = ["ymap", "ytext", "yxmltext", "yxmlfragment", "yarray"] as const;
