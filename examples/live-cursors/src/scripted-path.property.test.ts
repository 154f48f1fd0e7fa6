import fc from "fast-check";
import { expect, test } from "vitest";
import { roundMs, scriptedPlace } from "./scripted-path.ts";

const number = fc.integer({ min: 0, max: 1_000 });
const time = fc.integer({ min: 0, max: 10 * roundMs });

test("a scripted cursor stays on the canvas, away from its edges", () => {
  fc.assert(
    fc.property(number, time, (which, at) => {
      const { x, y } = scriptedPlace(which, at);
      for (const part of [x, y]) {
        expect(part).toBeGreaterThan(0.1);
        expect(part).toBeLessThan(0.9);
      }
    }),
  );
});

test("a scripted cursor comes back to where it began", () => {
  fc.assert(
    fc.property(number, time, (which, at) => {
      const [first, later] = [scriptedPlace(which, at), scriptedPlace(which, at + roundMs)];
      expect(later.x).toBeCloseTo(first.x, 6);
      expect(later.y).toBeCloseTo(first.y, 6);
    }),
  );
});
