import fc from "fast-check";
import { expect, test } from "vitest";
import { createClocks, parseOpId } from "./clocks.ts";

test("clocks answer as a set of numbers would and keep the fewest intervals", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(60)), (added) => {
      const clocks = createClocks();
      const model = new Set<number>();
      for (const clock of added) {
        expect(clocks.add(clock)).toBe(!model.has(clock));
        model.add(clock);
      }
      for (let clock = 0; clock <= 61; clock++) expect(clocks.has(clock)).toBe(model.has(clock));
      const starts = [...model].filter((clock) => !model.has(clock - 1)).sort((a, b) => a - b);
      expect(clocks.intervals.filter((_, index) => index % 2 === 0)).toEqual(starts);
      expect(createClocks(clocks.intervals).intervals).toEqual(clocks.intervals);
    }),
  );
});

test("an op id is an actor and a clock, or nothing", () => {
  expect(parseOpId("12:345")).toEqual({ actor: 12, clock: 345 });
  for (const other of ["", ":", "1:", ":1", "a:1", "1:b", "1:2:3", "-1:2", "1: 2", "9999999999999999:1"])
    expect(parseOpId(other)).toBe(undefined);
});
