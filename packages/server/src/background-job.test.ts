import type { Timer } from "@weft/room";
import { expect, test } from "vitest";
import { openBackgroundJob } from "./background-job.ts";
import type { BackgroundJobOptions } from "./background-job.ts";
import { systemClock } from "./clock.ts";

/** A job whose runs the test ends, on a clock that the test advances. */
function openJob(options: Partial<BackgroundJobOptions> = {}) {
  const runs: PromiseWithResolvers<number | void>[] = [];
  const timers = new Map<Timer, { readonly afterMs: number; readonly run: () => void }>();
  const failures: unknown[] = [];
  const job = openBackgroundJob({
    everyMs: 1_000,
    work() {
      const run = Promise.withResolvers<number | void>();
      runs.push(run);
      return run.promise;
    },
    failed: (error) => failures.push(error),
    clock: {
      ...systemClock,
      setTimer(afterMs, run) {
        const timer = { cancel: () => void timers.delete(timer) };
        timers.set(timer, { afterMs, run });
        return timer;
      },
    },
    ...options,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    job,
    runs,
    failures,
    waits: () => [...timers.values()].map(({ afterMs }) => afterMs),
    async end(index: number, outcome?: number | Error) {
      if (outcome instanceof Error) runs[index]!.reject(outcome);
      else runs[index]!.resolve(outcome);
      await settle();
    },
    async tick() {
      for (const { run } of timers.values()) run();
      await settle();
    },
  };
}

test("it runs at start and at intervals, even after a failure", async () => {
  const under = openJob();
  expect(under.runs).toHaveLength(1);
  const away = new Error("The bucket is away.");
  await under.end(0, away);
  expect(under.failures).toEqual([away]);
  expect(under.waits()).toEqual([1_000]);
  await under.tick();
  expect(under.runs).toHaveLength(2);
  await under.end(1);
  expect(under.waits()).toEqual([1_000]);
  await under.job[Symbol.asyncDispose]();
  expect(under.waits()).toEqual([]);
});

test("a run says when there will be more work, or that this is unknown", async () => {
  const under = openJob({ firstAfterMs: 70 });
  expect([under.runs.length, under.waits()]).toEqual([0, [70]]);
  await under.tick();
  await under.end(0, 250);
  expect(under.waits()).toEqual([250]);
  under.job.soon();
  expect([under.runs.length, under.waits()]).toEqual([2, []]);
  await under.end(1, Infinity);
  expect(under.waits()).toEqual([]);
  under.job.soon();
  expect(under.runs).toHaveLength(3);
});

test("requested while it runs, it runs once more afterwards", async () => {
  const under = openJob();
  under.job.soon();
  under.job.soon();
  expect(under.runs).toHaveLength(1);
  await under.end(0);
  expect(under.runs).toHaveLength(2);
  await under.end(1);
  expect(under.runs).toHaveLength(2);
  under.job.soon();
  expect([under.runs.length, under.waits()]).toEqual([3, []]);
  await under.end(2);
  expect(under.waits()).toEqual([1_000]);
});

test("closing waits for a run in progress, and begins none", async () => {
  const under = openJob();
  under.job.soon();
  let closed = false;
  const closing = under.job[Symbol.asyncDispose]().then(() => (closed = true));
  await Promise.resolve();
  expect(closed).toBe(false);
  await under.end(0);
  await closing;
  under.job.soon();
  expect([under.runs.length, under.waits()]).toEqual([1, []]);
});

test("closing waits no longer than its timeout", async () => {
  const under = openJob({ patienceMs: 30 });
  const closing = under.job[Symbol.asyncDispose]();
  expect(under.waits()).toEqual([30]);
  await under.tick();
  await closing;
});
