import { createHash } from "node:crypto";
import type { Signals } from "@weft/collab";

/** Counts attempts within a window, by key. Successful ones can be given back, so that only failures count. */
export interface Attempts {
  /** Counts attempts before their outcome is known, so that concurrent ones count. Returns 0, or how long to wait. */
  take(key: string, now: number, count?: number): number;
  giveBack(key: string): void;
}

export interface AttemptBounds {
  readonly attempts: number;
  readonly windowMs: number;
  /** The most keys kept; beyond it the oldest are dropped. */
  readonly keys?: number;
}

/** What makes a limit one of all processes of a server. */
export interface SharedLimit {
  /** Names the limit: counts of one name belong together. */
  readonly limit: string;
  readonly signals: Pick<Signals, "publish" | "subscribe">;
  /** The clock of the times that attempts are counted at. */
  readonly now: () => number;
}

/**
 * The attempts at all processes count together. A process that does not receive the counts of the others counts its own:
 * each of them lets the number of attempts pass at most.
 */
export function createAttempts(bounds: AttemptBounds, { limit, signals, now }: SharedLimit): Attempts {
  const attempts = new WindowedAttempts(bounds);
  signals.subscribe("attemptsCounted", (counted, from) => {
    if (from === "elsewhere" && counted.limit === limit) attempts.add(counted.key, now(), counted.count);
  });
  return {
    take(name, at, count = 1) {
      const key = keyOf(name);
      const waitMs = attempts.take(key, at, count);
      if (waitMs === 0) signals.publish({ type: "attemptsCounted", limit, key, count });
      return waitMs;
    },
    giveBack(name) {
      const key = keyOf(name);
      attempts.giveBack(key);
      signals.publish({ type: "attemptsCounted", limit, key, count: -1 });
    },
  };
}

/** Of a fixed length, whatever it is made of, and nothing to be read on the way. */
function keyOf(name: string): string {
  return createHash("sha256").update(name).digest("base64url");
}

class WindowedAttempts {
  readonly #attempts: number;
  readonly #windowMs: number;
  readonly #keys: number;
  readonly #windows = new Map<string, { taken: number; readonly until: number }>();

  constructor({ attempts, windowMs, keys = 100_000 }: AttemptBounds) {
    this.#attempts = attempts;
    this.#windowMs = windowMs;
    this.#keys = keys;
  }

  take(key: string, now: number, count: number): number {
    const window = this.#windows.get(key);
    if (window === undefined || window.until <= now) {
      this.#begin(key, now, count);
      return 0;
    }
    if (window.taken + count > this.#attempts) return window.until - now;
    window.taken += count;
    return 0;
  }

  giveBack(key: string): void {
    const window = this.#windows.get(key);
    if (window === undefined) return;
    if (--window.taken <= 0) this.#windows.delete(key);
  }

  /** Counts what was counted elsewhere, also over the limit. */
  add(key: string, now: number, count: number): void {
    if (count < 0) return this.giveBack(key);
    const window = this.#windows.get(key);
    if (window === undefined || window.until <= now) this.#begin(key, now, count);
    else window.taken += count;
  }

  #begin(key: string, now: number, count: number): void {
    this.#windows.delete(key);
    if (this.#windows.size >= this.#keys) this.#forget(now);
    this.#windows.set(key, { taken: count, until: now + this.#windowMs });
  }

  /** Windows in the order in which they end. */
  #forget(now: number): void {
    for (const [key, { until }] of this.#windows) {
      if (until > now && this.#windows.size < this.#keys) return;
      this.#windows.delete(key);
    }
  }
}
