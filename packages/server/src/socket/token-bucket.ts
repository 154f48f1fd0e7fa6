/** A rate with a burst. It always grants a request and returns how long to wait until the debt is repaid. */
export interface TokenBucket {
  /** Milliseconds until the bucket is out of debt: 0 while the rate is kept. */
  take(amount: number, now: number): number;
}

export function createTokenBucket(perSecond: number, burst: number, now: number): TokenBucket {
  return new Bucket(perSecond, burst, now);
}

/** A class, since each connection has several. */
class Bucket implements TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  #level: number;
  #at: number;

  constructor(perSecond: number, burst: number, now: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#level = burst;
    this.#at = now;
  }

  take(amount: number, now: number): number {
    const refilled = this.#level + ((now - this.#at) * this.#perSecond) / 1_000;
    const level = Math.min(this.#burst, refilled) - amount;
    this.#level = level;
    this.#at = now;
    return level >= 0 ? 0 : Math.ceil((-level * 1_000) / this.#perSecond);
  }
}
