import { expect, test } from "vitest";
import { createRecordingSocket } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";

const writer = { scopes: ["*:write"], storage: "write", version: 8 } as const;

test("a room that was loaded for one request is unloaded when it is released, and can be loaded again", async () => {
  const { host, store } = openTestHost();
  store.flushAtOnce();
  await host.storageText(address, { kind: "json" });
  expect(host.awake).toBe(1);
  await host.unloadIfIdle(address);
  expect(host.awake).toBe(0);
  await host.unloadIfIdle(address);
  await host.storageText(address, { kind: "json" });
  expect(host.awake).toBe(1);
});

test("a prewarmed room stays in memory, and so does one with a member", async () => {
  const { host, edge, store } = openTestHost();
  store.flushAtOnce();
  await host.prewarm(address);
  await host.unloadIfIdle(address);
  expect(host.awake).toBe(1);
  const socket = createRecordingSocket();
  await edge.enter(address, writer, socket);
  await host.unloadIfIdle(address);
  expect([host.awake, socket.closed]).toEqual([1, undefined]);
});

test("[RM5] a connection that comes at the moment in which its room is unloaded is refused, and no number is given out twice", async () => {
  const { host, edge, store } = openTestHost();
  store.flushAtOnce();
  const first = await edge.enter(address, writer, createRecordingSocket());
  const outcomes: unknown[] = [];
  const late = edge.enter(address, writer, createRecordingSocket()).then(
    ({ actor }) => outcomes.push(actor),
    (error: unknown) => outcomes.push(error),
  );
  const number = host.newActor(address).then(
    (actor) => outcomes.push(actor),
    (error: unknown) => outcomes.push(error),
  );
  await host.close(address, "RESTARTING");
  await Promise.all([late, number]);
  expect(outcomes).toMatchObject([{ code: "RESTARTING" }, { code: "RESTARTING" }]);
  const { actor } = await edge.enter(address, writer, createRecordingSocket());
  expect(actor).toBe(first.actor + 1);
  expect(await host.members(address)).toHaveLength(1);
});
