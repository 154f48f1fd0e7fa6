import { sql } from "kysely";
import type { Expression, SelectQueryBuilder, SqlBool } from "kysely";

/** A place in an order, newest first: an instant, and an id where instants are equal. */
export type Position = readonly [at: number, id: string];

/** The columns of a position. No two rows of a list have equal ones. */
export type PositionColumns = readonly [at: string, id: string];

export interface Page {
  readonly limit: number;
  /** The last row of the page before. */
  readonly after?: Position;
}

/** A page of a query, newest first: found along the index of these columns, never counted from the start. */
export function pageOf<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  [at, id]: PositionColumns,
  { limit, after }: Page,
): SelectQueryBuilder<DB, TB, Row> {
  return query
    .$if(after !== undefined, (rest) => rest.where(comesAfter([at, id], after!)))
    .orderBy(sql.ref(at), "desc")
    .orderBy(sql.ref(id), "desc")
    .limit(limit);
}

/** Whether a row comes after a position, newest first. */
export function comesAfter([at, id]: PositionColumns, after: Position): Expression<SqlBool> {
  return sql`(${sql.ref(at)}, ${sql.ref(id)}) < (${after[0]}, ${after[1]})`;
}
