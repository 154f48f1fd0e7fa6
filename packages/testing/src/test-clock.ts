/** Time that passes when a test says so, for clients, network and rooms together. */
import type { Timers } from "@weft/client/environment";
import type { Clock } from "@weft/room";

interface DueTimer {
  readonly at: number;
  /** Timers that are due at the same time run in the order in which they were set. */
  readonly order: number;
  readonly run: () => unknown;
}

export class TestClock implements Clock {
  readonly #startedAt: number;
  readonly #timers = new Set<DueTimer>();
  #now = 0;
  #order = 0;

  /** `startedAt`: milliseconds since the epoch. */
  constructor(startedAt: number) {
    this.#startedAt = startedAt;
  }

  monotonic(): number {
    return this.#now;
  }

  now(): number {
    return this.#startedAt + this.#now;
  }

  setTimer(afterMs: number, run: () => unknown): { cancel(): void } {
    const timer = { at: this.#now + Math.max(0, afterMs), order: this.#order++, run };
    this.#timers.add(timer);
    return { cancel: () => void this.#timers.delete(timer) };
  }

  readonly timers: Timers = { set: (delayMs, callback) => this.setTimer(delayMs, callback) };

  yieldToEventLoop(): Promise<void> {
    return Promise.resolve();
  }

  defer(run: () => void): void {
    queueMicrotask(run);
  }

  /** Lets this many milliseconds pass: runs what falls due, and all that follows from it. */
  async advance(byMs: number): Promise<void> {
    const until = this.#now + byMs;
    await eventLoop();
    for (let timer = this.#next(until); timer !== undefined; timer = this.#next(until)) {
      this.#timers.delete(timer);
      this.#now = Math.max(this.#now, timer.at);
      timer.run();
      await eventLoop();
    }
    this.#now = until;
  }

  #next(until: number): DueTimer | undefined {
    let first: DueTimer | undefined;
    for (const timer of this.#timers)
      if (timer.at <= until && (first === undefined || isBefore(timer, first))) first = timer;
    return first;
  }
}

function isBefore(a: DueTimer, b: DueTimer): boolean {
  return a.at === b.at ? a.order < b.order : a.at < b.at;
}

/** Promises, and modules that are loaded, take some turns of the event loop. */
const turns = 4;

async function eventLoop(): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
