import { gunzipSync } from "node:zlib";
import type { Limits, ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { limits as platformLimits, WeftError } from "@weft/protocol";
import { expect, test } from "vitest";
import { createMemoryVersionRecords } from "../../suites/memory-version-records.ts";
import { createCursors } from "../cursor.ts";
import { KeyedMutex } from "../keyed-mutex.ts";
import type { VersionRecords } from "./version-records.ts";
import { createVersions } from "./versions.ts";

const room: RoomAddress = { project: "p" as ProjectId, room: "r" as RoomId };
const cursors = createCursors(Buffer.alloc(32, 1));

function open(overrides: Partial<Limits> = {}, replace: (records: VersionRecords) => VersionRecords = (same) => same) {
  const clock = { now: 1_000 };
  const moments: { readonly release: () => void }[] = [];
  const world = { held: false, seq: 0, taken: [] as string[], written: [] as string[] };
  const memory = createMemoryVersionRecords(async ({ room: id }) => (id === "nowhere" ? undefined : 1));
  const versions = createVersions({
    records: replace(memory),
    cursors,
    now: () => clock.now++,
    limits: { ...platformLimits, ...overrides },
    async write({ room: id }, { storage, document }) {
      world.written.push(`${id}: ${Buffer.from(storage).toString().trim()}, ${[...document].join()}`);
    },
    async take({ room: id }) {
      world.taken.push(id);
      if (world.held) await new Promise<void>((release) => moments.push({ release }));
      const seq = ++world.seq;
      return {
        key: 1,
        seq,
        storage: [Buffer.from(`["root",`), Buffer.from(`${seq}]\n`)],
        document: Uint8Array.of(seq),
      };
    },
  });
  return { versions, memory, clock, world, moments };
}

test("[VH1] a version holds what was taken, compressed in the store", async () => {
  const { versions, memory } = open();
  memory.addAuthor(room, 0, "ada");
  const { id, createdAt, authors } = await versions.create(room);
  expect([id, createdAt, authors]).toEqual([expect.stringMatching(/^vh_[\w-]{21}$/), 1_000, ["ada"]]);
  expect(Buffer.from(await versions.storage(room, id)).toString()).toBe('["root",1]\n');
  expect([...(await versions.document(room, id))]).toEqual([1]);
  expect(gunzipSync((await memory.contents(room, id, "document"))!)).toEqual(Buffer.of(1));
});

test("[VH2] pages are followed by cursors of this room's list alone", async () => {
  const { versions } = open();
  for (let n = 0; n < 5; n++) await versions.create(room);
  const first = await versions.page(room, { limit: 2 });
  const second = await versions.page(room, { limit: 2, cursor: first.nextCursor! });
  const third = await versions.page(room, { limit: 2, cursor: second.nextCursor! });
  const seen = [first, second, third].flatMap((page) => page.versions.map(({ createdAt }) => createdAt));
  expect(seen).toEqual([1_004, 1_003, 1_002, 1_001, 1_000]);
  expect(third.nextCursor).toBeNull();
  const whole = await versions.page(room, { limit: 5 });
  expect([whole.versions.length, whole.nextCursor]).toEqual([5, null]);
  const elsewhere = { ...room, room: "other" as RoomId };
  const foreign = versions.page(elsewhere, { limit: 2, cursor: first.nextCursor! });
  await expect(foreign).rejects.toMatchObject({ code: "UNPROCESSABLE_ENTITY" });
});

test("[VH2] who asks from the instant of the last answer misses no version that was being written then", async () => {
  const written: (() => void)[] = [];
  const { versions } = open({}, (records) => ({
    ...records,
    async insert(...version) {
      await new Promise<void>((resolve) => written.push(resolve));
      return records.insert(...version);
    },
  }));
  const making = versions.create(room);
  await expect.poll(() => written.length).toBe(1);
  const before = await versions.since(room);
  expect(before.versions).toEqual([]);
  written[0]!();
  const { id } = await making;
  expect((await versions.since(room, before.requestedAt)).versions.map((version) => version.id)).toEqual([id]);
});

test("[VH3] a project's versions are made one at a time, and only so many wait", async () => {
  const { versions, world, moments } = open({ versionsWaiting: 2 });
  world.held = true;
  const [first, second] = [versions.create(room), versions.create(room)];
  await expect(versions.create(room)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(world.taken).toEqual(["r"]);
  const elsewhere = versions.create({ project: "q" as ProjectId, room: "q" as RoomId });
  expect(world.taken).toEqual(["r", "q"]);
  world.held = false;
  for (const { release } of moments) release();
  await Promise.all([first, second, elsewhere]);
  expect(world.taken).toEqual(["r", "q", "r"]);
  await versions.create(room);
});

test("[VH3] a version that cannot be made keeps no other from being made", async () => {
  const { versions } = open({ versionsWaiting: 2 });
  const nowhere = { ...room, room: "nowhere" as RoomId };
  for (let n = 0; n < 3; n++) await expect(versions.create(nowhere)).rejects.toEqual(new WeftError("ROOM_NOT_FOUND"));
  await versions.create(room);
});

test("[VH4] the oldest versions go", async () => {
  const { versions } = open({ versionsPerRoom: 2 });
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) ids.push((await versions.create(room)).id);
  expect((await versions.since(room)).versions.map(({ id }) => id)).toEqual(ids.slice(2).toReversed());
  await expect(versions.storage(room, ids[0]!)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
});

test("an unknown version is not found", async () => {
  const { versions } = open();
  for (const part of ["storage", "document", "delete"] as const)
    await expect(versions[part](room, "vh_x")).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  const { id } = await versions.create(room);
  await versions.delete(room, id);
  await expect(versions.delete(room, id)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
});

test("[VH5] a version is written into its room again once there is a version of what the room was", async () => {
  const { versions, world } = open();
  const first = await versions.create(room);
  const present = await versions.restore(room, first.id);
  expect(world.written).toEqual([`r: ["root",1], 1`]);
  expect(Buffer.from(await versions.storage(room, present.id)).toString()).toBe(`["root",2]\n`);
  const missing = versions.restore(room, "vh_none");
  await expect(missing).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  expect([world.written.length, world.taken.length]).toEqual([1, 2]);
});

test("[VH5] nothing is written when the room cannot be kept as it is", async () => {
  const { versions, world } = open({ versionsWaiting: 1 });
  const { id } = await versions.create(room);
  world.held = true;
  void versions.create(room);
  await expect(versions.restore(room, id)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(world.written).toEqual([]);
});

const inLaterTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** Versions of one room as two processes make them; `isShared`: whether they have turns. */
function openTwo(isShared: boolean) {
  const mutex = new KeyedMutex();
  const memory = createMemoryVersionRecords(async () => 1);
  const clock = { now: 1_000_000 };
  /** The room: its change number, and what it holds. */
  const world = { seq: 0, storage: "", document: "", writes: 0, secondWritten: Promise.withResolvers<void>() };
  /** What a process waits for before it stores a version that it has taken. */
  const waits = new Map<number, Promise<void>>();
  const openOne = () =>
    createVersions({
      records: {
        ...memory,
        async insert(of, version, bounds) {
          await waits.get(version.seq);
          return memory.insert(of, version, bounds);
        },
      },
      cursors,
      now: () => clock.now++,
      ...(isShared && { inTurn: (of, work) => mutex.run(of.room, work) }),
      async take() {
        const seq = ++world.seq;
        return { key: 1, seq, storage: [Buffer.from(`${seq}`)], document: Buffer.from(`${seq}`) };
      },
      async write(_, { storage, document }) {
        world.storage = Buffer.from(storage).toString();
        // The process that begins first takes longer: until the other has ended, unless that waits for its turn.
        if (++world.writes > 1) await inLaterTurn();
        else if (isShared) for (let turn = 0; turn < 40; turn++) await inLaterTurn();
        else await world.secondWritten.promise;
        world.document = Buffer.from(document).toString();
        if (world.writes > 1) world.secondWritten.resolve();
      },
    });
  return { one: openOne(), other: openOne(), memory, world, waits, clock };
}

/** Makes two versions at once, of which the first is stored late, and answers the authors of each. */
async function authorsOf(isShared: boolean): Promise<readonly (readonly string[])[]> {
  const { one, other, memory, waits } = openTwo(isShared);
  memory.addAuthor(room, 0, "ada");
  memory.addAuthor(room, 1, "ben");
  const late = Promise.withResolvers<void>();
  waits.set(1, late.promise);
  const first = one.create(room);
  await inLaterTurn();
  const second = other.create(room);
  if (!isShared) await second;
  late.resolve();
  return (await Promise.all([first, second])).map(({ authors }) => authors);
}

test("[VH7] of versions that two processes make, each has the authors of its own changes", async () => {
  expect(await authorsOf(true)).toEqual([["ada"], ["ben"]]);
  expect(await authorsOf(false)).toEqual([[], ["ada", "ben"]]);
});

test("[VH7] two processes that restore a room at once leave one of the two versions, and no mixture", async () => {
  const restored = async (isShared: boolean) => {
    const { one, other, world } = openTwo(isShared);
    const [first, second] = [await one.create(room), await one.create(room)];
    await Promise.all([one.restore(room, first.id), other.restore(room, second.id)]);
    return [world.storage, world.document];
  };
  expect(await restored(true)).toEqual(["2", "2"]);
  // The first to begin is the last to end.
  expect(new Set(await restored(false))).toEqual(new Set(["1", "2"]));
});

test("[VH2] who asks from the instant of the last answer misses no version that another process was writing then", async () => {
  const { one, other, waits } = openTwo(true);
  const late = Promise.withResolvers<void>();
  waits.set(1, late.promise);
  const making = one.create(room);
  await inLaterTurn();
  const before = await other.since(room);
  expect(before.versions).toEqual([]);
  late.resolve();
  const { id } = await making;
  expect((await other.since(room, before.requestedAt)).versions.map((version) => version.id)).toEqual([id]);
});
