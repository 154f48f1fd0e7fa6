import { expect, test } from "vitest";
import { daysLeft, periodsBack, spellPeriod } from "./period.ts";

test("months are counted back over the year's end, in UTC", () => {
  expect(periodsBack(new Date("2026-02-01T00:30:00+02:00"), 3)).toEqual(["2026-01", "2025-12", "2025-11"]);
});

test("a month is spelled out", () => {
  expect(spellPeriod("2026-11")).toBe("November 2026");
});

test.for([
  ["2026-11-21T12:00:00Z", 10],
  ["2026-11-30T23:59:59Z", 1],
  ["2026-12-01T00:00:00Z", 0],
  ["2027-01-05T00:00:00Z", 0],
] as const)("at %s November has %i days left", ([now, days]) => {
  expect(daysLeft("2026-12-01T00:00:00.000Z", new Date(now))).toBe(days);
});
