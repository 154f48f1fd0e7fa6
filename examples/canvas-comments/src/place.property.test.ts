import fc from "fast-check";
import { expect, test } from "vitest";
import { readPlace } from "./place.ts";

test("a thread's pin is on the picture, whatever its metadata", () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (x, y) => {
      const place = readPlace({ x, y });
      for (const fraction of [place.x, place.y]) {
        expect(fraction).toBeGreaterThanOrEqual(0);
        expect(fraction).toBeLessThanOrEqual(1);
      }
    }),
  );
});
