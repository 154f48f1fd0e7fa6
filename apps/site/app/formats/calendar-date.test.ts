import { expect, test } from "vitest";
import { formatDay, formatMonth } from "./calendar-date.ts";

test("a day is the same for every reader", () => {
  expect(formatDay("2026-11-01")).toBe("November 1, 2026");
  expect(formatMonth("2026-11-01")).toBe("November 2026");
  expect(formatMonth("2026-12-31")).toBe("December 2026");
});
