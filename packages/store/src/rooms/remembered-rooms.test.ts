import { createInProcessSignals } from "@weft/collab";
import type { RoomRecord, Signals } from "@weft/collab";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import type { ProjectId, RoomId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { createRememberedRooms } from "./remembered-rooms.ts";
import type { RememberedRooms } from "./remembered-rooms.ts";
import { adapters } from "../testing/adapters.ts";

const record = (id: string): RoomRecord => ({ ...newRoom(id), revision: 1 });
const signals: Signals = createInProcessSignals();

/** Reads a room from memory, or loads it. Whether it was loaded. */
async function isLoaded(
  rooms: RememberedRooms,
  project: string,
  id: string,
  key: number,
  length = 1,
): Promise<boolean> {
  let loaded = false;
  const found = await rooms.find(project, id, async () => {
    loaded = true;
    return { key, record: record(id), length };
  });
  expect(found?.id).toBe(id);
  return loaded;
}

test("the number of remembered rooms is bounded, and the least recently read one goes first", async () => {
  const rooms = createRememberedRooms({ signals, capacity: 2 });
  for (const [key, id] of ["a", "b", "c"].entries()) expect(await isLoaded(rooms, "p", id, key)).toBe(true);
  expect([await isLoaded(rooms, "p", "b", 1), await isLoaded(rooms, "p", "c", 2)]).toEqual([false, false]);
  rooms.entered(1);
  expect([await isLoaded(rooms, "p", "c", 2), await isLoaded(rooms, "p", "b", 1)]).toEqual([false, true]);
  expect(await isLoaded(rooms, "p", "a", 0)).toBe(true);
  expect(rooms.figures).toEqual({ hits: 3, misses: 5, size: 2 });
});

test("rooms of one id in two projects are remembered and forgotten separately", async () => {
  const rooms = createRememberedRooms({ signals });
  for (const [key, project] of ["p", "q"].entries()) await isLoaded(rooms, project, "a", key);
  rooms.changed("q", "a");
  expect([await isLoaded(rooms, "p", "a", 0), await isLoaded(rooms, "q", "a", 1)]).toEqual([false, true]);
});

test("a record that was read while a write of its room was answered is not remembered", async () => {
  for (const write of [
    (rooms: RememberedRooms) => rooms.changed("p", "a"),
    (rooms: RememberedRooms) => rooms.entered(1),
  ]) {
    const rooms = createRememberedRooms({ signals });
    await rooms.find("p", "a", async () => {
      await Promise.resolve();
      write(rooms);
      return { key: 1, record: record("a"), length: 1 };
    });
    expect(await isLoaded(rooms, "p", "a", 1)).toBe(true);
  }
});

test("[PG15] a record is read anew after five seconds, counted from when its read began", async () => {
  let now = 1_000;
  const rooms = createRememberedRooms({ signals, now: () => now });
  await rooms.find("p", "a", async () => {
    now += 1_000;
    return { key: 1, record: record("a"), length: 1 };
  });
  now += 3_999;
  expect(await isLoaded(rooms, "p", "a", 1)).toBe(false);
  now += 1;
  expect(await isLoaded(rooms, "p", "a", 1)).toBe(true);
  expect(await isLoaded(rooms, "p", "a", 1)).toBe(false);
});

test("records with much text are not remembered", async () => {
  const rooms = createRememberedRooms({ signals });
  expect(await isLoaded(rooms, "p", "a", 1, 5_000)).toBe(true);
  expect(await isLoaded(rooms, "p", "a", 1, 5_000)).toBe(true);
});

describe.each(adapters)("%s", (_, open) => {
  const project = "p" as ProjectId;

  test("a record that was read before a user entered has the time of their visit afterwards", async () => {
    await using opened = await open();
    const { rooms, roomStore } = opened.store;
    await rooms.insert(project, newRoom("a"));
    expect((await rooms.find(project, "a"))?.lastConnectionAt).toBeUndefined();
    const awake = (await roomStore.open({ project, room: "a" as RoomId }, 0))!;
    await roomStore.commit({ ...awake, puts: [], drops: [], actors: [], connectedAt: 1_700_000_000_000 });
    expect((await rooms.find(project, "a"))?.lastConnectionAt).toBe(1_700_000_000_000);
  });

  test("[DB13] a read sees every write that was answered before it, even when older reads are on their way", async () => {
    await using opened = await open();
    const { rooms } = opened.store;
    await rooms.insert(project, newRoom("a"));
    for (let revision = 1; revision <= 50; revision++) {
      const before = (await rooms.find(project, "a"))!;
      expect(before.revision).toBe(revision);
      const update = rooms.update(project, { ...before, metadata: new Map([["k", `${revision}`]]) });
      const meanwhile = rooms.find(project, "a");
      await update;
      void rooms.find(project, "a");
      await meanwhile;
      expect((await rooms.find(project, "a"))?.metadata.get("k")).toBe(`${revision}`);
    }
  });

  test("a large record is read in its current state, too", async () => {
    await using opened = await open();
    const { rooms } = opened.store;
    await rooms.insert(project, newRoom("a", { metadata: new Map([["k", "x".repeat(5_000)]]) }));
    const before = (await rooms.find(project, "a"))!;
    await rooms.update(project, { ...before, metadata: new Map([["k", "y"]]) });
    expect((await rooms.find(project, "a"))?.metadata.get("k")).toBe("y");
  });
});
