import type { DocumentRow, RoomKey } from "@weft/room/ports";
import type { Connection } from "./connection.ts";

const query = `
  select id, update_bytes, v2 from document_rows where project_id = ? and room_key = ? and guid = ? order by id`;

/** What is stored of a document, oldest first, from one snapshot. */
export function* readDocument(db: Connection, { project, key }: RoomKey, guid: string): Generator<DocumentRow> {
  for (const row of db.statement(query).iterate(project, key, guid))
    yield { id: Number(row["id"]), update: row["update_bytes"] as Uint8Array, v2: row["v2"] === 1 };
}
