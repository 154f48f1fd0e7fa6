/** A rate with a burst. It always grants a request and returns how long to wait until the debt is repaid. */
export interface TokenBucket {
  /** Milliseconds until the bucket is out of debt: 0 while the rate is kept. */
  take(amount: number, now: number): number;
}

export function createTokenBucket(perSecond: number, burst: number, now: number): TokenBucket {
  let level = burst;
  let at = now;
  return {
    take(amount, time) {
      level = Math.min(burst, level + ((time - at) * perSecond) / 1_000) - amount;
      at = time;
      return level >= 0 ? 0 : Math.ceil((-level * 1_000) / perSecond);
    },
  };
}
