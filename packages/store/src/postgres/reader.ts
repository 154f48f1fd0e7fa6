import type { RoomKey } from "@weft/room/ports";
import pg from "pg";
import type { ClientConfig } from "pg";
import type { Row } from "../database/engine.ts";
import { StoreUnavailable } from "../database/errors.ts";
import type { SqlValue } from "../database/query.ts";
import type { Reader } from "../database/unit-engine.ts";
import { describePostgresError, isFaultOfStatement } from "./errors.ts";
import { readerSettings } from "./session.ts";

export interface PostgresReaderOptions {
  readonly config: ClientConfig;
  /** Connections at most. */
  readonly connections: number;
  /** Reads are given up when the database says nothing for this long, in milliseconds. */
  readonly answerMs: number;
}

/** Reads over connections of their own: each read sees what was committed before it began. */
export function createPostgresReader({ config, connections, answerMs }: PostgresReaderOptions): Reader {
  const pool = new pg.Pool({
    ...config,
    max: connections,
    query_timeout: answerMs,
    statement_timeout: answerMs,
    onConnect: ((client: pg.ClientBase) => client.query(readerSettings)) as never,
  });
  // A connection that ends while it is idle is replaced when one is needed.
  pool.on("error", () => {});

  async function attempt<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (isFaultOfStatement(error)) throw error;
      throw new StoreUnavailable(pool.ended ? "The store is closed." : describePostgresError(error), { cause: error });
    }
  }

  return {
    query: (sql, values) => attempt(async () => (await pool.query(sql, values as SqlValue[])).rows as readonly Row[]),

    expectContents() {},
    nodes: (room, pieceBytes) => readNodes(pool, room, pieceBytes, attempt),

    async *documentRows({ project, key }, guid) {
      const { rows } = await attempt(() => pool.query<DocumentRowColumns>(documentRows, [project, key, guid]));
      for (const { id, update_bytes, v2 } of rows) yield { id, update: update_bytes, v2: v2 === 1 };
    },

    [Symbol.asyncDispose]: () => pool.end(),
  };
}

interface DocumentRowColumns {
  readonly id: number;
  readonly update_bytes: Uint8Array;
  readonly v2: number;
}

const documentRows = `
  select id, update_bytes, v2 from document_rows where project_id = $1 and room_key = $2 and guid = $3 order by id`;

/** Empty ids are legal, so the first page cannot begin after one. */
const page = (from: "first" | "next") => `
  select string_agg(node, ',' order by id) as piece, max(id) as last, count(*)::int as nodes from (
    select id, node from storage_nodes where project_id = $1 and room_key = $2${from === "next" ? " and id > $4" : ""}
    order by id limit $3) as page`;
const firstPage = page("first");
const nextPage = page("next");

/**
 * A room's nodes, from one snapshot, joined by PostgreSQL: no object is made per node. Pages are sized by the nodes seen
 * so far; one that comes out too large is read again with half the nodes.
 */
async function* readNodes(
  pool: pg.Pool,
  { project, key }: RoomKey,
  pieceBytes: number,
  attempt: <T>(read: () => Promise<T>) => Promise<T>,
): AsyncGenerator<Uint8Array> {
  const client = await attempt(() => pool.connect());
  let failed = true;
  try {
    await attempt(() => client.query("begin isolation level repeatable read read only"));
    let last: string | undefined;
    let limit = Math.max(1, Math.ceil(pieceBytes / 128));
    for (;;) {
      const values = last === undefined ? [project, key, limit] : [project, key, limit, last];
      const { rows } = await attempt(() =>
        client.query<{ piece: string; last: string; nodes: number }>(last === undefined ? firstPage : nextPage, values),
      );
      const [row] = rows;
      if (row === undefined || row.nodes === 0) break;
      const piece = Buffer.from(row.piece);
      if (piece.byteLength > pieceBytes && row.nodes > 1) {
        limit = Math.max(1, Math.min(row.nodes >> 1, Math.floor((row.nodes * pieceBytes * 0.9) / piece.byteLength)));
        continue;
      }
      yield piece;
      last = row.last;
      if (row.nodes < limit) break;
      limit = Math.max(1, Math.min(limit * 4, Math.floor((pieceBytes * 0.9 * row.nodes) / piece.byteLength)));
    }
    await attempt(() => client.query("commit"));
    failed = false;
  } finally {
    // A snapshot that was not ended, since the caller went away or the read failed, ends with its connection.
    client.release(failed);
  }
}
