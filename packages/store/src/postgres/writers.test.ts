import { noActivity } from "@weft/collab";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import type { DomainEvent, ProjectId } from "@weft/protocol";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { createStore, openStore } from "../open.ts";
import type { Store } from "../open.ts";
import { temporaryDatabase, whyNoPostgres } from "../testing/postgres.ts";
import { openSharedEngine } from "../testing/two-engines.ts";
import { postgres } from "./dialect.ts";
import { connectionConfig } from "./location.ts";

const why = await whyNoPostgres();
if (why !== undefined) console.log(`PostgreSQL is not tested: ${why}.`);

const project = "p" as ProjectId;
const reader = "reader";

const created = (roomId: string): DomainEvent => ({
  type: "roomCreated",
  data: { projectId: project, roomId, createdAt: "2026-11-01T00:00:00.000Z" },
});
const roomsIn = async ({ outbox }: Store) => (await outbox.read(reader, 10)).map(({ event: { data } }) => data.roomId);

/** A store, and another connection to its database. */
async function openBoth() {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await temporaryDatabase());
  const database = openSharedEngine(url);
  stack.use(database.engine);
  const connection = new pg.Client(connectionConfig(url));
  await connection.connect();
  stack.defer(() => connection.end());
  /** Adds an event as a writer does, in whatever transaction is open. */
  const addEvent = async (room: string) => {
    await connection.query(postgres.eventOrder!.announce.compile(postgres.sql).sql);
    const event = created(room);
    await connection.query("insert into outbox (project_id, type, data) values ($1, $2, $3)", [
      project,
      event.type,
      JSON.stringify(event.data),
    ]);
  };
  const held = stack.move();
  return {
    url,
    database,
    store: createStore(database),
    connection,
    addEvent,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

describe.skipIf(why !== undefined)("several writers", () => {
  test("[PG11] an event whose transaction ends after that of a later one is read, and before it", async () => {
    await using under = await openBoth();
    const { store, connection, addEvent } = under;
    await store.outbox.register(reader);
    await connection.query("begin");
    await addEvent("first");
    await store.outbox.add([created("second")]);
    expect(await roomsIn(store)).toEqual([]);
    await connection.query("commit");
    expect(await roomsIn(store)).toEqual(["first", "second"]);
  });

  test("[PG11] a transaction that took its number while another one was being read changes nothing of that", async () => {
    await using under = await openBoth();
    const { store, connection, addEvent } = under;
    await store.outbox.register(reader);
    await store.outbox.add([created("first")]);
    await connection.query("begin");
    await addEvent("second");
    await store.outbox.add([created("third")]);
    const read = await store.outbox.read(reader, 10);
    expect(read.map(({ event: { data } }) => data.roomId)).toEqual(["first"]);
    await store.activity.write(noActivity, { advance: { reader, seq: read[0]!.seq } });
    expect(await roomsIn(store)).toEqual([]);
    await connection.query("rollback");
    expect(await roomsIn(store)).toEqual(["third"]);
  });

  test("[PG11] listeners are told again once events are not held back any more", async () => {
    await using under = await openBoth();
    const { store, connection, addEvent } = under;
    await store.outbox.register(reader);
    await connection.query("begin");
    await addEvent("first");
    await store.outbox.add([created("second")]);
    const found: (string | null)[] = [];
    store.outbox.onAdded(() => void roomsIn(store).then((rooms) => found.push(...rooms)));
    expect(await roomsIn(store)).toEqual([]);
    await connection.query("rollback");
    await vi.waitFor(() => expect(found).toEqual(["second"]));
  });

  test("[PG11] numbers that were never written, and transactions that write no events, hold back nothing", async () => {
    await using under = await openBoth();
    const { store, connection } = under;
    await store.outbox.register(reader);
    // A transaction of another application, which has an id and stays open.
    await connection.query("begin; create table anything (n int); select nextval('outbox_seq_seq')");
    expect(await store.rooms.insert(project, newRoom("a"), { events: [created("a")] })).toBeDefined();
    expect(await store.rooms.insert(project, newRoom("a"), { events: [created("a")] })).toBeUndefined();
    expect(await store.rooms.insert(project, newRoom("b"), { events: [created("b")] })).toBeDefined();
    expect(await roomsIn(store)).toEqual(["a", "b"]);
    await connection.query("rollback");
  });

  test("[PG11] locks whose 32 bits are below those of the newest event, since these began anew, are told apart", async () => {
    await using under = await openBoth();
    const { store, connection, addEvent } = under;
    await connection.query(`select setval('outbox_seq_seq', ${2 ** 32 - 2})`);
    await connection.query("insert into outbox_readers (reader, seq) values ($1, $2)", [reader, 2 ** 32 - 2]);
    await store.outbox.add([created("before")]);
    await connection.query("begin");
    await addEvent("on the edge");
    await store.outbox.add([created("behind")]);
    expect(await roomsIn(store)).toEqual(["before"]);
    await connection.query("commit");
    expect(await roomsIn(store)).toEqual(["before", "on the edge", "behind"]);
    // A transaction that begins now is above all of them.
    await connection.query("begin; select nextval('outbox_seq_seq')");
    await addEvent("open");
    await store.outbox.add([created("next")]);
    expect(await roomsIn(store)).toEqual(["before", "on the edge", "behind"]);
    await connection.query("rollback");
  });

  test("[PG13] groups of two writers that want the same rows in another order are both written", async () => {
    await using under = await openBoth();
    const { store, database, connection } = under;
    await store.jobs.add(["a", "b"].map((key) => ({ kind: "mail" as const, key, createdAt: 1, payload: {} })));
    await connection.query("begin; update jobs set tries = tries + 1 where key = 'b'");
    const units = ["a", "b"].map((key) => ({
      sql: "update jobs set tries = tries + 10 where key = $1",
      values: [[key]],
      expect: 1,
    }));
    const written = Promise.all(units.map((unit) => database.engine.write([unit])));
    await vi.waitFor(async () => {
      const { rows } = await connection.query(
        "select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))",
      );
      expect(rows).not.toEqual([]);
    });
    // PostgreSQL ends one of the two; if it is this one, it has done its part.
    await connection.query("update jobs set tries = tries + 1 where key = 'a'").catch(() => {});
    await connection.query("commit");
    expect((await written).map(({ kind }) => kind)).toEqual(["done", "done"]);
    const found = await store.jobs.list();
    for (const { tries } of found) expect([10, 11]).toContain(tries);
  });

  test("[PG13] a writer that stands still within a transaction loses it after 30 seconds", async () => {
    await using under = await openBoth();
    const setting = "select current_setting('idle_in_transaction_session_timeout') as timeout";
    const outcome = await under.database.engine.write([{ sql: setting, values: [[]] }]);
    expect(outcome).toMatchObject({ rows: [[{ timeout: "30s" }]] });
  });

  test("[PG14] the clock of the database is read as it is", async () => {
    await using under = await openBoth();
    const { store, connection } = under;
    const ask = async () =>
      (
        (await connection.query("select extract(epoch from clock_timestamp()) * 1000 as now")).rows as { now: number }[]
      )[0]!.now;
    const before = await ask();
    const now = await store.readClock!();
    expect(now).toBeGreaterThanOrEqual(Math.floor(before));
    expect(now).toBeLessThanOrEqual(await ask());
  });

  test("[PG14] an embedded database has no clock of its own", async () => {
    await using store = await openStore("sqlite::memory:");
    expect(store.readClock).toBeUndefined();
  });

  test("[PG12] a team whose deletion is under way gets no alerts, and neither is refused", async () => {
    await using under = await openBoth();
    const { store, connection } = under;
    await connection.query("insert into teams (id, name, plan, created_at) values ('t', 'Looms', 'SelfHosted', 1)");
    await connection.query("begin; delete from teams where id = 't'");
    const told = store.usageAlerts.tell("t", "2026-11", [{ meter: "users", threshold: 80 }], 1, {});
    await vi.waitFor(async () => {
      const { rows } = await connection.query("select from pg_locks where not granted");
      expect(rows).toHaveLength(1);
    });
    await connection.query("commit");
    expect(await told).toBe(false);
  });
});
