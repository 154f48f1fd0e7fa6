import { WeftError } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import { networkOf } from "./network-of.ts";
import { createRateLimiter } from "./rate-limit.ts";

/** The key under which calls are counted together. */
export type Rate = "key" | "user" | "managementToken" | "address" | "page";

/** The rates of calls, by caller. All parts of the edge share the same buckets. */
export interface Rates {
  /**
   * Counts a call against a secret key, a user, a management token, or the address of a caller who is none of them; and a
   * request for a page against its network. Throws TOO_MANY_REQUESTS with `cause`, the error that the call would otherwise be refused with.
   */
  take(by: Rate, name: string, cause?: unknown): void;
}

/** A call was over its rate. */
export class TooManyRequests extends WeftError {
  readonly retryAfterSeconds: number;
  constructor(waitMs: number, cause?: unknown) {
    super("TOO_MANY_REQUESTS", { cause });
    this.retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  }
}

/** `now`: monotonic milliseconds. */
export function createRates(limits: Limits, now: () => number): Rates {
  const limiters = {
    key: createRateLimiter({ perSecond: limits.restRatePerSecond, burst: limits.restRateBurst }),
    user: createRateLimiter({ perSecond: limits.restUserRatePerSecond, burst: limits.restUserRateBurst }),
    managementToken: createRateLimiter({
      perSecond: limits.managementRatePerMinute / 60,
      burst: limits.managementRateBurst,
    }),
    address: createRateLimiter({ perSecond: limits.restAddressRatePerSecond, burst: limits.restAddressRateBurst }),
    page: createRateLimiter({ perSecond: limits.pageRatePerSecond, burst: limits.pageRateBurst }),
  };
  return {
    take(by, name, cause) {
      const waitMs = limiters[by].take(by === "address" ? networkOf(name) : name, now());
      if (waitMs > 0) throw new TooManyRequests(waitMs, cause);
    },
  };
}
