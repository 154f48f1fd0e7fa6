import type { HeapInfo } from "node:v8";
import { createManualClock } from "@weft/room/suites/fakes.ts";
import { expect, test } from "vitest";
import { watchMemory } from "./watch-memory.ts";

/** A thread whose external memory is measured in turn; undefined: it cannot be measured. */
function threadWith(...measurements: (number | undefined)[]) {
  return {
    async getHeapStatistics() {
      const external = measurements.shift();
      if (external === undefined) throw new Error("Worker instance not running");
      return { external_memory: external } as HeapInfo;
    },
  };
}

test("[KN8] a thread that takes its time to start is watched all the same", async () => {
  const clock = createManualClock();
  let exceeded = 0;
  using _ = watchMemory(threadWith(undefined, undefined, 10, 101), 100, clock, () => exceeded++);
  await clock.advance(75);
  expect(exceeded).toBe(0);
  await clock.advance(25);
  expect(exceeded).toBe(1);
});

test("a watch that is given up measures no more", async () => {
  const clock = createManualClock();
  let exceeded = 0;
  const watch = watchMemory(threadWith(10, 101), 100, clock, () => exceeded++);
  await clock.advance(25);
  watch[Symbol.dispose]();
  await clock.advance(100);
  expect(exceeded).toBe(0);
});
