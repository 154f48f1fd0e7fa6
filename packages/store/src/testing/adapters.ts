import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { afterAll } from "vitest";
import { createStore, openDatabase, openStore, readSchemaTables } from "../open.ts";
import type { DataFile } from "../sqlite/data-file.ts";
import type { Database, Store } from "../open.ts";
import { temporaryDatabase, whyNoPostgres } from "./postgres.ts";

/** An empty directory that is removed with everything in it. */
export function temporaryDirectory(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "weft-store-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

type Open = () => Promise<{ store: Store } & AsyncDisposable>;

const noPostgres = await whyNoPostgres();
if (noPostgres !== undefined) console.log(`PostgreSQL is not tested: ${noPostgres}.`);

/** Each kind of database that the contract suites run on. */
export const adapters: readonly (readonly [name: string, open: Open])[] = [
  ["SQLite in memory", openInMemory],
  ["SQLite in a file", reuseDatabases(temporaryFile)],
  ...(noPostgres === undefined ? ([["PostgreSQL", reuseDatabases(temporaryDatabase)]] as const) : []),
];

async function openInMemory() {
  const store = await openStore("sqlite::memory:");
  return { store, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}

async function temporaryFile(): Promise<AsyncDisposable & { readonly url: string }> {
  const directory = temporaryDirectory();
  return {
    url: `sqlite:${join(directory.path, "weft.db")}`,
    [Symbol.asyncDispose]: async () => directory[Symbol.dispose](),
  };
}

interface PooledDatabase extends Database {
  /** Deletes all rows that were written since it was opened. */
  clear(): Promise<void>;
}

/**
 * Opens stores on databases that the tests of a file use one after another. A test has a store of its own, with nothing in
 * memory, and an empty database; opening and deleting a database for each test would take most of the tests' time. Rooms,
 * jobs and events are numbered on from test to test.
 */
function reuseDatabases(createPlace: () => Promise<AsyncDisposable & { readonly url: string }>): Open {
  const free: PooledDatabase[] = [];
  const opened = new AsyncDisposableStack();
  afterAll(() => opened.disposeAsync());

  async function open(): Promise<PooledDatabase> {
    const { url } = opened.use(await createPlace());
    const database = await openDatabase(url, "serve");
    opened.use(database.engine);
    const clear = await prepareClearing(database);
    return { ...database, clear };
  }
  return async () => {
    const database = free.pop() ?? (await open());
    const store = createStore(database);
    return {
      store,
      async [Symbol.asyncDispose]() {
        await database.clear();
        free.push(database);
      },
    };
  };
}

/** Answers what deletes all rows but those that a new database has. */
async function prepareClearing({ engine, dialect }: Database): Promise<() => Promise<void>> {
  const compile = (statement: RawBuilder<unknown>) => statement.compile(dialect.sql).sql;
  const run = (statement: RawBuilder<unknown>) => ({ sql: compile(statement), values: [[]] });
  const kept = await engine.read<{ key: string }>("select key from meta", []);
  const keys = sql.join(kept.map(({ key }) => sql.lit(key)));
  const tables = readSchemaTables()
    .filter(({ name }) => name !== "meta")
    .toReversed();
  const statements = [
    sql`delete from meta where key not in (${keys})`,
    ...tables.map(({ name }) => sql`delete from ${sql.table(name)}`),
  ].map(run);
  return async () => void (await engine.write(statements));
}

type OpenDatabase = () => Promise<Database & AsyncDisposable>;

/** Each kind of database under the store, for tests of what queries do there. */
export const databases: readonly (readonly [name: string, open: OpenDatabase])[] = [
  ["SQLite", openMemoryDatabase],
  ...(noPostgres === undefined ? ([["PostgreSQL", openPostgresDatabase]] as const) : []),
];

async function openMemoryDatabase() {
  const database = await openDatabase("sqlite::memory:", "serve");
  return { ...database, [Symbol.asyncDispose]: () => database.engine[Symbol.asyncDispose]() };
}

async function openPostgresDatabase() {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await temporaryDatabase());
  const database = await openDatabase(url, "serve");
  stack.use(database.engine);
  const held = stack.move();
  return { ...database, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** The data file of a store that has one. */
export function dataFileOf({ dataFile }: Store): DataFile {
  if (dataFile === undefined) throw new Error("The store has no data file.");
  return dataFile;
}
