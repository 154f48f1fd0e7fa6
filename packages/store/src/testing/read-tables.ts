import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { SqlValue } from "../database/query.ts";
import type { SchemaTable } from "../database/schema-table.ts";
import { types } from "../postgres/types.ts";

/** Every row of every table as a JSON text, by the table's name, sorted. Read without the store. */
export type TableContents = Readonly<Record<string, readonly string[]>>;

/** Reads a database that no server holds. */
export async function readTables(url: string, tables: readonly SchemaTable[]): Promise<TableContents> {
  await using database = await connect(url);
  const contents: Record<string, readonly string[]> = {};
  for (const { name, columns } of tables) {
    const rows = await database.all(`select ${columns.map((column) => `"${column}"`).join()} from "${name}"`);
    contents[name] = rows.map((row) => JSON.stringify(columns.map((column) => textOf(row[column])))).toSorted();
  }
  return contents;
}

/** Runs a statement in a database that no server holds. */
export async function alterDatabase(url: string, sql: string): Promise<void> {
  await using database = await connect(url);
  await database.all(sql);
}

interface Connected extends AsyncDisposable {
  all(sql: string): Promise<readonly Readonly<Record<string, SqlValue>>[]>;
}

async function connect(url: string): Promise<Connected> {
  if (url.startsWith("sqlite:")) {
    const database = new DatabaseSync(url.slice("sqlite:".length));
    return {
      all: async (sql) => database.prepare(sql).all() as Record<string, SqlValue>[],
      [Symbol.asyncDispose]: async () => database.close(),
    };
  }
  const client = new pg.Client({ connectionString: url, types });
  await client.connect();
  return {
    all: async (sql) => (await client.query(sql)).rows,
    [Symbol.asyncDispose]: () => client.end(),
  };
}

function textOf(value: SqlValue | undefined): SqlValue | undefined {
  return value instanceof Uint8Array ? `bytes ${Buffer.from(value).toString("hex")}` : value;
}
