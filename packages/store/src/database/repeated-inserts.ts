import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { Statement } from "./engine.ts";
import { prepare } from "./query.ts";
import type { Prepared, SqlValue } from "./query.ts";

/** What is written often and many rows at a time: one statement for all rows of a table, compiled once. */
export type RepeatedInsert<Column extends string> = Prepared<Readonly<Record<Column, SqlValue>>, never>;

export function insertRows<Row>(query: Prepared<Row, never>, rows: readonly Row[]): Statement {
  return { sql: query.sql, values: rows.map((row) => query.bind(row)) };
}

/** Inserts rows. What came twice, after a write whose outcome was unknown, is there once. */
export function insertOnce<Key extends string, Other extends string>(
  { sql: db }: Dialect,
  table: string,
  key: readonly Key[],
  others: readonly Other[],
): RepeatedInsert<Key | Other> {
  return prepare<Readonly<Record<Key | Other, SqlValue>>>((slot) =>
    anyTable(db)
      .insertInto(table)
      .values(Object.fromEntries([...key, ...others].map((column) => [column, slot(column)])))
      .onConflict((conflict) => conflict.columns(key).doNothing()),
  );
}

/** Inserts rows, or adds to those that are there: `sums` add up, and of `maxima` the larger stays. */
export function accumulate<Key extends string, Sum extends string, Max extends string = never>(
  { sql: db, greatest }: Dialect,
  table: string,
  key: readonly Key[],
  { sums, maxima = [] }: { readonly sums: readonly Sum[]; readonly maxima?: readonly Max[] },
): RepeatedInsert<Key | Sum | Max> {
  const before = (column: string) => sql.ref<number>(`${table}.${column}`);
  const added = (column: string) => sql.ref<number>(`excluded.${column}`);
  return prepare<Readonly<Record<Key | Sum | Max, SqlValue>>>((slot) =>
    anyTable(db)
      .insertInto(table)
      .values(Object.fromEntries([...key, ...sums, ...maxima].map((column) => [column, slot(column)])))
      .onConflict((conflict) =>
        conflict
          .columns(key)
          .doUpdateSet(
            Object.fromEntries([
              ...sums.map((column) => [column, sql<number>`${before(column)} + ${added(column)}`]),
              ...maxima.map((column) => [column, greatest(before(column), added(column))]),
            ]),
          ),
      ),
  );
}

/** Tables and columns by any names: those who call know which there are. */
function anyTable(db: Dialect["sql"]) {
  return db as unknown as Kysely<Record<string, Record<string, SqlValue>>>;
}
