import { setTimeout as pause } from "node:timers/promises";

/** No working operation takes this long, however slow or busy the machine. */
export const hungMs = 60_000;

/** Waits until a condition holds. `why` returns what was missing after a timeout. */
export async function until(condition: () => boolean, why: () => Error, timeoutMs = hungMs): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!condition()) {
    if (performance.now() > deadline) throw why();
    await pause(5);
  }
}
