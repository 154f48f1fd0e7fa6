import { sql } from "kysely";
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import type { SqlValue } from "../database/query.ts";
import type { Tables } from "../tables/tables.ts";

export interface WindowedTable {
  readonly table: keyof Tables;
  /** The columns that order the rows of a project: with `project_id` in front, those of an index. */
  readonly key: readonly string[];
  /** Further columns that are read. */
  readonly columns: readonly string[];
  /** Rows that one query looks at. */
  readonly window: number;
  /** What its rows have in common, in a table of all projects: the key orders such rows. */
  readonly among?: RawBuilder<SqlBool>;
}

export type WindowRow = Readonly<Record<string, SqlValue>>;

/**
 * The rows of a project that match a condition which no index knows: a window of rows at a time along an index, so that no
 * query takes long, however many rows the table has. Begins behind the row with the key `behindRow`, if there is one.
 */
export async function* matchingRows(
  db: Kysely<Tables>,
  { table, key, columns, window, among }: WindowedTable,
  project: string,
  matches: RawBuilder<SqlBool>,
  behindRow?: readonly SqlValue[],
): AsyncGenerator<readonly WindowRow[]> {
  const from = sql.table(table);
  const own = among ?? sql`project_id = ${project}`;
  const position = sql`(${sql.join(key.map((column) => sql.ref(column)))})`;
  const order = sql.join(key.map((column) => sql.ref(column)));
  const placeOf = (row: WindowRow) => key.map((column) => row[column]!);
  const place = (values: readonly SqlValue[]) => sql`(${sql.join(values)})`;
  const read = sql.join([...new Set([...key, ...columns])].map((column) => sql.ref(column)));
  for (let after = behindRow; ;) {
    const behind = after === undefined ? sql`` : sql`and ${position} > ${place(after)}`;
    const { rows: ends } = await sql<WindowRow>`select ${order} from ${from} where ${own} ${behind}
      order by ${order} limit 1 offset ${window - 1}`.execute(db);
    const [end] = ends;
    const upTo = end === undefined ? sql`` : sql`and ${position} <= ${place(placeOf(end))}`;
    const { rows } = await sql<WindowRow>`select ${read} from ${from}
      where ${own} ${behind} ${upTo} and ${matches} order by ${order}`.execute(db);
    if (rows.length > 0) yield rows;
    if (end === undefined) return;
    after = placeOf(end);
  }
}

/** The row of this key. */
export function isRow(project: string, key: readonly string[], row: WindowRow): RawBuilder<SqlBool> {
  const columns = key.map((column) => sql`${sql.ref(column)} = ${row[column]!}`);
  return sql<SqlBool>`${sql.join([sql`project_id = ${project}`, ...columns], sql` and `)}`;
}
