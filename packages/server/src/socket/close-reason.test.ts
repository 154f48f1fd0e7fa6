import fc from "fast-check";
import { expect, test } from "vitest";
import { closeReason } from "./close-reason.ts";

test("the reason of a close is as long as it may be, and ends with a whole character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (reason) => {
      const fitted = closeReason(reason);
      expect(reason.startsWith(fitted)).toBe(true);
      expect(fitted.isWellFormed()).toBe(true);
      expect(Buffer.byteLength(fitted)).toBeLessThanOrEqual(123);
      const next = String.fromCodePoint(reason.codePointAt(fitted.length) ?? 0);
      if (fitted.length < reason.length) expect(Buffer.byteLength(fitted + next)).toBeGreaterThan(123);
    }),
  );
  expect(closeReason(`${"x".repeat(121)}😀`)).toBe("x".repeat(121));
});
