/** Token buckets by key: each holds `burst` calls and regains `perSecond`. */
export interface RateLimiter {
  /** Takes one call. Returns 0 if it was granted, else the milliseconds until one will be. */
  take(key: string, now: number): number;
  /** Calls that were granted elsewhere, even when there are none left. */
  add(key: string, now: number, calls: number): void;
}

export interface RateBounds {
  readonly perSecond: number;
  readonly burst: number;
  /** The most buckets kept; beyond it the fullest ones are dropped, which refuses no call. */
  readonly keys?: number;
}

export function createRateLimiter(bounds: RateBounds): RateLimiter {
  return new TokenBuckets(bounds);
}

interface Bucket {
  left: number;
  at: number;
}

class TokenBuckets implements RateLimiter {
  readonly #perMs: number;
  readonly #burst: number;
  readonly #keys: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor({ perSecond, burst, keys = 10_000 }: RateBounds) {
    this.#perMs = perSecond / 1_000;
    this.#burst = burst;
    this.#keys = keys;
  }

  take(key: string, now: number): number {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      this.#open(key, now, 1);
      return 0;
    }
    bucket.left = Math.min(this.#burst, bucket.left + (now - bucket.at) * this.#perMs);
    bucket.at = now;
    if (bucket.left < 1) return (1 - bucket.left) / this.#perMs;
    bucket.left--;
    return 0;
  }

  add(key: string, now: number, calls: number): void {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) return this.#open(key, now, calls);
    const left = Math.min(this.#burst, bucket.left + (now - bucket.at) * this.#perMs);
    // It owes no more than a burst, however much was granted elsewhere.
    bucket.left = Math.max(-this.#burst, left - calls);
    bucket.at = now;
  }

  #open(key: string, now: number, calls: number): void {
    if (this.#buckets.size >= this.#keys) this.#forget(now);
    this.#buckets.set(key, { left: this.#burst - calls, at: now });
  }

  /** Drops every bucket that is full again; if none is, the oldest. */
  #forget(now: number) {
    for (const [key, { left, at }] of this.#buckets)
      if (left + (now - at) * this.#perMs >= this.#burst) this.#buckets.delete(key);
    if (this.#buckets.size < this.#keys) return;
    const oldest = this.#buckets.keys().next();
    if (!oldest.done) this.#buckets.delete(oldest.value);
  }
}
