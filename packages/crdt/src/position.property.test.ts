import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isPosition, makePosition, normalisePosition } from "./position.ts";

const digit = fc.oneof(
  fc.constantFrom(" ", "!", "~", "O"),
  fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
);
const position = fc.string({ unit: digit, maxLength: 8 }).map(normalisePosition);

test("[ST10] whatever the text, what is normalised is a position and stays as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const normal = normalisePosition(text);
      expect(isPosition(normal)).toBe(true);
      expect(normalisePosition(normal)).toBe(normal);
      expect(normal === text).toBe(isPosition(text));
    }),
  );
});

test("[ST11] a new position is a position, and lies where it was asked for", () => {
  fc.assert(
    fc.property(position, position, (a, b) => {
      const after = makePosition(a);
      const before = makePosition(undefined, a);
      expect([isPosition(after), isPosition(before)]).toEqual([true, true]);
      expect(before < a && a < after).toBe(true);
      if (a === b) return;
      const [lo, hi] = a < b ? [a, b] : [b, a];
      const between = makePosition(a, b);
      expect(isPosition(between) && lo < between && between < hi).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("[ST11] any sequence of inserts keeps a list in order", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 80 }), (places) => {
      const list: string[] = [];
      for (const place of places) {
        const index = place % (list.length + 1);
        list.splice(index, 0, makePosition(list[index - 1], list[index]));
      }
      expect(list).toEqual([...new Set(list)].sort());
    }),
  );
});
