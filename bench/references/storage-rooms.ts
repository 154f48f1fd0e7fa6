import { sendToOthers, serveRooms } from "./rooms.ts";
import type { ReferenceMessage, ReferenceOp, ReferenceRoom } from "./rooms.ts";

type Tuple = [id: string, data: Record<string, unknown>] | [id: string, type: number, ...rest: unknown[]];
const trees = new Map<string, Map<string, Tuple>>();

function treeOf(room: string): Map<string, Tuple> {
  let tree = trees.get(room);
  if (tree === undefined) trees.set(room, (tree = new Map([["root", ["root", {}]]])));
  return tree;
}

/** The node after the op, or undefined if the op names a missing node. */
function applied(tree: Map<string, Tuple>, op: ReferenceOp): Tuple | undefined {
  const node = tree.get(op.id);
  switch (op.type) {
    case 1:
      if (node !== undefined) node[3] = op.parentKey;
      return node;
    case 2:
      return [op.id, 1, op.parentId, op.parentKey];
    case 3:
      Object.assign(node?.[1] as object, op.data);
      return node;
    case 8:
      return [op.id, 3, op.parentId, op.parentKey, op.data];
    default:
      return undefined;
  }
}

/**
 * Storage as a first version would be written. Each op is one flushed commit of the node it changes, followed by its
 * ack and the messages to the others. The row is the one our server writes: project, room, id, and the node as a
 * compact JSON tuple. Conflicts are not resolved: positions and parents are stored as they arrive.
 */
export function serveStorage(put: (room: string, id: string, node: string) => Promise<unknown> | undefined): void {
  const answer = async (room: ReferenceRoom, actor: number, messages: readonly ReferenceMessage[]) => {
    const sender = room.sockets.get(actor)!;
    for (const message of messages) {
      if (message.type === 200) {
        sender.send(JSON.stringify({ type: 210, nodes: [...treeOf(room.id).values()] }));
        sender.send(JSON.stringify({ type: 211 }));
      } else if (message.type === 201) {
        const tree = treeOf(room.id);
        for (const op of message.ops ?? []) {
          const node = applied(tree, op);
          if (node !== undefined) {
            tree.set(op.id, node);
            const written = put(room.id, op.id, JSON.stringify(node));
            if (written !== undefined) await written;
          }
          sender.send(JSON.stringify([{ type: 201, ops: [op] }]));
          sendToOthers(room, actor, JSON.stringify([{ type: 201, ops: [{ ...op, opId: undefined }] }]));
        }
      } else sendToOthers(room, actor, JSON.stringify([{ ...message, actor }]));
    }
  };
  serveRooms((room, actor, messages) => void answer(room, actor, messages));
}
