import type { Stepwise } from "@weft/crdt";
import type { Clock } from "./ports.ts";

/** Runs steps for this long, and at least one. Returns the result of the last one. */
export function doSlice<T>(work: Stepwise<T>, clock: Clock, sliceMs: number): IteratorResult<undefined, T> {
  const until = clock.monotonic() + sliceMs;
  for (;;) {
    const step = work.next();
    if (step.done === true || clock.monotonic() >= until) return step;
  }
}

/** Runs all steps, slice by slice. */
export async function doInSlices<T>(work: Stepwise<T>, clock: Clock, sliceMs: number): Promise<T> {
  for (;;) {
    const { done, value } = doSlice(work, clock, sliceMs);
    if (done === true) return value;
    await clock.yieldToEventLoop();
  }
}

/** A budget that refills: a burst at once, then a rate per second. It may go into debt. */
export interface Allowance {
  left(now: number): number;
  take(amount: number): void;
}

export function createAllowance(perSecond: number, burst: number): Allowance {
  let level = burst;
  let at = -Infinity;
  return {
    left(now) {
      level = Math.min(burst, level + ((now - at) * perSecond) / 1_000);
      at = now;
      return Math.max(0, level);
    },
    take(amount) {
      level -= amount;
    },
  };
}
