import { expect, test } from "vitest";
import { countOf, formatCount } from "./count.ts";

test("thousands stand apart", () => {
  expect([0, 999, 1_000, 1_234_567].map(formatCount)).toEqual(["0", "999", "1,000", "1,234,567"]);
});

test("a noun follows its number", () => {
  expect(countOf(1, "room")).toBe("1 room");
  expect(countOf(0, "room")).toBe("0 rooms");
  expect(countOf(1_204, "entry", "entries")).toBe("1,204 entries");
});
