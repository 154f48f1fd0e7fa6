import fc from "fast-check";
import { expect, test } from "vitest";
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
