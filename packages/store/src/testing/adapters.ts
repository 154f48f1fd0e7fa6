import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, openStore } from "../open.ts";
import type { DataFile } from "../sqlite/data-file.ts";
import type { Database, Store, StoreOptions } from "../open.ts";
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
  ["SQLite in memory", async () => openTemporary("sqlite::memory:")],
  ["SQLite in a file", async () => openTemporary("file")],
  ...(noPostgres === undefined ? ([["PostgreSQL", openOnPostgres]] as const) : []),
];

async function openTemporary(kind: "sqlite::memory:" | "file", options?: StoreOptions) {
  await using stack = new AsyncDisposableStack();
  const url = kind === "file" ? `sqlite:${join(stack.use(temporaryDirectory()).path, "weft.db")}` : kind;
  const store = stack.use(await openStore(url, options));
  const held = stack.move();
  return { store, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

async function openOnPostgres() {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await temporaryDatabase());
  const store = stack.use(await openStore(url));
  const held = stack.move();
  return { store, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

type OpenDatabase = () => Promise<Database & AsyncDisposable>;

/** Each kind of database under the store, for tests of what queries do there. */
export const databases: readonly (readonly [name: string, open: OpenDatabase])[] = [
  ["SQLite", openInMemory],
  ...(noPostgres === undefined ? ([["PostgreSQL", openPostgresDatabase]] as const) : []),
];

async function openInMemory() {
  const database = await openDatabase("sqlite::memory:", "serve");
  return { ...database, [Symbol.asyncDispose]: () => database.engine[Symbol.asyncDispose]() };
}

async function openPostgresDatabase() {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await temporaryDatabase());
  const database = await openDatabase(url, "serve");
  stack.use(database.engine);
  const held = stack.move();
  return {
    ...database,

    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** The data file of a store that has one. */
export function dataFileOf({ dataFile }: Store): DataFile {
  if (dataFile === undefined) throw new Error("The store has no data file.");
  return dataFile;
}
