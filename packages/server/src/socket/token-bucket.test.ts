import { expect, test } from "vitest";
import { createTokenBucket } from "./token-bucket.ts";

test("[SE6] a burst goes through at once, and what exceeds it waits for as long as the rate needs", () => {
  const bucket = createTokenBucket(10, 5, 0);
  for (let taken = 0; taken < 5; taken++) expect(bucket.take(1, 0)).toBe(0);
  expect(bucket.take(1, 0)).toBe(100);
  expect(bucket.take(1, 0)).toBe(200);
  expect(bucket.take(0, 200)).toBe(0);
});

test("[SE6] a bucket fills up to its burst and no further", () => {
  const bucket = createTokenBucket(10, 5, 0);
  expect(bucket.take(5, 1_000_000)).toBe(0);
  expect(bucket.take(1, 1_000_000)).toBe(100);
});
