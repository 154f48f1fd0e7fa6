import type { Clock } from "@weft/room";
import { settled } from "@weft/room/suites/fakes.ts";

/** Time that passes when a test says so. What is due at one moment runs in the order in which it was asked for. */
export interface VirtualClock extends Clock {
  /** How many timers are set. */
  readonly timers: number;
  /** Lets this many milliseconds pass. */
  advance(byMs: number): void;
  /** The same, letting every promise settle after each moment. */
  advanceAndSettle(byMs: number): Promise<void>;
}

export function createVirtualClock(): VirtualClock {
  let time = 1_000;
  let order = 0;
  const due: { readonly at: number; readonly order: number; readonly run: () => unknown }[] = [];
  const later = (afterMs: number, run: () => unknown) => {
    const entry = { at: time + Math.max(afterMs, 0), order: order++, run };
    let at = due.length;
    while (at > 0 && due[at - 1]!.at > entry.at) at -= 1;
    due.splice(at, 0, entry);
    return { cancel: () => void (due.includes(entry) && due.splice(due.indexOf(entry), 1)) };
  };
  const runNext = (until: number): boolean => {
    const next = due[0];
    if (next === undefined || next.at > until) return false;
    due.shift();
    time = next.at;
    next.run();
    return true;
  };
  return {
    get timers() {
      return due.length;
    },
    monotonic: () => time,
    now: () => 1_800_000_000_000 + time,
    setTimer: later,
    yieldToEventLoop: () => new Promise((resolve) => void later(0, () => resolve())),
    defer: (run) => void later(0, run),
    advance(byMs) {
      const until = time + byMs;
      while (runNext(until)) continue;
      time = until;
    },
    async advanceAndSettle(byMs) {
      const until = time + byMs;
      await settled();
      while (runNext(until)) await settled();
      time = until;
    },
  };
}
