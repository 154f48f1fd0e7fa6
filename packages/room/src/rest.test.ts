import { expect, test } from "vitest";
import { createRecordingLink } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";

const writer = { scopes: ["*:write"], storage: "write", version: 8 } as const;

test("a room that was woken for one question sleeps at once when it is let go, and wakes again", async () => {
  const { host, store } = openTestHost();
  store.flushAtOnce();
  await host.readStorage(address, () => undefined);
  expect(host.awake).toBe(1);
  await host.rest(address);
  expect(host.awake).toBe(0);
  await host.rest(address);
  await host.readStorage(address, () => undefined);
  expect(host.awake).toBe(1);
});

test("a room that was asked to stay awake does, and so does one with somebody in it", async () => {
  const { host, store } = openTestHost();
  store.flushAtOnce();
  await host.prewarm(address);
  await host.rest(address);
  expect(host.awake).toBe(1);
  const link = createRecordingLink();
  await host.enter(address, writer, link);
  await host.rest(address);
  expect([host.awake, link.closed]).toEqual([1, undefined]);
});
