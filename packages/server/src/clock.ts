import type { Clock } from "@weft/room";

/** The machine's clocks and the event loop's timers. */
export const systemClock: Clock = {
  monotonic: () => performance.now(),
  now: () => Date.now(),
  setTimer(afterMs, run) {
    const timer = setTimeout(run, afterMs);
    return { cancel: () => clearTimeout(timer) };
  },
  yieldToEventLoop: () => new Promise((resolve) => setImmediate(resolve)),
  defer: (run) => void setImmediate(run),
};
