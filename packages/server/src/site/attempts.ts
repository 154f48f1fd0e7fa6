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

export function createAttempts(bounds: AttemptBounds): Attempts {
  return new WindowedAttempts(bounds);
}

class WindowedAttempts implements Attempts {
  readonly #attempts: number;
  readonly #windowMs: number;
  readonly #keys: number;
  readonly #windows = new Map<string, { taken: number; readonly until: number }>();

  constructor({ attempts, windowMs, keys = 100_000 }: AttemptBounds) {
    this.#attempts = attempts;
    this.#windowMs = windowMs;
    this.#keys = keys;
  }

  take(key: string, now: number, count = 1): number {
    const window = this.#windows.get(key);
    if (window === undefined || window.until <= now) {
      this.#windows.delete(key);
      if (this.#windows.size >= this.#keys) this.#forget(now);
      this.#windows.set(key, { taken: count, until: now + this.#windowMs });
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

  /** Windows in the order in which they end. */
  #forget(now: number): void {
    for (const [key, { until }] of this.#windows) {
      if (until > now && this.#windows.size < this.#keys) return;
      this.#windows.delete(key);
    }
  }
}
