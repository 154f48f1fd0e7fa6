import fc from "fast-check";
import { expect, test } from "vitest";
import { normalized, similarity, toVectorBytes } from "./vector.ts";

test("a text is as similar to itself as can be, and not at all to one at a right angle or of other dimensions", () => {
  expect(similarity(normalized([3, 4]), toVectorBytes([3, 4]))).toBeCloseTo(1, 2);
  expect(similarity(normalized([3, 4]), toVectorBytes([-3, -4]))).toBeCloseTo(-1, 2);
  expect(similarity(normalized([1, 0]), toVectorBytes([0, 7]))).toBe(0);
  expect(similarity(normalized([1, 0, 0]), toVectorBytes([1, 0]))).toBeUndefined();
});

test("vectors without a direction are similar to nothing", () => {
  for (const none of [
    [0, 0],
    [NaN, 1],
    [Infinity, 1],
  ]) {
    expect(similarity(normalized([1, 0]), toVectorBytes(none))).toBe(0);
    expect(similarity(normalized(none), toVectorBytes([1, 0]))).toBe(0);
  }
});

test("bytes keep the cosine to a hundredth, wherever in a buffer they lie", () => {
  const values = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(values, values, (one, other) => {
      fc.pre(Math.hypot(...one) > 0.01 && Math.hypot(...other) > 0.01);
      const [a, b] = [normalized(one), normalized(other)];
      const cosine = a.reduce((sum, value, at) => sum + value * b[at]!, 0);
      const bytes = toVectorBytes(other);
      const moved = new Uint8Array(bytes.length + 3);
      moved.set(bytes, 3);
      expect(Math.abs(similarity(a, moved.subarray(3))! - cosine)).toBeLessThan(0.02);
    }),
  );
});
