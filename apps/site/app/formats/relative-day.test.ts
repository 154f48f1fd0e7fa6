import { expect, test } from "vitest";
import { relativeDay } from "./relative-day.ts";

const now = new Date("2026-03-10T12:00:00Z");

test.each([
  [0, "Today"],
  [1, "Yesterday"],
  [2, "2d ago"],
  [7, "7d ago"],
  [8, "1w ago"],
  [13, "1w ago"],
  [14, "2w ago"],
  [20, "2w ago"],
  [21, "3w ago"],
  [28, "4w ago"],
  [30, "4w ago"],
  [31, "1mo ago"],
  [59, "1mo ago"],
  [60, "2mo ago"],
  [90, "3mo ago"],
  [364, "12mo ago"],
  [400, "13mo ago"],
])("%i calendar days ago reads %s", (days, label) => {
  expect(relativeDay(new Date(now.getTime() - days * 86_400_000), now, "UTC")).toBe(label);
});

test("a day ends at midnight, not after twenty-four hours", () => {
  const clock = new Date("2026-03-10T00:30:00");
  expect(relativeDay(new Date("2026-03-09T23:50:00"), clock)).toBe("Yesterday");
  expect(relativeDay(new Date("2026-03-10T00:10:00"), clock)).toBe("Today");
});

test("the day is the viewer's, across zones and changes of the clock", () => {
  const at = new Date("2026-03-09T23:30:00Z");
  expect(relativeDay(at, new Date("2026-03-10T00:30:00Z"), "UTC")).toBe("Yesterday");
  expect(relativeDay(at, new Date("2026-03-10T00:30:00Z"), "Europe/Helsinki")).toBe("Today");
  // 8 March 2026 has 23 hours in New York.
  expect(relativeDay(new Date("2026-03-08T05:00:00Z"), new Date("2026-03-09T04:30:00Z"), "America/New_York")).toBe(
    "Yesterday",
  );
});

test("the future counts as today", () => {
  expect(relativeDay(new Date("2026-03-12T12:00:00Z"), now, "UTC")).toBe("Today");
});
