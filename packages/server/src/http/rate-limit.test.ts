import fc from "fast-check";
import { expect, test } from "vitest";
import { createSignalNetwork } from "@weft/collab/suites/signal-network.ts";
import { limits } from "@weft/protocol";
import { createRates } from "./rates.ts";
import type { Rates } from "./rates.ts";
import { createRateLimiter } from "./rate-limit.ts";

test("[HE11] a key may burst, and then keeps to the rate", () => {
  const limiter = createRateLimiter({ perSecond: 10, burst: 2 });
  expect([limiter.take("a", 0), limiter.take("a", 0), limiter.take("a", 0)]).toEqual([0, 0, 100]);
  expect(limiter.take("b", 0)).toBe(0);
  expect(limiter.take("a", 50)).toBe(50);
  expect(limiter.take("a", 100)).toBe(0);
});

test("[HE11] a caller that waits as long as the answer says is admitted", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 20 }), (perSecond, burst) => {
      const limiter = createRateLimiter({ perSecond, burst });
      for (let n = 0; n < burst; n++) expect(limiter.take("a", 0)).toBe(0);
      const wait = limiter.take("a", 0);
      expect(wait).toBeGreaterThan(0);
      expect(limiter.take("a", Math.ceil(wait))).toBe(0);
    }),
  );
});

test("[HE11] no key is granted more than its burst and its rate allow", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 200 }), (pauses) => {
      const limiter = createRateLimiter({ perSecond: 10, burst: 5 });
      let now = 0;
      let granted = 0;
      for (const pause of pauses) {
        now += pause;
        if (limiter.take("a", now) === 0) granted++;
      }
      expect(granted).toBeLessThanOrEqual(5 + now / 100);
    }),
  );
});

test("keys beyond the bound push out those that have nothing to wait for", () => {
  const limiter = createRateLimiter({ perSecond: 1, burst: 1, keys: 2 });
  limiter.take("idle", 0);
  limiter.take("busy", 5_000);
  limiter.take("new", 5_000);
  expect(limiter.take("busy", 5_000)).toBe(1_000);
});

test("[SG11] calls that were granted elsewhere are taken from a bucket, which owes a burst at most", () => {
  const limiter = createRateLimiter({ perSecond: 1, burst: 4 });
  limiter.add("a", 0, 3);
  expect([limiter.take("a", 0), limiter.take("a", 0)]).toEqual([0, 1_000]);
  limiter.add("a", 0, 100);
  expect(limiter.take("a", 0)).toBe(5_000);
  expect(limiter.take("b", 0)).toBe(0);
});

test("[SG11] the calls of one key at two nodes count together in eighths of a burst, and those of a user do not", async () => {
  const network = createSignalNetwork();
  const own = { restRatePerSecond: 1, restRateBurst: 80, restUserRatePerSecond: 1, restUserRateBurst: 5 };
  const [one, other] = [network.join(), network.join()].map((signals) =>
    createRates({ ...limits, ...own }, () => 0, signals),
  );
  const callAll = (rates: Rates, by: "key" | "user") => {
    for (let calls = 0; ; calls++)
      try {
        rates.take(by, "sk_secret");
      } catch {
        return calls;
      }
  };
  for (let call = 0; call < 49; call++) one!.take("key", "sk_secret");
  await network.settle();
  // Of 49 calls, 40 were told.
  expect(callAll(other!, "key")).toBe(40);
  await network.settle();
  expect(callAll(one!, "key")).toBe(0);
  expect([callAll(one!, "user"), callAll(other!, "user")]).toEqual([5, 5]);
  expect(JSON.stringify(network.published)).not.toContain("sk_secret");
});
