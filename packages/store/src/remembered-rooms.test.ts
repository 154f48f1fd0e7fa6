import { newRoom } from "@weft/collab/suites/new-room.ts";
import type { RoomRecord } from "@weft/collab";
import type { ProjectId, RoomId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { createRememberedRooms } from "./remembered-rooms.ts";
import { adapters } from "./testing/adapters.ts";

const record = (id: string): RoomRecord => ({ ...newRoom(id), revision: 1 });

test("never more rooms are remembered than it may hold, and what was read first goes first", () => {
  const rooms = createRememberedRooms(2);
  for (const [at, id] of ["a", "b", "c"].entries()) rooms.remember("p", at, record(id), rooms.forgotten);
  expect(["a", "b", "c"].map((id) => rooms.get("p", id)?.id)).toEqual([undefined, "b", "c"]);
  rooms.forgetKey(1);
  rooms.remember("p", 3, record("d"), rooms.forgotten);
  expect(["b", "c", "d"].map((id) => rooms.get("p", id)?.id)).toEqual([undefined, "c", "d"]);
});

test("rooms of one id in two projects are remembered and forgotten apart", () => {
  const rooms = createRememberedRooms();
  rooms.remember("p", 1, record("a"), rooms.forgotten);
  rooms.remember("q", 2, { ...record("a"), organizationId: "acme" }, rooms.forgotten);
  expect(rooms.get("q", "a")?.organizationId).toBe("acme");
  rooms.forget("q", "a");
  expect([rooms.get("p", "a")?.id, rooms.get("q", "a")]).toEqual(["a", undefined]);
});

test("a record that was read while a write of its room was answered is not remembered", () => {
  const rooms = createRememberedRooms();
  const asOf = rooms.forgotten;
  rooms.forget("p", "a");
  rooms.remember("p", 1, record("a"), asOf);
  expect(rooms.get("p", "a")).toBeUndefined();
});

describe.each(adapters)("%s", (_, open) => {
  const project = "p" as ProjectId;

  test("a record that was read before somebody entered says afterwards when that was", async () => {
    await using opened = await open();
    const { rooms, roomStore } = opened.store;
    await rooms.insert(project, newRoom("a"));
    expect((await rooms.find(project, "a"))?.lastConnectionAt).toBeUndefined();
    const awake = (await roomStore.open({ project, room: "a" as RoomId }, 0))!;
    await roomStore.commit({ ...awake, puts: [], drops: [], actors: [], connectedAt: 1_700_000_000_000 });
    expect((await rooms.find(project, "a"))?.lastConnectionAt).toBe(1_700_000_000_000);
  });

  test("[DB13] a read sees every write that was answered before it, also when older reads are on their way", async () => {
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

  test("a large record is found as it is now, too", async () => {
    await using opened = await open();
    const { rooms } = opened.store;
    await rooms.insert(project, newRoom("a", { metadata: new Map([["k", "x".repeat(5_000)]]) }));
    const before = (await rooms.find(project, "a"))!;
    await rooms.update(project, { ...before, metadata: new Map([["k", "y"]]) });
    expect((await rooms.find(project, "a"))?.metadata.get("k")).toBe("y");
  });
});
