import { createHash } from "node:crypto";
import { createInProcessSignals, createSharedCounts } from "@weft/collab";
import type { Signals } from "@weft/collab";
import { WeftError } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import { networkOf } from "./network-of.ts";
import { createRateLimiter } from "./rate-limit.ts";

/** The key under which calls are counted together. */
export type Rate = "key" | "user" | "managementToken" | "address" | "page";

/** A node tells the others of its calls in portions: of a burst, so many. */
const portionsOfBurst = 8;

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
export function createRates(
  limits: Limits,
  now: () => number,
  signals: Pick<Signals, "publish" | "subscribe"> = createInProcessSignals(),
): Rates {
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
  const share = (by: "key" | "managementToken", burst: number) => {
    const taken = (key: string, calls: number) => limiters[by].add(key, now(), calls);
    const counts = createSharedCounts({ signals, name: `calls by ${by}`, taken });
    return (key: string) => counts.add(key, 1, burst / portionsOfBurst);
  };
  /** Those that all nodes of a cluster count together. Of the others, each node counts its own. */
  const shared: { readonly [R in Rate]?: (key: string) => void } = {
    key: share("key", limits.restRateBurst),
    managementToken: share("managementToken", limits.managementRateBurst),
  };
  const keyOf = (by: Rate, name: string) => {
    if (by === "address") return networkOf(name);
    // Other nodes receive it: no secret.
    return by === "key" ? createHash("sha256").update(name).digest("base64url") : name;
  };
  return {
    take(by, name, cause) {
      const key = keyOf(by, name);
      const waitMs = limiters[by].take(key, now());
      if (waitMs > 0) throw new TooManyRequests(waitMs, cause);
      shared[by]?.(key);
    },
  };
}
