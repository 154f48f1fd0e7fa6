import { DummyDriver, Kysely } from "kysely";
import type {
  ColumnDefinitionBuilder,
  CreateTableBuilder,
  Expression,
  Dialect as KyselyDialect,
  RawBuilder,
  SqlBool,
} from "kysely";
import type { SqlValue } from "./query.ts";
import type { Tables } from "../tables/tables.ts";

/** What differs between databases. Everything else in this package is written once, in terms of this. */
export interface Dialect {
  /** Builds and compiles queries. It runs none: engines do, on whatever thread or connection is right. */
  readonly sql: Kysely<Tables>;
  readonly compiler: QueryCompiler;
  /** A value as the database binds it. */
  readonly bind: (value: unknown) => SqlValue;

  readonly columns: ColumnTypes;
  /** Makes a column of type `serial` the primary key of its table. */
  readonly serialKey: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  /** End of `create table` for a table whose rows are found by a surrogate number. */
  readonly numbered: RawBuilder<unknown>;
  /** End of `create table` for a table whose rows lie in the order of their primary key. */
  readonly clustered: RawBuilder<unknown>;
  /** Whether an index of an expression answers a query of the expression without reading the table. */
  readonly readsExpressionsFromIndexes: boolean;

  /** The greater of two numbers, neither of them null. */
  readonly greatest: (one: Expression<number>, other: Expression<number>) => RawBuilder<number>;
  /** Whether a text holds another one, whatever the case of its Latin letters. */
  readonly contains: (text: Expression<string | null>, part: string) => RawBuilder<SqlBool>;
  /** A column's texts in many rows as the text of one JSON list; of no rows, of an empty one. */
  readonly jsonList: (column: string) => RawBuilder<string>;
  /** The text of a JSON object with a member for each of these columns. */
  readonly jsonObject: (columns: Readonly<Record<string, string>>) => RawBuilder<string>;
  /** Random bytes as a text of hexadecimal digits, other ones for each row. */
  readonly randomHex: (bytes: number) => RawBuilder<string>;

  /** Whether other processes may write at the same time: then locks are needed. */
  readonly hasOtherWriters: boolean;
  /** End of a query whose rows stay as they are read until the transaction ends. A row that is being changed is waited for. */
  readonly lockRows: RawBuilder<unknown>;
  /** End of a query that keeps the rows of one of its tables from being deleted until the transaction ends. */
  readonly keepRows: (table: string) => RawBuilder<unknown>;
  /** As `lockRows`, and rows that another transaction holds are left out. */
  readonly lockFreeRows: RawBuilder<unknown>;

  /** For a database with a clock of its own: reads it, in milliseconds since 1970. */
  readonly readClock?: RawBuilder<{ now: number }>;
  /**
   * For a database in which transactions end in another order than that in which they took numbers of the column `seq` of
   * the table `outbox`.
   */
  readonly eventOrder?: EventOrder;
  /** Reads the largest number that a column of type `serial` has given out or was set to continue after; null for none. */
  readonly lastSerial: (table: string, column: string) => RawBuilder<{ last: number | null }>;
  /** Statements after which a column of type `serial` continues with numbers larger than this one. */
  readonly continueSerial: (table: string, column: string, last: number) => readonly RawBuilder<unknown>[];
  /** Statements that index the table `knowledge_passages` by words. The index is kept by the database itself. */
  readonly passageIndex: readonly string[];
  /** Statements after which the index holds what is in the columns of terms, and the raw words where these are null. */
  readonly passageTermsIndex: readonly string[];
  /**
   * For an index in parts, in which words of deleted passages stay until the parts are merged: what reads the parts, and what
   * does a little of merging all of them into one.
   */
  readonly passageIndexParts?: { readonly read: RawBuilder<{ part: number }>; readonly merge: RawBuilder<unknown> };
  /** The passages of a copilot that hold at least one of some words, with the greater rank for the better match. */
  readonly matchPassages: (match: PassageMatch) => RawBuilder<RankedPassage>;
  /** Statements that delete every row of tables. A table comes before those that its foreign keys refer to. */
  readonly deleteAll: (tables: readonly string[]) => readonly RawBuilder<unknown>[];
}

export interface EventOrder {
  /** Before a transaction takes its first number: tells others, until it ends, that its numbers are larger than this one. */
  readonly announce: RawBuilder<unknown>;
  /** For the transactions that are not at their end, a number below all that they take, unless it is `upTo` or larger. */
  readonly announced: (upTo: number) => RawBuilder<{ below: number }>;
}

export interface PassageMatch {
  readonly project: string;
  /** Others may be among the matches. */
  readonly copilot: string;
  /** Terms of `a` to `z` and digits. */
  readonly words: readonly string[];
}
export interface RankedPassage {
  readonly key: number;
  readonly rank: number;
}

type ColumnType = Parameters<CreateTableBuilder<string>["addColumn"]>[1];

/** The types of columns. */
export interface ColumnTypes {
  /** Compares by code point, which is the order of ids everywhere in this package. */
  readonly text: ColumnType;
  /** 64 bits: sizes, counts and numbers of rooms pass 2^31. */
  readonly integer: ColumnType;
  /** Milliseconds since 1970, in 64 bits. */
  readonly instant: ColumnType;
  /** 0 or 1. */
  readonly flag: ColumnType;
  /** A floating-point number of 64 bits. */
  readonly real: ColumnType;
  readonly bytes: ColumnType;
  /** Numbers that the database gives out, none of them twice; see `serialKey`. */
  readonly serial: ColumnType;
  /** As the sign-in library, which has types of its own, reads and writes them. */
  readonly signIn: { readonly instant: ColumnType; readonly flag: ColumnType };
}

export type QueryCompiler = Pick<KyselyDialect, "createAdapter" | "createIntrospector" | "createQueryCompiler">;

export function compileOnly(compiler: QueryCompiler): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: { ...compiler, createDriver: () => new DummyDriver() } });
}
