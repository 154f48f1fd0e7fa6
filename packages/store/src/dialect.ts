import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Tables } from "./tables.ts";

/** What differs between databases. Everything else in this package is written once, in terms of this. */
export interface Dialect {
  readonly name: string;
  /** Builds and compiles queries. It runs none: engines do, on whatever thread or connection is right. */
  readonly sql: Kysely<Tables>;
  /** End of `create table` for a table whose rows are found by a surrogate number. */
  readonly numbered: RawBuilder<unknown>;
  /** A column's texts in many rows as one JSON list. */
  readonly jsonList: (column: string) => RawBuilder<string>;
  /** End of `create table` for a table whose rows lie in the order of their primary key. */
  readonly clustered: RawBuilder<unknown>;
}

/**
 * SQLite. Text compares by code point (its default collation compares UTF-8 bytes), which is the order of ids
 * everywhere in this package.
 */
export const sqlite: Dialect = {
  name: "sqlite",
  sql: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  jsonList: (column) => sql<string>`json_group_array(${sql.ref(column)})`,
  numbered: sql`strict`,
  clustered: sql`strict, without rowid`,
};
