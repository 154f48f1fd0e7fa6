import type { ProjectId, RoomId } from "@weft/protocol";
import { createManualClock } from "@weft/room/suites/fakes.ts";
import { openStore } from "@weft/store";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openConnectionEventWriter } from "./connection-event-writer.ts";

const address = { project: "p1" as ProjectId, room: "r" as RoomId };
const limits = { connectionEventsMs: 250, connectionEventsWaiting: 3 };

/** A database, and whether it takes writes. */
async function world() {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openStore("sqlite::memory:"));
  await store.outbox.register("test");
  const clock = createManualClock();
  const disk = { full: false, writes: 0 };
  const open = () =>
    openConnectionEventWriter({
      outbox: {
        async add(events) {
          disk.writes++;
          if (disk.full) throw new Error("The disk is full.");
          await store.outbox.add(events);
        },
      },
      subscriptions: { isSubscribed: (project, type) => project === "p1" && type !== "roomCreated" },
      clock,
      limits,
      log: pino({ level: "silent" }),
    });
  const held = stack.move();
  return {
    clock,
    disk,
    open,
    found: async () => (await store.outbox.read("test", 99)).map(({ event }) => event),
    actors: async () =>
      (await store.outbox.read("test", 99)).map(({ event: { data } }) => "connectionId" in data && data.connectionId),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

test("[WH13] connections that enter and leave are written together, for subscribed projects", async () => {
  await using here = await world();
  await using events = here.open();
  const enteredAt = new Date(here.clock.now()).toISOString();
  events.connectionEntered(address, { actor: 1, id: "ada", info: { name: "Ada" } }, 1);
  events.connectionEntered({ ...address, project: "p2" as ProjectId }, { actor: 2 }, 1);
  await here.clock.advance(100);
  const leftAt = new Date(here.clock.now()).toISOString();
  events.connectionLeft(address, { actor: 1 }, 0, 1000);
  expect(here.disk.writes).toBe(0);
  await here.clock.advance(150);
  await expect.poll(here.found).toHaveLength(2);
  const common = { projectId: "p1", roomId: "r", connectionId: 1 };
  const ada = { userId: "ada", userInfo: { name: "Ada" }, numActiveUsers: 1, enteredAt };
  expect(await here.found()).toEqual([
    { type: "userEntered", data: { ...common, ...ada } },
    { type: "userLeft", data: { ...common, userId: null, userInfo: null, numActiveUsers: 0, leftAt } },
  ]);
  expect(here.disk.writes).toBe(1);
});

test("[WH13] a write that failed is repeated, so many events wait, and a stop writes them", async () => {
  await using here = await world();
  const events = here.open();
  here.disk.full = true;
  for (const actor of [1, 2, 3, 4]) events.connectionEntered(address, { actor }, actor);
  await here.clock.advance(250);
  await here.clock.advance(250);
  expect(here.disk.writes).toBeGreaterThanOrEqual(2);
  here.disk.full = false;
  await here.clock.advance(250);
  await expect.poll(here.actors).toEqual([2, 3, 4]);
  events.connectionLeft(address, { actor: 5 }, 3, 1000);
  await events[Symbol.asyncDispose]();
  expect(await here.actors()).toEqual([2, 3, 4, 5]);
});
