import { expect, test } from "vitest";
import { initialFilters, initialRegions, isInitial, lastDays, presetOf, readFilters } from "./read-filters.ts";

test("stored filters are read, and invalid ones read as their initial values", () => {
  const stored = { from: "2026-01-01", to: "2026-01-31", metric: "orders" };
  const read = readFilters(stored, { ...initialRegions, europe: false });
  expect(read).toMatchObject(stored);
  expect([...read.regions]).toEqual(["northAmerica", "asiaPacific", "latinAmerica"]);
  for (const wrong of [null, "filters", [], { from: 7, to: "2026-02-31", metric: "profit" }, { from: "1999-01-01" }])
    expect(isInitial(readFilters(wrong, { europe: "no" })), JSON.stringify(wrong)).toBe(true);
});

test("a range is the preset that it equals", () => {
  expect(presetOf(initialFilters)?.label).toBe("90 days");
  expect(presetOf(lastDays(7))?.label).toBe("7 days");
  expect(presetOf({ from: "2026-09-01", to: "2026-09-08" })).toBeUndefined();
});
