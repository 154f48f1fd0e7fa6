import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Row } from "../database/engine.ts";
import type { Database } from "../open.ts";
import { rowsOfDatabase } from "../database/purpose.ts";
import { statementOf } from "../database/queries.ts";
import { compilable, prepare } from "../database/query.ts";
import type { Prepared, SqlValue } from "../database/query.ts";
import type { SchemaTable } from "../database/schema-table.ts";

/** A page has at most so many bytes of long values, or one row. */
const pageBytes = 1_048_576;
/** A page has at most so many rows. */
const pageRows = 1_000;

/** A table in the two databases of a move. */
export interface TableOfBoth {
  readonly source: Database;
  readonly target: Database;
  readonly table: SchemaTable;
  /** Takes the number of rows that are done since the last call. */
  readonly progress: (rows: number) => void;
}

type Slots = Readonly<Record<string, SqlValue>>;

/**
 * The rows of a table that are moved, in the order of its primary key, in pages. Sizes are read before the rows themselves, so that a
 * page of large rows takes no more memory than one of small ones.
 */
export async function* readPages({ engine, dialect }: Database, table: SchemaTable): AsyncGenerator<readonly Row[]> {
  const { key, columns, long } = table;
  const bytes = sql`${sql.join(
    [sql.lit(0), ...long.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`)],
    sql` + `,
  )} as bytes`;
  const query = (what: RawBuilder<unknown>, from: "first" | "next"): Prepared<Slots, Row> =>
    prepare((slot) => {
      const keyColumns = sql.join(key.map((column) => sql.ref(column)));
      const behind = sql`where (${keyColumns}) > (${sql.join(key.map((column) => slot(column)))})`;
      const rows = sql<Row>`select ${what} from ${sql.table(table.name)} ${from === "first" ? sql`` : behind}
        order by ${keyColumns} limit ${slot("limit")}`;
      return compilable(dialect.sql, rows);
    });
  const all = sql.join(columns.map((column) => sql.ref(column)));
  const sizes = { first: query(bytes, "first"), next: query(bytes, "next") };
  const rows = { first: query(all, "first"), next: query(all, "next") };

  let last: Row | undefined;
  const read = (queries: typeof sizes, limit: number) => {
    const one = last === undefined ? queries.first : queries.next;
    return engine.read(one.sql, one.bind({ ...last, limit }));
  };
  for (;;) {
    const found = await read(sizes, pageRows);
    const limit = rowsOfPage(found.map((row) => Number(row["bytes"])));
    if (limit === 0) return;
    const page = await read(rows, limit);
    yield page.filter((row) => isMoved(table, row));
    if (limit === found.length && limit < pageRows) return;
    last = page.at(-1);
  }
}

/** Of `meta`, the rows that say something about the database itself are not moved. */
export function movedRows({ name }: SchemaTable): RawBuilder<unknown> {
  if (name !== "meta") return sql``;
  return sql`where key not in (${sql.join(rowsOfDatabase.map((key) => sql.val(key)))})`;
}

function isMoved({ name }: SchemaTable, row: Row): boolean {
  return name !== "meta" || !rowsOfDatabase.includes(String(row["key"]));
}

/** How many of the rows with these sizes make a page: at least one of them. */
function rowsOfPage(sizes: readonly number[]): number {
  let bytes = 0;
  for (const [index, size] of sizes.entries()) {
    bytes += size;
    if (bytes > pageBytes) return Math.max(index, 1);
  }
  return sizes.length;
}

/** A statement that inserts several rows is shorter to run than as many statements. */
const rowsPerInsert = 50;

/** Inserts rows, durably and all or nothing. @throws when the database does not take one of them */
export async function insertPage(database: Database, table: SchemaTable, rows: readonly Row[]): Promise<void> {
  const together = rows.length - (rows.length % rowsPerInsert);
  const groups = Array.from({ length: together / rowsPerInsert }, (_, at) =>
    valuesOf(table, rows.slice(at * rowsPerInsert, (at + 1) * rowsPerInsert)),
  );
  const rest = rows.slice(together).map((row) => valuesOf(table, [row]));
  const statements = [
    { sql: insertOf(database, table, rowsPerInsert), values: groups, expect: together },
    { sql: insertOf(database, table, 1), values: rest, expect: rest.length },
  ].filter(({ values }) => values.length > 0);
  if (statements.length === 0) return;
  const { kind } = await database.engine.write(statements);
  if (kind !== "done") throw new Error("Rows were not inserted.");
}

function insertOf({ dialect }: Database, { name, columns }: SchemaTable, count: number): string {
  const row = sql`(${sql.join(columns.map(() => sql.val(null)))})`;
  const insert = sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(Array.from({ length: count }, () => row))}`;
  return insert.compile(dialect.sql).sql;
}

function valuesOf({ columns }: SchemaTable, rows: readonly Row[]): readonly SqlValue[] {
  return rows.flatMap((row) => columns.map((column) => row[column] ?? null));
}

/** The names of those columns of a row in which two rows differ. */
export function differingColumns({ columns }: SchemaTable, one: Row, other: Row): readonly string[] {
  return columns.filter((column) => !isSame(one[column], other[column]));
}

function isSame(one: SqlValue | undefined, other: SqlValue | undefined): boolean {
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other) === 0;
  return one === other;
}

/** A small read. */
export function runQuery(database: Database, query: RawBuilder<Row>): Promise<readonly Row[]> {
  const { sql: text, parameters } = query.compile(database.dialect.sql);
  return database.engine.read(text, parameters.map(database.dialect.bind));
}

/** Writes that are made together, or none of them. */
export async function runWrites({ engine, dialect }: Database, queries: readonly RawBuilder<unknown>[]): Promise<void> {
  await engine.write(queries.map((query) => statementOf(compilable(dialect.sql, query), dialect)));
}
