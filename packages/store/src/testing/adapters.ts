import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NodeId } from "@weft/cluster/ports";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { afterAll } from "vitest";
import { createStore, openDatabase, openStore, readSchemaTables } from "../open.ts";
import type { DataFile } from "../sqlite/data-file.ts";
import type { Database, Store } from "../open.ts";
import { alternate } from "./alternate.ts";
import { numbersFrom } from "./numbers-from.ts";
import { createPooler, whyNoPgBouncer } from "./pgbouncer.ts";
import { temporaryDatabase, whyNoPostgres } from "./postgres.ts";
import { openSharedEngine } from "./two-engines.ts";

/** An empty directory that is removed with everything in it. */
export function temporaryDirectory(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "weft-store-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

type Open = () => Promise<{ store: Store } & AsyncDisposable>;

const noPostgres = await whyNoPostgres();
if (noPostgres !== undefined) console.log(`PostgreSQL is not tested: ${noPostgres}.`);

/** Decides which of two writers answers a call. */
const seed = Number(process.env["WEFT_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

type Adapter = readonly [name: string, open: Open];

/** A PostgreSQL database that is opened as a node of a cluster. */
export const asNode: readonly Adapter[] =
  noPostgres === undefined ? [["PostgreSQL, as a node", reuseDatabases(temporaryDatabase, openAsNode)]] : [];

/** `WEFT_TEST_DATABASE=pgbouncer` runs the suites behind a pooler in transaction mode, and on nothing else. */
const isBehindPooler = process.env["WEFT_TEST_DATABASE"] === "pgbouncer";
const noPooler = noPostgres ?? whyNoPgBouncer();
if (isBehindPooler && noPooler !== undefined) console.log(`PgBouncer is not tested: ${noPooler}.`);

/** Each kind of database that the contract suites run on. */
export const adapters: readonly Adapter[] = isBehindPooler ? behindPooler() : allKinds();

function behindPooler(): readonly Adapter[] {
  if (noPooler !== undefined) return allKinds();
  const pooler = createPooler();
  // Hooks run in reverse: the databases are closed first.
  afterAll(() => pooler[Symbol.asyncDispose]());
  return [["PostgreSQL behind PgBouncer, as a node", reuseDatabases(() => pooler.database(), openAsNode)]];
}

function allKinds(): readonly Adapter[] {
  return [
    ["SQLite in memory", openInMemory],
    ["SQLite in a file", reuseDatabases(temporaryFile)],
    ...(noPostgres === undefined
      ? ([
          ["PostgreSQL", reuseDatabases(temporaryDatabase)],
          [`PostgreSQL with two writers (WEFT_SEED=${seed})`, reuseDatabases(temporaryDatabase, openTwoDatabases)],
        ] as const)
      : []),
  ];
}

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

interface PooledDatabase {
  createStore(): Store;
  /** Deletes all rows that were written since it was opened. */
  clear(): Promise<void>;
}

type OpenPooled = (url: string, opened: AsyncDisposableStack) => Promise<PooledDatabase>;

async function openOneDatabase(url: string, opened: AsyncDisposableStack): Promise<PooledDatabase> {
  const database = await openDatabase(url, "serve");
  opened.use(database.engine);
  return { createStore: () => createStore(database), clear: await prepareClearing(database) };
}

/** A node whose lease outlives the tests. */
async function openAsNode(url: string, opened: AsyncDisposableStack): Promise<PooledDatabase> {
  const id = randomUUID() as string as NodeId;
  const database = await openDatabase(url, "serve", { node: id, leaseMs: 3_600_000 });
  opened.use(database.engine);
  const joinAgain = () =>
    database.clusterNodes!.join({
      id,
      name: "test",
      version: "0",
      load: undefined,
      connections: 0,
      rooms: 0,
      isDraining: false,
      isConnected: true,
    });
  await joinAgain();
  const clear = await prepareClearing(database);
  return {
    createStore: () => createStore(database),
    async clear() {
      await clear();
      await joinAgain();
    },
  };
}

/** A store whose calls are answered by one of two, at random, which write to one database as two servers would. */
async function openTwoDatabases(url: string, opened: AsyncDisposableStack): Promise<PooledDatabase> {
  const pair = [openSharedEngine(url), openSharedEngine(url)] as const;
  for (const { engine } of pair) opened.use(engine);
  const random = numbersFrom(seed);
  return {
    createStore() {
      const [one, other] = pair.map((database) => createStore(database, { rememberedMs: 0 }));
      return alternate(one!, other!, () => random() < 0.5);
    },
    clear: await prepareClearing(pair[0]),
  };
}

/**
 * Opens stores on databases that the tests of a file use one after another. A test has a store of its own, with nothing in
 * memory, and an empty database; opening and deleting a database for each test would take most of the tests' time. Rooms,
 * jobs and events are numbered on from test to test.
 */
function reuseDatabases(
  createPlace: () => Promise<AsyncDisposable & { readonly url: string }>,
  openPooled: OpenPooled = openOneDatabase,
): Open {
  const free: PooledDatabase[] = [];
  const opened = new AsyncDisposableStack();
  afterAll(() => opened.disposeAsync());

  async function open(): Promise<PooledDatabase> {
    const { url } = opened.use(await createPlace());
    return openPooled(url, opened);
  }
  return async () => {
    const database = free.pop() ?? (await open());
    const store = database.createStore();
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
