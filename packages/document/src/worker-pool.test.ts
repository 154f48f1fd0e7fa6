import { expect, test } from "vitest";
import { createWorkerPool } from "./worker-pool.ts";
import type { WorkerThread } from "./worker-thread.ts";

/** A thread that runs nothing, and ends when the test says so. */
function createFakeThread(started: boolean): WorkerThread & { alive: boolean } {
  return {
    alive: true,
    started,
    waiting: 0,
    run: () => new Promise(() => {}),
    end: () => Promise.resolve(),
  };
}

/** A clock on which every wait is over at once, and remembered. */
function createInstantClock() {
  const waits: number[] = [];
  return {
    waits,
    setTimer(afterMs: number, run: () => void) {
      waits.push(afterMs);
      let cancelled = false;
      setImmediate(() => cancelled || run());
      return { cancel: () => void (cancelled = true) };
    },
  };
}

test("[DC36] a worker that cannot be started is tried again after a pause, each time a longer one", async () => {
  const clock = createInstantClock();
  let failing = 4;
  let starts = 0;
  const pool = createWorkerPool({
    size: 1,
    clock,
    start() {
      starts++;
      if (failing-- > 0) throw new Error("No thread is left.");
      return createFakeThread(true);
    },
  });
  const [one, two] = await Promise.all([pool.thread(0), pool.thread(0)]);
  expect(one).toMatchObject({ alive: true });
  expect(two).toBe(one);
  expect(await pool.thread(0)).toBe(one);
  expect(starts).toBe(5);
  expect(clock.waits).toEqual([100, 200, 400, 800]);
  await pool.end();
});

test("[DC36] one that cannot be started at all is given up for those who wait, and tried again for the next", async () => {
  const clock = createInstantClock();
  let broken = true;
  const pool = createWorkerPool({
    size: 1,
    clock,
    start() {
      if (broken) throw new Error("No thread is left.");
      return createFakeThread(true);
    },
  });
  expect(await pool.thread(0)).toMatchObject({
    kind: "noWorker",
    reason: expect.stringContaining("No thread is left."),
  });
  broken = false;
  expect(await pool.thread(0)).toMatchObject({ alive: true });
  expect(Math.max(...clock.waits)).toBeLessThanOrEqual(5_000);
  await pool.end();
});

test("[DC36] a worker that ended before it ran counts as one that could not be started; one that ran does not", async () => {
  const clock = createInstantClock();
  const threads: (WorkerThread & { alive: boolean })[] = [];
  const start = () => threads[threads.push(createFakeThread(threads.length === 1)) - 1]!;
  const pool = createWorkerPool({ size: 1, clock, start });
  expect(await pool.thread(0)).toBe(threads[0]);
  threads[0]!.alive = false;
  expect(await pool.thread(0)).toBe(threads[1]);
  expect(clock.waits).toEqual([100]);
  threads[1]!.alive = false;
  expect(await pool.thread(0)).toBe(threads[2]);
  expect(clock.waits).toEqual([100]);
  await pool.end();
});

test("[DC36] a pool that ends does not keep those waiting who wait for a thread", async () => {
  const timers: (() => void)[] = [];
  const pool = createWorkerPool({
    size: 1,
    clock: { setTimer: (_, run) => ({ cancel: () => void timers.push(run) }) },
    start() {
      throw new Error("No thread is left.");
    },
  });
  const waiting = pool.thread(0);
  await pool.end();
  expect(await waiting).toEqual({ kind: "noWorker", reason: "The server stops." });
});
