import type { RoomKey } from "@weft/room/ports";
import pg from "pg";
import type { ClientConfig } from "pg";
import type { Row } from "../database/engine.ts";
import { StoreUnavailable } from "../database/errors.ts";
import type { SqlValue } from "../database/query.ts";
import type { Reader } from "../database/unit-engine.ts";
import { describePostgresError, isFaultOfStatement } from "./errors.ts";
import { isPooled, sendAlone, set } from "./settings.ts";
import type { Settings } from "./settings.ts";

export interface PostgresReaderOptions {
  readonly config: ClientConfig;
  /** Connections at most. */
  readonly connections: number;
  /** Reads are given up when the database says nothing for this long, in milliseconds. */
  readonly answerMs: number;
  /** A pooler may be in between, which gives every transaction another connection of PostgreSQL. */
  readonly mayBePooled?: boolean;
}

/**
 * All that is asked for is found along indexes, row by row. Where statistics are old or missing, PostgreSQL may think that few
 * rows match, and read, join or sort all of them for one page of a list.
 */
const alongIndexes = ["enable_seqscan", "enable_bitmapscan", "enable_hashjoin", "enable_mergejoin"].map(
  (plan) => `${plan} = off`,
);

/** Reads over connections of their own: each read sees what was committed before it began. */
export function createPostgresReader(options: PostgresReaderOptions): Reader {
  const { config, connections, answerMs, mayBePooled = false } = options;
  const settings: Settings = { each: [`statement_timeout = ${answerMs}`, ...alongIndexes], isReadOnly: true };
  const begin = set("transaction", settings);
  const beginSnapshot = set("transaction", { ...settings, isolation: "repeatable read" });
  const pooled = new WeakSet<pg.ClientBase>();
  const pool = new pg.Pool({
    ...config,
    max: connections,
    query_timeout: answerMs,
    // Statements that make a transaction of a read travel together.
    pipeline: mayBePooled,
    onConnect: async (client: pg.ClientBase) => {
      if (mayBePooled && (await isPooled(client))) pooled.add(client);
      else await client.query(set("session", settings));
    },
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

  async function readRows<R extends object>(sql: string, values: readonly SqlValue[]): Promise<readonly R[]> {
    if (!mayBePooled) return (await pool.query<R>(sql, [...values])).rows;
    const client = await pool.connect();
    let failed = true;
    try {
      const run = () => client.query<R>(sql, [...values]);
      const { rows } = await (pooled.has(client) ? sendAlone((text) => client.query(text), begin, run) : run());
      failed = false;
      return rows;
    } finally {
      client.release(failed);
    }
  }

  const beginOn = (client: pg.ClientBase) => {
    return client.query(pooled.has(client) ? beginSnapshot : "begin isolation level repeatable read read only");
  };

  return {
    query: (sql, values) => attempt(() => readRows<Row>(sql, values)),

    expectContents() {},
    nodes: (room, pieceBytes) => readNodes(room, pieceBytes, { pool, beginOn, attempt }),

    async *documentRows({ project, key }, guid) {
      const rows = await attempt(() => readRows<DocumentRowColumns>(documentRows, [project, key, guid]));
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

interface Snapshots {
  readonly pool: pg.Pool;
  readonly beginOn: (client: pg.ClientBase) => Promise<unknown>;
  readonly attempt: <T>(read: () => Promise<T>) => Promise<T>;
}

/**
 * A room's nodes, from one snapshot, joined by PostgreSQL: no object is made per node. Pages are sized by the nodes seen
 * so far; one that comes out too large is read again with half the nodes.
 */
async function* readNodes(
  { project, key }: RoomKey,
  pieceBytes: number,
  { pool, beginOn, attempt }: Snapshots,
): AsyncGenerator<Uint8Array> {
  const client = await attempt(() => pool.connect());
  let failed = true;
  try {
    await attempt(() => beginOn(client));
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
