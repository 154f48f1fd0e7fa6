import fc from "fast-check";
import { expect, test } from "vitest";
import { glideTo, hasArrived } from "./glide.ts";
import type { Glide, Point } from "./glide.ts";

const point: fc.Arbitrary<Point> = fc.record({
  x: fc.double({ min: 0, max: 4000, noNaN: true }),
  y: fc.double({ min: 0, max: 4000, noNaN: true }),
});
const seconds = fc.double({ min: 0.001, max: 0.2, noNaN: true });
const still = (at: Point): Glide => ({ at, speed: { x: 0, y: 0 } });

test("from rest, a glide comes ever closer and never swings past its target", () => {
  fc.assert(
    fc.property(point, point, fc.array(seconds, { minLength: 1, maxLength: 20 }), (from, target, steps) => {
      let glide = still(from);
      for (const step of steps) {
        const next = glideTo(target, glide, step);
        for (const axis of ["x", "y"] as const) {
          const before = target[axis] - glide.at[axis];
          const after = target[axis] - next.at[axis];
          expect(Math.abs(after)).toBeLessThanOrEqual(Math.abs(before) + 1e-6);
          if (Math.abs(after) > 1e-6) expect(Math.sign(after)).toBe(Math.sign(before));
        }
        glide = next;
      }
    }),
  );
});

test("many short frames lead to the same place as one long frame", () => {
  fc.assert(
    fc.property(point, point, seconds, fc.integer({ min: 2, max: 30 }), (from, target, duration, frames) => {
      const once = glideTo(target, still(from), duration);
      let glide = still(from);
      for (let frame = 0; frame < frames; frame++) glide = glideTo(target, glide, duration / frames);
      expect(glide.at.x).toBeCloseTo(once.at.x, 4);
      expect(glide.at.y).toBeCloseTo(once.at.y, 4);
    }),
  );
});

test("every glide arrives within a second", () => {
  fc.assert(
    fc.property(point, point, (from, target) => {
      expect(hasArrived(target, glideTo(target, still(from), 1))).toBe(true);
    }),
  );
});
