import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sendToOthers, serveRooms } from "./rooms.ts";
import type { ReferenceOp } from "./rooms.ts";

/**
 * Storage as a first version is written: each op is one flushed commit of the node it changes, then its ack, then the
 * others hear of it. The row is the one our server writes: project, room, id, and the node as a compact JSON tuple.
 * It knows nothing of conflicts: it takes positions and parents as they come.
 */
const database = new DatabaseSync(join(process.env["BENCH_DATA"]!, "reference.db"));
database.exec("pragma journal_mode = wal");
database.exec("pragma synchronous = full");
database.exec(
  "create table if not exists storage_nodes (project_id text, room_id text, id text, node text, primary key (project_id, room_id, id)) without rowid, strict",
);
const put = database.prepare(
  "insert into storage_nodes values (?, ?, ?, ?) on conflict do update set node = excluded.node",
);

type Tuple = [id: string, data: Record<string, unknown>] | [id: string, type: number, ...rest: unknown[]];
const trees = new Map<string, Map<string, Tuple>>();

function treeOf(room: string): Map<string, Tuple> {
  let tree = trees.get(room);
  if (tree === undefined) trees.set(room, (tree = new Map([["root", ["root", {}]]])));
  return tree;
}

/** The node after the op, or undefined when it names one that is not there. */
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

serveRooms((room, actor, messages) => {
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
          put.run("project", room.id, op.id, JSON.stringify(node));
        }
        sender.send(JSON.stringify([{ type: 201, ops: [op] }]));
        sendToOthers(room, actor, JSON.stringify([{ type: 201, ops: [{ ...op, opId: undefined }] }]));
      }
    } else sendToOthers(room, actor, JSON.stringify([{ ...message, actor }]));
  }
});
