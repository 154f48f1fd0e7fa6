import {
  deleteStorage,
  getStorage,
  getStorageNodes,
  initialiseStorage,
  patchStorage,
  requestStorageMutation,
  sendMessage,
  ServerMessageType,
} from "@weft/protocol";
import { textOf } from "./json-body.ts";
import { Encoded, encoded, implement, routes } from "./route.ts";

export const storageRoutes = routes(
  implement(getStorage, async ({ project, path, query, nodeTypeKey, disconnected }, { gateway }) => {
    const room = { project: project.id, room: path.roomId };
    const format = query.format === "json" ? ({ kind: "json" } as const) : ({ kind: "lson", nodeTypeKey } as const);
    const { pieces } = await gateway.storageText(room, format, disconnected());
    return new Encoded(pieces);
  }),

  implement(initialiseStorage, async ({ project, path, body, sent }, { gateway }) => {
    await gateway.changeStorage({ project: project.id, room: path.roomId }, { kind: "initialise", document: body });
    // The document is answered as it came, however large it is.
    return encoded(textOf(sent!));
  }),

  implement(deleteStorage, async ({ project, path }, { gateway }) => {
    await gateway.changeStorage({ project: project.id, room: path.roomId }, { kind: "delete" });
  }),

  implement(patchStorage, async ({ project, path, body }, { gateway }) => {
    await gateway.changeStorage({ project: project.id, room: path.roomId }, { kind: "patch", patch: body });
  }),

  implement(requestStorageMutation, async ({ project, path, disconnected }, { gateway }) => {
    const room = { project: project.id, room: path.roomId };
    const actor = await gateway.newActor(room);
    const { pieces } = await gateway.storageText(room, { kind: "nodeLines" }, disconnected());
    return new Encoded([Buffer.from(`${JSON.stringify({ actor })}\n`), ...pieces]);
  }),

  implement(sendMessage, async ({ project, path, body }, { gateway }) => {
    const room = { project: project.id, room: path.roomId };
    const messages = [];
    for (const { ops } of body.messages) {
      const { acks } = ops.length === 0 ? { acks: [] } : await gateway.changeStorage(room, { kind: "ops", ops });
      messages.push(acks.length === 0 ? [] : [{ type: ServerMessageType.storageUpdated, ops: [...acks] }]);
    }
    return { messages };
  }),

  implement(getStorageNodes, async ({ entered: { project, access }, disconnected }, { gateway }) => {
    const room = { project, room: access.room.id };
    const { pieces } = await gateway.storageText(room, { kind: "nodeList" }, disconnected());
    return new Encoded(pieces);
  }),
);
