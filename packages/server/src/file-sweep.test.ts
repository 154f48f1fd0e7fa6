import { limits } from "@weft/protocol";
import type { Timer } from "@weft/room";
import { pino } from "pino";
import { expect, test } from "vitest";
import { systemClock } from "./clock.ts";
import { openFileSweep } from "./file-sweep.ts";

/** A sweep whose collections end when the test says so, on a clock that moves when it says so. */
function openSweep() {
  const collections: PromiseWithResolvers<void>[] = [];
  const timers = new Map<Timer, () => void>();
  const sweep = openFileSweep({
    files: {
      async collect() {
        const collection = Promise.withResolvers<void>();
        collections.push(collection);
        return collection.promise;
      },
    },
    clock: {
      ...systemClock,
      setTimer(_afterMs, run) {
        const timer = { cancel: () => void timers.delete(timer) };
        timers.set(timer, run);
        return timer;
      },
    },
    limits,
    log: pino({ level: "silent" }),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    sweep,
    collections,
    timers,
    async end(index: number, error?: Error) {
      if (error === undefined) collections[index]!.resolve();
      else collections[index]!.reject(error);
      await settle();
    },
    async tick() {
      for (const run of timers.values()) run();
      await settle();
    },
  };
}

test("it collects at start and now and then, also after a failure", async () => {
  const under = openSweep();
  expect(under.collections).toHaveLength(1);
  await under.end(0, new Error("The bucket is away."));
  expect(under.timers.size).toBe(1);
  await under.tick();
  expect(under.collections).toHaveLength(2);
  await under.end(1);
  expect(under.timers.size).toBe(1);
  await under.sweep[Symbol.asyncDispose]();
  expect(under.timers.size).toBe(0);
});

test("asked for while it collects, it collects once more afterwards", async () => {
  const under = openSweep();
  under.sweep.soon();
  under.sweep.soon();
  expect(under.collections).toHaveLength(1);
  await under.end(0);
  expect(under.collections).toHaveLength(2);
  await under.end(1);
  expect(under.collections).toHaveLength(2);
  under.sweep.soon();
  expect([under.collections.length, under.timers.size]).toEqual([3, 0]);
  await under.end(2);
  expect(under.timers.size).toBe(1);
});

test("closing waits for what has begun, and begins nothing", async () => {
  const under = openSweep();
  under.sweep.soon();
  let closed = false;
  const closing = under.sweep[Symbol.asyncDispose]().then(() => (closed = true));
  await Promise.resolve();
  expect(closed).toBe(false);
  await under.end(0);
  await closing;
  under.sweep.soon();
  expect([under.collections.length, under.timers.size]).toEqual([1, 0]);
});
