import { setImmediate as turnOfEventLoop } from "node:timers/promises";
import { expect, test } from "vitest";
import { eachOf } from "./each.ts";

async function* numbers(count: number) {
  for (let n = 0; n < count; n++) yield n;
}

test("[ND15] every item is worked on once, as many at a time as asked for", async () => {
  const done: number[] = [];
  let running = 0;
  let most = 0;
  const work = async (n: number) => {
    most = Math.max(most, ++running);
    for (let turn = 0; turn <= n % 3; turn++) await turnOfEventLoop();
    running--;
    done.push(n);
  };
  await eachOf(() => numbers(20), work, { concurrency: 4 });
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(most).toBe(4);
});

test("[ND15] the first failure ends the others, and is what the call fails with", async () => {
  const failure = new Error("The third one failed.");
  const begun: number[] = [];
  const ended: unknown[] = [];
  const work = async (n: number, signal: AbortSignal) => {
    begun.push(n);
    if (n === 3) throw failure;
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    ended.push(signal.reason);
    throw new Error("A later failure.");
  };
  await expect(eachOf(() => numbers(100), work, { concurrency: 4 })).rejects.toBe(failure);
  expect(begun).toEqual([0, 1, 2, 3]);
  expect(ended).toEqual([failure, failure, failure]);
});

test("[ND13] work on several items ends with the caller's signal, and its reason", async () => {
  const controller = new AbortController();
  const reason = new Error("Enough.");
  const work = async (n: number, signal: AbortSignal) => {
    if (n === 1) controller.abort(reason);
    signal.throwIfAborted();
  };
  await expect(eachOf(() => numbers(9), work, { concurrency: 2, signal: controller.signal })).rejects.toBe(reason);
});
