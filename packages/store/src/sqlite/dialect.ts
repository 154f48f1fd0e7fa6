import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from "kysely";
import { compileOnly } from "../database/dialect.ts";
import type { Dialect, QueryCompiler } from "../database/dialect.ts";
import type { SqlValue } from "../database/query.ts";
import { matchPassages, passageIndex, passageIndexParts, passageTermsIndex } from "./passage-search.ts";

const compiler: QueryCompiler = {
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
};

/** Its integers have up to 64 bits, and its default collation compares the bytes of UTF-8: texts sort by code point. */
export const sqlite: Dialect = {
  sql: compileOnly(compiler),
  compiler,
  // There are no booleans, and `undefined` is not known.
  bind: (value) => (typeof value === "boolean" ? Number(value) : ((value ?? null) as SqlValue)),

  columns: {
    text: "text",
    integer: "integer",
    instant: "integer",
    flag: "integer",
    real: "real",
    bytes: "blob",
    serial: "integer",
    // The library writes instants as text into columns of type `date`, which a strict table does not know.
    signIn: { instant: "date", flag: "integer" },
  },
  serialKey: (column) => column.primaryKey().autoIncrement().notNull(),
  numbered: sql`strict`,
  clustered: sql`strict, without rowid`,
  readsExpressionsFromIndexes: true,

  greatest: (one, other) => sql`max(${one}, ${other})`,
  contains: (text, part) => sql`instr(lower(${text}), lower(${part})) > 0`,
  jsonList: (column) => sql`json_group_array(${sql.ref(column)})`,
  jsonObject: (columns) =>
    sql`json_object(${sql.join(
      Object.entries(columns).flatMap(([name, column]) => [sql.lit(name), sql.raw(column)]),
      sql`, `,
    )})`,
  randomHex: (bytes) => sql`lower(hex(randomblob(${sql.lit(bytes)})))`,

  // One process writes, one transaction at a time.
  hasOtherWriters: false,
  lockRows: sql``,
  keepRows: () => sql``,
  lockFreeRows: sql``,

  lastSerial: (table) => sql`select max(seq) as last from sqlite_sequence where name = ${table}`,
  continueSerial: (table, _column, last) => [
    sql`delete from sqlite_sequence where name = ${table}`,
    sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`,
  ],
  passageIndex,
  passageTermsIndex,
  passageIndexParts,
  matchPassages,
  deleteAll: (tables) => tables.map((table) => sql`delete from ${sql.table(table)}`),
};
