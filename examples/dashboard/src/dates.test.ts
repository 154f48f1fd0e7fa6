import { expect, test } from "vitest";
import { dateOf, dayOf, weekdayOf } from "./dates.ts";

test("dates are days in order, and invalid dates are rejected", () => {
  expect(dateOf(dayOf("2026-09-30")!)).toBe("2026-09-30");
  expect(dayOf("2024-03-01")! - dayOf("2024-02-28")!).toBe(2);
  for (const wrong of ["", "2026-9-3", "2026-02-31", "2026-13-01", "tomorrow", "2026-09-30T00:00:00Z"])
    expect(dayOf(wrong), wrong).toBeNull();
});

test("a day has its weekday", () => {
  expect(["1970-01-01", "2024-10-01", "2026-09-30", "2026-09-27"].map((date) => weekdayOf(dayOf(date)!))).toEqual([
    "Thu",
    "Tue",
    "Wed",
    "Sun",
  ]);
});
