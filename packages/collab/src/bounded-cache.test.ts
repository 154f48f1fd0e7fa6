import { expect, test } from "vitest";
import { BoundedCache } from "./bounded-cache.ts";

test("a cache forgets what was not used for longest, and never holds more than it may", () => {
  const cache = new BoundedCache<string, number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  expect(cache.get("a")).toBe(1);
  cache.set("c", 3);
  expect([cache.get("a"), cache.get("b"), cache.get("c"), cache.size]).toEqual([1, undefined, 3, 2]);
  cache.set("a", 4);
  expect([cache.get("a"), cache.get("c"), cache.size]).toEqual([4, 3, 2]);
  cache.deleteWhere((value) => value === 4);
  expect([cache.get("a"), cache.size]).toEqual([undefined, 1]);
});
