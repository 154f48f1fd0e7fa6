import type { Clock } from "@weft/room";

/** Waits; rejects when the signal aborts. */
export function pause(ms: number, signal: AbortSignal, clock: Pick<Clock, "setTimer">): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const timer = clock.setTimer(ms, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    const stop = () => {
      timer.cancel();
      reject(signal.reason as Error);
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}
