import { sql } from "kysely";
import type { Expression, SelectQueryBuilder, SqlBool } from "kysely";

/** In which order a list shows its rows, by their positions. */
export type ListOrder = "newestFirst" | "oldestFirst";

/** A place in an order: an instant, and an id, or a number that identifies the row, where instants are equal. */
export type Position = readonly [at: number, id: string | number];

/** The columns of a position. No two rows of a list have equal ones. */
export type PositionColumns = readonly [at: string, id: string];

export interface Page {
  readonly limit: number;
  /** The last row of the page before. */
  readonly after?: Position | undefined;
}

/** A page of a query: found along the index of these columns, never counted from the start. */
export function pageOf<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  [at, id]: PositionColumns,
  { limit, after }: Page,
  order: ListOrder = "newestFirst",
): SelectQueryBuilder<DB, TB, Row> {
  const direction = order === "newestFirst" ? "desc" : "asc";
  return query
    .$if(after !== undefined, (rest) => rest.where(comesAfter([at, id], after!, order)))
    .orderBy(sql.ref(at), direction)
    .orderBy(sql.ref(id), direction)
    .limit(limit);
}

/** Whether a row comes after a position. */
export function comesAfter([at, id]: PositionColumns, after: Position, order: ListOrder): Expression<SqlBool> {
  const behind = order === "newestFirst" ? sql`<` : sql`>`;
  return sql`(${sql.ref(at)}, ${sql.ref(id)}) ${behind} (${after[0]}, ${after[1]})`;
}

/** Whether a row is this position, or comes before it. */
export function comesUpTo([at, id]: PositionColumns, end: Position, order: ListOrder): Expression<SqlBool> {
  const before = order === "newestFirst" ? sql`>=` : sql`<=`;
  return sql`(${sql.ref(at)}, ${sql.ref(id)}) ${before} (${end[0]}, ${end[1]})`;
}
