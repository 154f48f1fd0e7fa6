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
