import { nodeList, storageDocument, storageLines } from "@weft/crdt";
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
import { Encoded, implement, routes } from "./route.ts";
import { encodeInSlices, jsonTexts } from "../text-in-slices.ts";

export const storageRoutes = routes(
  implement(getStorage, ({ project, path, query, nodeTypeKey, isGone }, { gateway }) =>
    gateway.readStorage({ project: project.id, room: path.roomId }, async (tree) => {
      const format = query.format === "json" ? ({ kind: "json" } as const) : ({ kind: "lson", nodeTypeKey } as const);
      return new Encoded(await encodeInSlices(storageDocument(tree.verbose(), format), isGone));
    }),
  ),

  implement(initialiseStorage, async ({ project, path, body }, { gateway }) => {
    await gateway.changeStorage({ project: project.id, room: path.roomId }, { kind: "initialise", document: body });
    return new Encoded(await encodeInSlices(jsonTexts(body)));
  }),

  implement(deleteStorage, async ({ project, path }, { gateway }) => {
    await gateway.changeStorage({ project: project.id, room: path.roomId }, { kind: "delete" });
  }),

  implement(patchStorage, async ({ project, path, body }, { gateway }) => {
    await gateway.changeStorage({ project: project.id, room: path.roomId }, { kind: "patch", patch: body });
  }),

  implement(requestStorageMutation, async ({ project, path, isGone }, { gateway }) => {
    const room = { project: project.id, room: path.roomId };
    const actor = await gateway.newActor(room);
    return gateway.readStorage(
      room,
      async (tree) => new Encoded(await encodeInSlices(storageLines(actor, tree.verbose()), isGone)),
    );
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

  implement(getStorageNodes, ({ entered: { project, access }, isGone }, { gateway }) =>
    gateway.readStorage(
      { project, room: access.room.id },
      async (tree) => new Encoded(await encodeInSlices(nodeList(tree.verbose()), isGone)),
    ),
  ),
);
