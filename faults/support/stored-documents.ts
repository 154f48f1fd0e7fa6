import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { TestData } from "@weft/testkit";
import * as Y from "yjs";
import { applyUpdate } from "./document-ledger.ts";
import { queryRows } from "./rows.ts";
import type { Row } from "./rows.ts";

/** One row of a document, as stored in the database. */
export interface StoredRow {
  readonly room: string;
  readonly guid: string;
  readonly id: number;
  readonly update: Uint8Array;
  readonly v2: boolean;
}

/**
 * The documents in a dead server's data, as the next start would find them. A data file is read from a copy, so that
 * nothing is repaired. The next server cannot be used for this: a client that reconnects resends whatever was lost.
 */
export async function storedRows(data: TestData): Promise<readonly StoredRow[]> {
  if (data.database !== undefined) return servedRows(data);
  const copy = await mkdtemp(join(tmpdir(), "weft-copy-"));
  try {
    for (const name of await readdir(data.folder))
      if (/^weft\.db(-wal)?$/.test(name)) await copyFile(join(data.folder, name), join(copy, name));
    using database = new DatabaseSync(join(copy, "weft.db"));
    return database.prepare(documentRows).all().map(storedRow);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** The same of a database that a server writes to. */
export async function servedRows(data: TestData): Promise<readonly StoredRow[]> {
  return (await queryRows(data, documentRows)).map(storedRow);
}

const documentRows = `select r.id as room, d.guid, d.id, d.update_bytes as bytes, d.v2 from document_rows d
  join rooms r on r.project_id = d.project_id and r.key = d.room_key order by r.id, d.guid, d.id`;

function storedRow(row: Row): StoredRow {
  return {
    room: String(row["room"]),
    guid: String(row["guid"]),
    id: Number(row["id"]),
    update: row["bytes"] as Uint8Array,
    v2: row["v2"] === 1,
  };
}

/** The state of every document of a room, by `guid`, made from its rows. */
export function statesOf(rows: readonly StoredRow[], room: string): ReadonlyMap<string, Uint8Array> {
  const documents = new Map<string, Y.Doc>();
  for (const row of rows) {
    if (row.room !== room) continue;
    let document = documents.get(row.guid);
    if (document === undefined) documents.set(row.guid, (document = new Y.Doc()));
    applyUpdate(document, row.update, row.v2);
  }
  return new Map([...documents].map(([guid, document]) => [guid, Y.encodeStateAsUpdate(document)]));
}
