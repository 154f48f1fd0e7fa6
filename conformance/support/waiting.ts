import { setTimeout as pause } from "node:timers/promises";

/** Nothing that works takes this long, however slow or busy the machine. */
export const hungMs = 60_000;

/** Waits until a condition holds; `why` tells what was missing when it did not in time. */
export async function until(condition: () => boolean, why: () => Error, timeoutMs = hungMs): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!condition()) {
    if (performance.now() > deadline) throw why();
    await pause(5);
  }
}
