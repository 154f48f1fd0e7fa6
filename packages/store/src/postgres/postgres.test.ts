import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import type { ProjectId, RoomId } from "@weft/protocol";
import { StaleEpoch } from "@weft/room/ports";
import type { OpenedRoom, RoomCommit } from "@weft/room/ports";
import fc from "fast-check";
import { sql } from "kysely";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { StoreRefused, StoreUnavailable } from "../database/errors.ts";
import { schemaVersion } from "../migrations/index.ts";
import { openStore } from "../open.ts";
import type { Store } from "../open.ts";
import { openLine } from "../testing/line.ts";
import type { CutAt } from "../testing/line.ts";
import { emptyDatabase, temporaryDatabase, whyNoPostgres } from "../testing/postgres.ts";
import { textArray } from "./arrays.ts";

const why = await whyNoPostgres();
if (why !== undefined) console.log(`PostgreSQL is not tested: ${why}.`);

const project = "p" as ProjectId;

async function openTemporary() {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await temporaryDatabase());
  const line = stack.use(await openLine(url));
  const store = stack.use(await openStore(line.url, { answerMs: 2_000 }));
  const held = stack.move();
  return { store, line, url, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

async function openRoom(store: Store, id: string): Promise<OpenedRoom> {
  if ((await store.rooms.find(project, id)) === undefined) await store.rooms.insert(project, newRoom(id));
  const room = await store.roomStore.open({ project, room: id as RoomId }, 64);
  if (room === undefined) throw new Error("The room is gone.");
  return room;
}

function commitOf(room: OpenedRoom, seq: number, node = `["0:1",3,"root","n",${seq}]`): RoomCommit {
  return { ...room, seq, puts: ["0:1", node], drops: [], actors: [] };
}

async function nodesOf(store: Store, room: OpenedRoom): Promise<string> {
  return Buffer.concat(await Array.fromAsync(store.roomStore.nodes(room, 1_000))).toString();
}

async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function refusalOf(url: string): Promise<string> {
  const error: unknown = await openStore(url).then(
    async (store) => {
      await store[Symbol.asyncDispose]();
      throw new Error("The database was opened.");
    },
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StoreRefused);
  return (error as Error).message;
}

describe.skipIf(why !== undefined)("PostgreSQL", () => {
  test("[PG1] commits of many rooms share transactions, and one that is refused fails alone", async () => {
    await using under = await openTemporary();
    const { store } = under;
    const rooms = await Promise.all(Array.from({ length: 40 }, (_, n) => openRoom(store, `r${n}`)));
    const before = store.counters.flushes;
    const bad = rooms[7] as OpenedRoom;
    // No index takes a key of more than about 2,700 bytes, compressed.
    const longId = randomBytes(10_000).toString("hex");
    const outcomes = await Promise.allSettled(
      rooms.map((room) =>
        store.roomStore.commit(room === bad ? { ...commitOf(room, 1), puts: [longId, "[]"] } : commitOf(room, 1)),
      ),
    );
    expect(outcomes.flatMap(({ status }, at) => (status === "rejected" ? [at] : []))).toEqual([7]);
    expect(store.counters.flushes - before).toBeLessThan(10);
    for (const room of rooms) expect(await nodesOf(store, room)).toBe(room === bad ? "" : '["0:1",3,"root","n",1]');
    await expect(store.roomStore.commit(commitOf(bad, 2))).rejects.toThrow("must be opened again");
    const again = await openRoom(store, "r7");
    await store.roomStore.commit(commitOf(again, 1));
    expect(await nodesOf(store, again)).toBe('["0:1",3,"root","n",1]');
  });

  test("[PG1] commits of one room that are handed over at once are applied in order", async () => {
    await using under = await openTemporary();
    const { store } = under;
    const room = await openRoom(store, "r");
    await Promise.all(Array.from({ length: 50 }, (_, n) => store.roomStore.commit(commitOf(room, n + 1))));
    expect(await nodesOf(store, room)).toBe('["0:1",3,"root","n",50]');
    expect(await openRoom(store, "r")).toMatchObject({ seq: 50 });
  });

  test("[PG1] a unit that is unmet leaves no trace beside units that are kept", async () => {
    await using under = await openTemporary();
    const { rooms } = under.store;
    const inserted = await Promise.all(["a", "b", "a", "c", "b", "d"].map((id) => rooms.insert(project, newRoom(id))));
    expect(inserted.map((room) => room !== undefined)).toEqual([true, true, false, true, false, true]);
    const { rooms: listed } = await rooms.list(project, { ids: [], idPrefixes: [], metadata: [] }, { limit: 10 });
    expect(listed.map(({ id }) => id).sort()).toEqual(["a", "b", "c", "d"]);
  });

  test.for<[CutAt, boolean | undefined]>([
    ["before", false],
    ["sent", undefined],
    ["after", true],
  ])(
    "[PG2] a commit whose line is cut %s it is answered is not acknowledged, and stops those after it",
    async ([at, kept]) => {
      await using under = await openTemporary();
      const { store, line } = under;
      const room = await openRoom(store, "r");
      await store.roomStore.commit(commitOf(room, 1));
      const cut = line.cutAtCommit(at);
      const lost = store.roomStore.commit(commitOf(room, 2));
      const next = store.roomStore.commit(commitOf(room, 3));
      await expect(lost).rejects.toThrow(StoreUnavailable);
      await expect(next).rejects.toThrow("must be opened again");
      await cut;
      // By itself: nothing is restarted. What was kept is what the next owner reads.
      const again = await openRoom(store, "r");
      if (kept !== undefined) expect(again.seq).toBe(kept ? 2 : 1);
      expect(await nodesOf(store, again)).toBe(`["0:1",3,"root","n",${again.seq}]`);
      await expect(store.roomStore.commit(commitOf(room, 4))).rejects.toThrow(StaleEpoch);
      await store.roomStore.commit(commitOf(again, again.seq + 1));
    },
  );

  test("[PG2] a room that another owner claimed, on another connection, takes no commit of the first", async () => {
    await using under = await openTemporary();
    const { store, url } = under;
    const room = await openRoom(store, "r");
    await ask(url, "update room_state set epoch = epoch + 1");
    await expect(store.roomStore.commit(commitOf(room, 1))).rejects.toThrow(StaleEpoch);
    expect(await nodesOf(store, room)).toBe("");
  });

  test("[PG3] one server at a time serves a database; the next one waits for it to stop", async () => {
    await using database = await temporaryDatabase();
    const first = await openStore(database.url);
    const second = openStore(database.url);
    await first.health();
    await first[Symbol.asyncDispose]();
    await using store = await second;
    await store.health();
    expect(await refusalOf(database.url)).toContain("Another server uses this database");
  });

  test("[PG3] a server that lost the lock continues once it has it again, unless another one served", async () => {
    await using database = await temporaryDatabase();
    await using line = await openLine(database.url);
    await using store = await openStore(line.url);
    const room = await openRoom(store, "r");
    line.cut();
    await expect
      .poll(
        () =>
          store.health().then(
            () => "serves",
            () => "waits",
          ),
        { timeout: 10_000 },
      )
      .toBe("serves");
    await store.roomStore.commit(commitOf(await openRoom(store, "r"), 1));

    line.down = true;
    await expect(store.roomStore.commit(commitOf(room, 2))).rejects.toThrow(StoreUnavailable);
    await (await openStore(database.url))[Symbol.asyncDispose]();
    line.down = false;
    const refusal = () =>
      store.roomStore.open({ project, room: "r" as RoomId }, 64).then(
        () => "none",
        (error: Error) => error.message,
      );
    await expect.poll(refusal, { timeout: 10_000 }).toContain("must be started again");
  });

  test("[PG8] statements that a killed server has sent do not run after the next server has started", async () => {
    await using database = await temporaryDatabase();
    await (await openStore(database.url))[Symbol.asyncDispose]();
    await ask(database.url, "insert into meta (key, value) values ('note', 'before')");
    const blocker = new pg.Client(database.url);
    await blocker.connect();
    await blocker.query("begin; update meta set value = 'before' where key = 'note'");
    const server = spawn(
      process.execPath,
      [
        fileURLToPath(new URL("../testing/one-write.ts", import.meta.url)),
        database.url,
        "update meta set value = 'late' where key = 'note'",
      ],
      { stdio: "inherit" },
    );
    const waiting = "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(() => ask(database.url, waiting), { timeout: 20_000 }).toHaveLength(1);
    const [late] = await ask<{ pid: number }>(database.url, waiting);
    server.kill("SIGKILL");
    await once(server, "exit");

    await using _next = await openStore(database.url);
    await blocker.query("rollback");
    await blocker.end();
    const still = `select from pg_stat_activity where pid = ${late?.pid}`;
    await expect.poll(() => ask(database.url, still), { timeout: 20_000 }).toEqual([]);
    expect(await ask(database.url, "select value from meta where key = 'note'")).toEqual([{ value: "before" }]);
  });

  test("[PG4] a database that is not there, of another application or of a newer release is refused", async () => {
    await using database = await emptyDatabase();
    const missing = new URL(database.url);
    missing.pathname = "/weft_test_missing";
    missing.password = "hunter2";
    expect(await refusalOf(missing.href)).toContain("no database of this name");
    expect(await refusalOf("postgres://ada:hunter2@127.0.0.1:1/db")).toBe(
      "The database cannot be used. PostgreSQL does not accept connections.",
    );
    expect(await refusalOf("postgres://ada:hun ter2@[::z/db")).not.toContain("hun");

    await ask(database.url, "create table invoices (id int)");
    expect(await refusalOf(database.url)).toContain("tables that Weft did not make (invoices)");
    // A schema of its own in the same database.
    await ask(database.url, "create schema weft");
    const own = new URL(database.url);
    own.searchParams.set("options", "-csearch_path=weft");
    const store = await openStore(own.href);
    await store[Symbol.asyncDispose]();
    await ask(own.href, `update weft.meta set value = '${schemaVersion + 1}' where key like 'schema%'`);
    expect(await refusalOf(own.href)).toContain(`schema version ${schemaVersion + 1}`);
  });

  test("[PG4] a migration that fails leaves the database as it was", async () => {
    await using database = await emptyDatabase();
    await ask(database.url, "create type outbox as (a int)");
    expect(await refusalOf(database.url)).toContain("outbox");
    expect(await ask(database.url, "select relname from pg_class where relname = 'meta'")).toEqual([]);
  });

  test("[PG4] an encoding other than UTF-8 is refused", async () => {
    await using database = await emptyDatabase();
    const name = `${new URL(database.url).pathname.slice(1)}_latin1`;
    const admin = new URL(database.url);
    admin.pathname = "/postgres";
    await ask(admin.href, `create database ${name} encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`);
    try {
      admin.pathname = `/${name}`;
      expect(await refusalOf(admin.href)).toContain("encoding LATIN1");
    } finally {
      admin.pathname = "/postgres";
      await ask(admin.href, `drop database ${name}`);
    }
  });

  test("[PG5] while PostgreSQL is unavailable reads and writes are refused, and succeed afterwards", async () => {
    await using under = await openTemporary();
    const { store, line } = under;
    const room = await openRoom(store, "r");
    line.down = true;
    await expect(store.rooms.find(project, "other")).rejects.toThrow(StoreUnavailable);
    await expect(store.roomStore.commit(commitOf(room, 1))).rejects.toThrow(StoreUnavailable);
    await expect(store.rooms.insert(project, newRoom("new"))).rejects.toThrow(StoreUnavailable);
    await expect(nodesOf(store, room)).rejects.toThrow(StoreUnavailable);
    line.down = false;
    await expect
      .poll(() => store.rooms.insert(project, newRoom("new")).then(Boolean, () => false), { timeout: 10_000 })
      .toBe(true);
    const again = await openRoom(store, "r");
    await store.roomStore.commit(commitOf(again, 1));
    expect(await nodesOf(store, again)).toBe('["0:1",3,"root","n",1]');
  });

  test("[PG5] reads that PostgreSQL does not answer are given up", async () => {
    await using under = await openTemporary();
    const { store, url } = under;
    await using blocker = await holdLock(url, "rooms");
    await expect(store.rooms.find(project, "r")).rejects.toThrow(StoreUnavailable);
    await blocker[Symbol.asyncDispose]();
    expect(await store.rooms.find(project, "r")).toBeUndefined();
  });

  test("[PG5] waiting units are written before the store closes, and later calls are refused", async () => {
    await using database = await temporaryDatabase();
    const store = await openStore(database.url);
    const room = await openRoom(store, "r");
    const commits = [1, 2, 3].map((seq) => store.roomStore.commit(commitOf(room, seq)));
    await store[Symbol.asyncDispose]();
    await Promise.all(commits);
    await expect(store.rooms.find(project, "r")).rejects.toThrow("The store is closed");
    await expect(store.roomStore.commit(commitOf(room, 4))).rejects.toThrow("The store is closed");
    expect(await ask(database.url, "select seq::int from room_state")).toEqual([{ seq: 3 }]);
  });

  test("[PG6] acknowledged units are flushed, whatever the database's own setting is", async () => {
    await using database = await temporaryDatabase();
    const name = new URL(database.url).pathname.slice(1);
    await ask(database.url, `alter database ${name} set synchronous_commit = off`);
    await ask(database.url, `alter database ${name} set default_transaction_isolation = 'serializable'`);
    await using store = await openStore(database.url);
    const db = store.signIn.db;
    // By a statement that the connection for writes runs.
    const { rows } = await sql<{ sync: string; isolation: string }>`with settings as materialized (
      select current_setting('synchronous_commit') as sync, current_setting('transaction_isolation') as isolation)
      select * from settings`.execute(db);
    expect(rows).toEqual([{ sync: "on", isolation: "read committed" }]);
  });

  test("[PG7] while the disk is full, writes are refused and the store reports it", async () => {
    await using under = await openTemporary();
    const { store, url } = under;
    const room = await openRoom(store, "r");
    // As PostgreSQL says it when a table cannot grow; a disk that is really full is in faults/.
    await ask(
      url,
      `create function no_space() returns trigger language plpgsql as
        $$ begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$;
      create trigger full_nodes before insert on storage_nodes execute function no_space();
      create trigger full_rooms before insert on rooms execute function no_space();
      create trigger full_meta before insert on meta execute function no_space()`,
    );
    expect(store.roomStore.full).toBe(false);
    await expect(store.roomStore.commit(commitOf(room, 1))).rejects.toThrow(StoreUnavailable);
    expect(store.roomStore.full).toBe(true);
    const both = await Promise.allSettled(["a", "b"].map((id) => store.rooms.insert(project, newRoom(id))));
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await store.rooms.find(project, "r")).toMatchObject({ id: "r" });

    await ask(url, "drop function no_space cascade");
    await expect.poll(() => store.roomStore.full, { timeout: 10_000 }).toBe(false);
    const again = await openRoom(store, "r");
    await store.roomStore.commit(commitOf(again, 1));
    expect(await store.rooms.insert(project, newRoom("a"))).toMatchObject({ id: "a" });
  });

  test("texts go into arrays as they are", async () => {
    await using database = await temporaryDatabase();
    const client = new pg.Client(database.url);
    await client.connect();
    try {
      const text = fc.oneof(
        fc.string({ unit: "binary" }).filter((one) => one.isWellFormed() && !one.includes("\0")),
        fc.constantFrom("", "null", "NULL", '"', "\\", '\\"', "{}", "a,b", "\n", "\\n", "\u2028", "\\\\u0000"),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(text), async (texts) => {
          const { rows } = await client.query("select $1::text[] as texts", [textArray(texts)]);
          expect(rows[0]?.texts).toEqual(texts);
        }),
        { numRuns: 50 },
      );
    } finally {
      await client.end();
    }
  });
});

/** Holds a table, so that reads of it wait. */
async function holdLock(url: string, table: string): Promise<AsyncDisposable> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return { [Symbol.asyncDispose]: () => client.end() };
}
