import { DatabaseSync } from "node:sqlite";
import type { StatementSync } from "node:sqlite";
import { StoreRefused } from "../database/errors.ts";
import type { SqlValue } from "../database/query.ts";

/** The first release without the WAL-reset corruption bug. */
const oldestSqlite = [3, 51, 3] as const;
const statementsKept = 256;

/** A connection whose statements are compiled once. */
export interface Connection extends Disposable {
  readonly database: DatabaseSync;
  statement(sql: string): StatementSync;
  /** Whether a statement answers rows. */
  answers(sql: string): boolean;
  all(sql: string, values: readonly SqlValue[]): readonly Record<string, SqlValue>[];
  get(sql: string, values: readonly SqlValue[]): Record<string, SqlValue> | undefined;
}

/**
 * Opens the file to write or to read. What durability rests on is set and read back.
 * @throws StoreRefused when a setting does not hold
 */
export function openConnection(path: string, mode: "write" | "read"): Connection {
  const memory = path === ":memory:";
  const database = new DatabaseSync(path, {
    readOnly: mode === "read",
    enableForeignKeyConstraints: true,
    // A log is only ever locked to readers while it is being recovered.
    timeout: mode === "read" ? 1_000 : 5_000,
  });
  try {
    if (mode === "write") {
      if (!memory) pragma(database, "journal_mode", "wal", "wal");
      pragma(database, "synchronous", "full", 2);
      pragma(database, "foreign_keys", "on", 1);
      pragma(database, "secure_delete", "on", 1);
      database.exec("pragma journal_size_limit = 67108864");
    }
    database.exec("pragma cache_size = -16000; pragma temp_store = memory");
    return new CachingConnection(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** @throws StoreRefused when the SQLite that came with this Node.js must not be trusted with a write-ahead log */
export function checkLibrary(): void {
  using database = new DatabaseSync(":memory:");
  const version = String(database.prepare("select sqlite_version() as version").get()?.["version"]);
  const parts = version.split(".").map(Number);
  for (const [index, least] of oldestSqlite.entries()) {
    const part = parts[index] ?? 0;
    if (part > least) return;
    if (part < least) {
      throw new StoreRefused(
        `SQLite ${version} can corrupt its write-ahead log: run on a Node.js with SQLite ${oldestSqlite.join(".")} or newer.`,
      );
    }
  }
}

function pragma(database: DatabaseSync, name: string, value: string, expected: string | number): void {
  database.exec(`pragma ${name} = ${value}`);
  const found = Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0];
  if (found !== expected) {
    throw new StoreRefused(`The database does not accept ${name} = ${value} (it answers ${String(found)}).`);
  }
}

class CachingConnection implements Connection {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #answers = new Map<string, boolean>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    // Lists come in many shapes; the hot statements come back at once.
    if (this.#statements.size >= statementsKept) this.#forget();
    const statement = this.database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  answers(sql: string): boolean {
    const known = this.#answers.get(sql);
    if (known !== undefined) return known;
    const answers = this.statement(sql).columns().length > 0;
    this.#answers.set(sql, answers);
    return answers;
  }

  #forget(): void {
    this.#statements.clear();
    this.#answers.clear();
  }

  all(sql: string, values: readonly SqlValue[]): readonly Record<string, SqlValue>[] {
    return this.statement(sql).all(...values) as Record<string, SqlValue>[];
  }

  get(sql: string, values: readonly SqlValue[]): Record<string, SqlValue> | undefined {
    return this.statement(sql).get(...values) as Record<string, SqlValue> | undefined;
  }

  [Symbol.dispose](): void {
    this.#forget();
    if (this.database.isOpen) this.database.close();
  }
}

/** The primary result code of an error that SQLite raised, or undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("errcode" in error)) return undefined;
  return typeof error.errcode === "number" ? error.errcode & 0xff : undefined;
}

export const sqliteCodes = { busy: 5, readOnly: 8, ioError: 10, corrupt: 11, full: 13, cantOpen: 14, notADatabase: 26 };

/** SQL errors, oversized values, broken constraints and wrong types come again however often they are tried. */
export function isFaultOfStatement(error: unknown): boolean {
  const code = sqliteCode(error);
  if (code === undefined) return error instanceof TypeError || error instanceof RangeError;
  return code === 1 || code === 18 || code === 19 || code === 20 || code === 25;
}

/** Says in words what kept SQLite from doing its work. */
export function describeSqliteError(error: unknown): string {
  switch (sqliteCode(error)) {
    case sqliteCodes.busy:
      return "The database is locked by another process.";
    case sqliteCodes.readOnly:
      return "The database cannot be written: the file or its directory is read-only.";
    case sqliteCodes.ioError:
      return "The disk failed to read or write the database.";
    case sqliteCodes.corrupt:
      return "The database file is damaged.";
    case sqliteCodes.full:
      return "The disk is full.";
    case sqliteCodes.cantOpen:
      return "The database file cannot be opened.";
    case sqliteCodes.notADatabase:
      return "The file is not a database, or its beginning is damaged.";
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
