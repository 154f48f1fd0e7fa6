import { createCursors, createEventLog, createRooms, noActivity } from "@weft/collab";
import type { EventRecord } from "@weft/collab";
import { limits } from "@weft/protocol";
import type { DomainEvent, ProjectId } from "@weft/protocol";
import { createManualClock } from "@weft/room/suites/fakes.ts";
import { openStore } from "@weft/store";
import { expect, test } from "vitest";
import { openOutboxLoop } from "./jobs/outbox-loop.ts";

const project = "p" as ProjectId;
const draft = { defaultAccesses: [] };

/** Rooms in a database in memory, whose log may be opened more than once. */
async function world() {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openStore("sqlite::memory:"));
  await store.outbox.register("activity");
  const clock = createManualClock();
  const rooms = createRooms({
    records: store.rooms,
    cursors: createCursors(Buffer.alloc(32, 1)),
    now: () => clock.now(),
  });
  const heard: EventRecord[] = [];
  const disk = { failing: false };
  const open = () => {
    const log = createEventLog({
      outbox: store.outbox,
      records: {
        async write(batch, effects) {
          if (disk.failing) throw new Error("The disk is full.");
          return store.activity.write(batch, effects);
        },
      },
      listed: (events) => void heard.push(...events),
      limits,
    });
    const loop = openOutboxLoop({ outbox: store.outbox, read: () => log.settle(), failed: () => {}, clock, limits });
    return { ...log, [Symbol.asyncDispose]: () => loop[Symbol.asyncDispose]() };
  };
  const listed = async () =>
    (await store.activity.events(project, {}, { limit: 1_000 }))
      .map(({ kind, room }) => `${kind} ${room}`)
      .toReversed();
  const days = () => store.activity.days(project, 0, Number.MAX_SAFE_INTEGER);
  const tell = (events: readonly DomainEvent[]) => store.activity.write(noActivity, { events });
  const held = stack.move();
  return { days, tell, rooms, clock, disk, heard, open, listed, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

test("[OB1] a room that was created and deleted is listed so, once, and told to those who follow", async () => {
  await using here = await world();
  await using log = here.open();
  await here.rooms.create(project, "a", draft);
  await here.clock.advance(5);
  await here.rooms.create(project, "a", draft, { idempotent: true });
  await here.rooms.delete(project, "a");
  await here.rooms.delete(project, "a");
  await log.settle();
  expect(await here.listed()).toEqual(["roomCreated a", "roomDeleted a"]);
  expect(here.heard.map(({ kind, at }) => [kind, here.clock.now() - at])).toEqual([
    ["roomCreated", 5],
    ["roomDeleted", 0],
  ]);
});

test("[OB4] a room that was changed is listed so, at the time of the change", async () => {
  await using here = await world();
  await using log = here.open();
  const updatedAt = new Date(here.clock.now() - 30_000).toISOString();
  const data = { projectId: project, roomId: "a", updatedAt };
  await here.tell([
    { type: "storageUpdated", data },
    { type: "ydocUpdated", data },
  ]);
  await log.settle();
  expect(await here.listed()).toEqual(["storageUpdated a", "ydocUpdated a"]);
  expect(here.heard.map(({ at }) => new Date(at).toISOString())).toEqual([updatedAt, updatedAt]);
});

test("[OB2] what could not be listed is listed later, and nothing twice, by two readers or over a restart", async () => {
  await using here = await world();
  here.disk.failing = true;
  {
    await using log = here.open();
    for (let n = 0; n < 700; n++) await here.rooms.create(project, `room ${n}`, draft);
    await expect(log.settle()).rejects.toThrow("The disk is full.");
  }
  expect(await here.listed()).toEqual([]);
  here.disk.failing = false;
  await using one = here.open();
  await using other = here.open();
  await Promise.allSettled([one.settle(), other.settle(), one.settle()]);
  await one.settle();
  const listed = await here.listed();
  expect([listed.length, new Set(listed).size]).toEqual([700, 700]);
});

test("[OB4] comments are listed with their authors, and counted once by two readers", async () => {
  await using here = await world();
  await using one = here.open();
  await using other = here.open();
  const at = new Date(here.clock.now()).toISOString();
  const thread = { projectId: project, roomId: "a", threadId: "th_1" };
  const comment = (commentId: string) =>
    ({ type: "commentCreated", data: { ...thread, commentId, createdAt: at, createdBy: "ada" } }) as const;
  await here.tell([
    { type: "threadCreated", data: { ...thread, createdAt: at, createdBy: "ada" } },
    comment("cm_1"),
    comment("cm_2"),
    { type: "commentDeleted", data: { ...thread, commentId: "cm_2", deletedAt: at } },
  ]);
  await Promise.all([one.settle(), other.settle()]);
  expect(await here.listed()).toEqual(["threadCreated a", "commentCreated a", "commentCreated a", "commentDeleted a"]);
  expect(here.heard.map(({ user, data }) => [user, data["commentId"]])).toEqual([
    ["ada", undefined],
    ["ada", "cm_1"],
    ["ada", "cm_2"],
    [null, "cm_2"],
  ]);
  expect(await here.days()).toMatchObject([{ comments: 2, notifications: 0 }]);
});
