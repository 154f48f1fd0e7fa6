import type { RoomKey } from "@weft/room/ports";
import type { Connection } from "./connection.ts";

/** Empty ids are legal, so the first page cannot begin after one. */
const page = (from: "first" | "next") => `
  select cast(group_concat(node, ',') as blob) as piece, max(id) as last, count(*) as nodes from (
    select id, node from storage_nodes where project_id = ? and room_key = ?${from === "next" ? " and id > ?" : ""}
    order by id limit ?)`;
const firstPage = page("first");
const nextPage = page("next");

/**
 * A room's nodes, from one snapshot, joined by SQLite itself: neither a JavaScript string nor an object is made per
 * node. Pages are sized by the nodes seen so far; one that comes out too large is read again with half the nodes.
 */
export function* readNodes(db: Connection, { project, key }: RoomKey, pieceBytes: number): Generator<Uint8Array> {
  const outer = db.database.isTransaction;
  if (!outer) db.database.exec("begin");
  try {
    let last: string | undefined;
    let limit = Math.max(1, Math.ceil(pieceBytes / 128));
    for (;;) {
      const row =
        last === undefined
          ? db.statement(firstPage).get(project, key, limit)
          : db.statement(nextPage).get(project, key, last, limit);
      const count = Number(row?.["nodes"]);
      if (count === 0) return;
      const piece = row?.["piece"] as Uint8Array;
      if (piece.byteLength > pieceBytes && count > 1) {
        limit = Math.max(1, Math.min(count >> 1, Math.floor((count * pieceBytes * 0.9) / piece.byteLength)));
        continue;
      }
      yield piece;
      last = row?.["last"] as string;
      if (count < limit) return;
      const average = piece.byteLength / count;
      limit = Math.max(1, Math.min(limit * 4, Math.floor((pieceBytes * 0.9) / average)));
    }
  } finally {
    if (!outer && db.database.isTransaction) db.database.exec("rollback");
  }
}
