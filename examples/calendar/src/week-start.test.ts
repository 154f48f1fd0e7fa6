import { expect, test } from "vitest";
import { firstWeekdayOf } from "./week-start.ts";

test("the week begins as it does in the language of the user", () => {
  expect(firstWeekdayOf("en-US")).toBe(7);
  expect(firstWeekdayOf("en-GB")).toBe(1);
  expect(firstWeekdayOf("ar-EG")).toBe(6);
});
