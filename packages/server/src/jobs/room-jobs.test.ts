import { newRoom } from "@weft/collab/suites/new-room.ts";
import type { ProjectId, RoomId } from "@weft/protocol";
import { limits } from "@weft/protocol";
import type { CommitChange, CommitEffects, OpenedRoom, RoomEffects } from "@weft/room";
import { createManualClock } from "@weft/room/suites/fakes.ts";
import { openStore } from "@weft/store";
import * as fc from "fast-check";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openJobRunner } from "./job-runner.ts";
import { createRoomJobs } from "./room-jobs.ts";
import { createRoomUpdatedHandler } from "./room-updated-job.ts";

const project = "p" as ProjectId;
const storage: CommitChange = { storage: true, documents: 0 };
const documents: CommitChange = { storage: false, documents: 1 };
const windowMs = limits.changeEventMs;
const log = pino({ level: "silent" });

/** Rooms whose commits go to a database in memory, and what is reported of them. */
async function world() {
  await using stack = new AsyncDisposableStack();
  const clock = createManualClock();
  const store = stack.use(await openStore("sqlite::memory:"));
  await store.outbox.register("test");
  /** Lets the database answer everything. */
  const quiet = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  const throttle: { documentsMs: number | undefined } = { documentsMs: undefined };
  const startProcess = () => {
    const roomJobs = createRoomJobs({
      projects: { cachedProject: () => ({ versionCreationTimeout: false }) as never },
      clock,
      limits,
      throttleMs: (_, type) => (type === "ydocUpdated" ? throttle.documentsMs : undefined),
    });
    const runner = openJobRunner({ records: store.jobs, clock, limits, log });
    runner.handle(
      createRoomUpdatedHandler({ host: { beginJob: (_address, job) => roomJobs.begin(job) }, store: store.roomStore }),
    );
    return { roomJobs, runner };
  };
  let running = startProcess();
  const open = async (id: string) => {
    const opened = (await store.roomStore.open({ project, room: id as RoomId }, 1))!;
    return { opened, effects: running.roomJobs.open(opened), seq: opened.seq };
  };
  type Room = { opened: OpenedRoom; effects: CommitEffects; seq: number };
  const handOver = (room: Room, change: CommitChange) => {
    const jobs = room.effects.committing(change);
    const written = () =>
      store.roomStore.commit({ ...room.opened, seq: ++room.seq, puts: [], drops: [], actors: [], jobs });
    return { jobs, written };
  };
  const here = {
    throttle,
    clock,
    store,
    open,
    handOver,
    async create(id: string) {
      await store.rooms.insert(project, newRoom(id));
      return open(id);
    },
    async commit(room: Room, change: CommitChange) {
      const { jobs, written } = handOver(room, change);
      await written();
      room.effects.settled(true);
      await quiet();
      return jobs.length;
    },
    async advance(byMs: number) {
      await clock.advance(byMs);
      await quiet();
    },
    quiet,
    /** Another process takes the place of one that was killed. */
    async restart() {
      await running.runner[Symbol.asyncDispose]();
      running = startProcess();
      await quiet();
    },
    async events() {
      const now = clock.now();
      return (await store.outbox.read("test", 1_000)).map(({ event: { type, data } }) => {
        const { roomId, updatedAt } = data as { roomId: string; updatedAt: string };
        return [type, roomId, Date.parse(updatedAt) - now];
      });
    },
    jobs: async () => (await store.jobs.list()).length,
  };
  stack.defer(() => running.runner[Symbol.asyncDispose]());
  const held = stack.move();
  return { ...here, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

test("[OB4] the first change is reported at once, and those within the window once at its end", async () => {
  await using here = await world();
  const room = await here.create("a");
  expect(await here.commit(room, storage)).toBe(1);
  expect(await here.events()).toEqual([["storageUpdated", "a", 0]]);
  await here.advance(10_000);
  expect(await here.commit(room, storage)).toBe(1);
  await here.advance(10_000);
  // One that waits for the end of the window is not added again.
  expect(await here.commit(room, storage)).toBe(0);
  expect(await here.commit(room, documents)).toBe(1);
  expect(await here.events()).toEqual([
    ["storageUpdated", "a", -20_000],
    ["ydocUpdated", "a", 0],
  ]);
  await here.advance(windowMs - 20_001);
  expect(await here.events()).toHaveLength(2);
  await here.advance(1);
  expect((await here.events()).slice(2)).toEqual([["storageUpdated", "a", 20_000 - windowMs]]);
  expect(await here.jobs()).toBe(0);
  await here.advance(2 * windowMs);
  expect(await here.events()).toHaveLength(3);
});

test("[OB4] a change whose commit is in flight when the job begins is reported when it is durable", async () => {
  await using here = await world();
  const room = await here.create("a");
  await here.commit(room, storage);
  await here.advance(1_000);
  await here.commit(room, storage);
  await here.advance(windowMs - 2_000);
  const late = here.handOver(room, storage);
  expect(late.jobs).toEqual([]);
  await here.advance(2_000);
  expect(await here.events()).toHaveLength(1);
  await late.written();
  room.effects.settled(true);
  await here.quiet();
  expect((await here.events()).slice(1)).toEqual([["storageUpdated", "a", -2_000]]);
});

test("[OB4] a commit that failed leads to no event, and the next one adds its job again", async () => {
  await using here = await world();
  const room = await here.create("a");
  expect(here.handOver(room, storage).jobs).toHaveLength(1);
  room.effects.settled(false);
  await here.advance(windowMs);
  expect(await here.events()).toEqual([]);
  expect(await here.commit(room, storage)).toBe(1);
  expect(await here.events()).toEqual([["storageUpdated", "a", 0]]);
});

test("[OB4] a room that was unloaded and loaded again is throttled as before, and has one job", async () => {
  await using here = await world();
  let room = await here.create("a");
  for (let n = 0; n < 3; n++) {
    await here.commit(room, storage);
    room.effects.close();
    room = await here.open("a");
  }
  expect([await here.jobs(), (await here.events()).length]).toEqual([1, 1]);
  room.effects.close();
  await here.advance(windowMs);
  expect([await here.jobs(), (await here.events()).length]).toEqual([0, 2]);
});

test("[OB4] what waits when the process dies is reported by the next one, within the same throttle", async () => {
  await using here = await world();
  let room = await here.create("a");
  await here.commit(room, storage);
  await here.commit(room, storage);
  await here.advance(5_000);
  await here.restart();
  room = await here.open("a");
  // The new process does not know of the job that waits.
  expect([await here.commit(room, storage), await here.jobs()]).toEqual([1, 2]);
  const fresh = await here.create("new");
  await here.commit(fresh, storage);
  expect((await here.events()).map(([, id]) => id)).toEqual(["a", "new"]);
  await here.advance(windowMs);
  await here.advance(windowMs);
  expect((await here.events()).map(([, id]) => id)).toEqual(["a", "new", "a"]);
  expect(await here.jobs()).toBe(0);
});

test("[OB4] a room is reported under its present id, and not once it was deleted", async () => {
  await using here = await world();
  const [a, b] = [await here.create("a"), await here.create("b")];
  for (const room of [a, b, a, b]) await here.commit(room, documents);
  await here.store.rooms.rename(project, "a", "renamed");
  await here.store.rooms.delete(project, "b", 1);
  await here.create("b");
  await here.advance(windowMs);
  expect((await here.events()).slice(2).map(([, id]) => id)).toEqual(["renamed"]);
  expect(await here.jobs()).toBe(0);
});

test("[OB4] whatever happens, each change is followed by an event, and no two are within one window", async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.constant({ kind: "commit" as const }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("advance" as const), byMs: fc.nat(windowMs) }) },
    fc.constantFrom({ kind: "fail" as const }, { kind: "unload" as const }, { kind: "restart" as const }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await using here = await world();
      let room = await here.create("a");
      /** When changes were made, and when events were found, by this clock. */
      let lastChange = -Infinity;
      const found: number[] = [];
      const look = async () => {
        const { length } = await here.events();
        while (found.length < length) found.push(here.clock.monotonic());
      };
      for (const one of steps) {
        if (one.kind === "commit") {
          await here.commit(room, storage);
          lastChange = here.clock.monotonic();
        } else if (one.kind === "advance") {
          for (let left = one.byMs; left > 0; left -= 5_000) {
            await here.advance(Math.min(left, 5_000));
            await look();
          }
        } else {
          if (one.kind === "fail") {
            here.handOver(room, storage);
            room.effects.settled(false);
          }
          room.effects.close();
          if (one.kind === "restart") await here.restart();
          room = await here.open("a");
        }
        await look();
      }
      for (let left = 2 * windowMs; left > 0; left -= 5_000) {
        await here.advance(5_000);
        await look();
      }
      expect(await here.jobs()).toBe(0);
      expect(found.length > 0).toBe(lastChange > -Infinity);
      expect(found.at(-1) ?? lastChange).toBeGreaterThanOrEqual(lastChange);
      // Events are looked for every five seconds.
      for (const [at, instant] of found.slice(1).entries())
        expect(instant - found[at]!).toBeGreaterThan(windowMs - 5_000);
    }),
    { numRuns: 30 },
  );
}, 120_000);

test("[OB4] [WH3] a webhook's throttle that is shorter has changes reported as often", async () => {
  await using here = await world();
  here.throttle.documentsMs = windowMs / 4;
  const room = await here.create("r");
  const began = here.clock.now();
  for (let quarter = 0; quarter <= 4; quarter++) {
    await here.commit(room, documents);
    await here.commit(room, storage);
    await here.advance(windowMs / 4);
  }
  const now = here.clock.now();
  const times = (await here.events()).map(([type, , at]) => [type, (Number(at) + now - began) / windowMs]);
  expect(times.filter(([type]) => type === "storageUpdated")).toHaveLength(2);
  expect(times.filter(([type]) => type === "ydocUpdated").map(([, at]) => at)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  // One that is longer changes nothing: the endpoint's own throttle does.
  here.throttle.documentsMs = 2 * windowMs;
  await here.commit(room, documents);
  await here.advance(windowMs);
  await here.commit(room, documents);
  expect((await here.events()).filter(([type]) => type === "ydocUpdated")).toHaveLength(7);
});

/** Two processes over one database. Each job is run by the other process than the one that has its room. */
async function twoProcesses() {
  await using stack = new AsyncDisposableStack();
  const clock = createManualClock();
  const store = stack.use(await openStore("sqlite::memory:"));
  await store.outbox.register("test");
  const open = () =>
    createRoomJobs({ projects: { cachedProject: () => ({ versionCreationTimeout: false }) as never }, clock, limits });
  const [owner, other] = [open(), open()];
  await store.rooms.insert(project, newRoom("a"));
  const opened = (await store.roomStore.open({ project, room: "a" as RoomId }, 1))!;
  const effects = owner.open(opened);
  let { seq } = opened;
  const runElsewhere = (asked: Pick<RoomEffects, "begin">) => {
    const runner = held.use(openJobRunner({ records: store.jobs, clock, limits, log }));
    runner.handle(
      createRoomUpdatedHandler({ host: { beginJob: (_address, job) => asked.begin(job) }, store: store.roomStore }),
    );
  };
  const quiet = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  const held = stack.move();
  return {
    owner,
    other,
    runElsewhere,
    async commit() {
      const jobs = effects.committing(storage);
      await store.roomStore.commit({ ...opened, seq: ++seq, puts: [], drops: [], actors: [], jobs });
      effects.settled(true);
      await quiet();
    },
    async advance(byMs: number) {
      await clock.advance(byMs);
      await quiet();
    },
    events: async () => (await store.outbox.read("test", 1_000)).length,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

test("[OB4] a job that another process runs asks the owner of its room, and the next change is reported in time", async () => {
  await using here = await twoProcesses();
  here.runElsewhere(here.owner);
  for (let n = 0; n < 5; n++) {
    await here.commit();
    await here.advance(windowMs);
  }
  expect(await here.events()).toBe(5);
});

test("[OB4] a room whose job began without its owner is reported again, one window after the job was due", async () => {
  await using here = await twoProcesses();
  here.runElsewhere(here.other);
  await here.commit();
  expect(await here.events()).toBe(1);
  await here.advance(windowMs - 1);
  await here.commit();
  expect(await here.events()).toBe(1);
  await here.advance(1);
  await here.commit();
  await here.advance(windowMs);
  expect(await here.events()).toBe(2);
});
