import type { Clock } from "@weft/room";

/** What the clock of the database showed, with the instants of `Clock.monotonic` at which it was asked and had answered. */
export interface ClockReading {
  /** Milliseconds since the epoch, rounded down. */
  readonly at: number;
  readonly askedAt: number;
  readonly answeredAt: number;
}

export interface DatabaseClock extends Clock {
  /** Sets the time by a reading, if the reading shows that it is wrong. */
  correct(reading: ClockReading): void;
}

/**
 * A clock that shows the time of this machine until it is first corrected, and from then on that of the database. Servers
 * of one database so agree on what is due and whose lease has ended, whatever their machines show. Between readings it
 * goes on by the clock that never jumps, so that a machine whose time is set anew is not noticed.
 */
export function createDatabaseClock(machine: Clock): DatabaseClock {
  /** What the clock shows when `monotonic` is 0. */
  let origin: number | undefined;
  return {
    monotonic: () => machine.monotonic(),
    setTimer: (afterMs, run) => machine.setTimer(afterMs, run),
    yieldToEventLoop: () => machine.yieldToEventLoop(),
    defer: (run) => machine.defer(run),
    now: () => (origin === undefined ? machine.now() : Math.floor(origin + machine.monotonic())),
    correct({ at, askedAt, answeredAt }) {
      const known = origin ?? machine.now() - machine.monotonic();
      // Nothing says when between the two the database looked.
      origin = Math.min(Math.max(known, at - answeredAt), at + 1 - askedAt);
    },
  };
}
