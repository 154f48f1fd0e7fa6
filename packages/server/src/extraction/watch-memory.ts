import type { Worker } from "node:worker_threads";
import type { Clock, Timer } from "@weft/room";

const everyMs = 25;

/**
 * Calls `exceeded` once a thread holds more bytes than this. The limits of a thread count its JavaScript objects; the contents
 * of its buffers are outside of them.
 */
export function watchMemory(
  worker: Pick<Worker, "getHeapStatistics">,
  bytes: number,
  clock: Pick<Clock, "setTimer">,
  exceeded: () => void,
): Disposable {
  let ended = false;
  const measureLater = (): Timer =>
    clock.setTimer(everyMs, async () => {
      // A thread that is still starting cannot be measured yet, and one that has ended has nothing to be measured.
      const statistics = await worker.getHeapStatistics().catch(() => undefined);
      if (ended) return;
      if (statistics !== undefined && statistics.external_memory > bytes) exceeded();
      else timer = measureLater();
    });
  let timer = measureLater();
  return {
    [Symbol.dispose]() {
      ended = true;
      timer.cancel();
    },
  };
}
