import { expect, test } from "vitest";
import { countOf, formatCount, formatPartialCount } from "./count.ts";

test("thousands are separated", () => {
  expect([0, 999, 1_000, 1_234_567].map(formatCount)).toEqual(["0", "999", "1,000", "1,234,567"]);
});

test("a number that may be larger is marked", () => {
  expect([formatPartialCount(1_200, true), formatPartialCount(0, true), formatPartialCount(3, false)]).toEqual([
    "1,200+",
    "0+",
    "3",
  ]);
});

test("a noun agrees with its number", () => {
  expect(countOf(1, "room")).toBe("1 room");
  expect(countOf(0, "room")).toBe("0 rooms");
  expect(countOf(1_204, "entry", "entries")).toBe("1,204 entries");
});
