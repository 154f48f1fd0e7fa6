import { setTimeout as pause } from "node:timers/promises";

/** Waits until a condition holds; `why` tells what was missing when it did not in time. */
export async function until(condition: () => boolean, why: () => Error, timeoutMs = 20_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!condition()) {
    if (performance.now() > deadline) throw why();
    await pause(5);
  }
}
