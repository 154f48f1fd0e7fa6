import { expect, test } from "vitest";
import { lengthOf, shownDays, uptimeOf } from "./status-days.ts";

const today = new Date("2026-03-02T10:00:00Z");
const status = (days: readonly [date: string, available: number, total: number][]) => ({
  slotMinutes: 5,
  keptDays: 4,
  days: days.map(([date, available, total]) => ({ date, available, total })),
});

test("every kept day is shown, and those before the first record are empty", () => {
  const days = shownDays(
    status([
      ["2026-03-01", 280, 288],
      ["2026-03-02", 120, 120],
    ]),
    today,
  );
  expect(days).toEqual([
    { date: "2026-02-27", availability: undefined, unavailableMinutes: 0 },
    { date: "2026-02-28", availability: undefined, unavailableMinutes: 0 },
    { date: "2026-03-01", availability: 280 / 288, unavailableMinutes: 40 },
    { date: "2026-03-02", availability: 1, unavailableMinutes: 0 },
  ]);
});

test.for([
  [[], undefined],
  [[["a", 288, 288]], "100%"],
  [[["a", 99_999, 100_000]], "99.99%"],
  [
    [
      ["a", 1, 2],
      ["b", 0, 2],
    ],
    "25.00%",
  ],
] as const)("uptime of %j is %s", ([days, text]) => {
  expect(uptimeOf(status([...days] as [string, number, number][]))).toBe(text);
});

test.for([
  [25, "25 min"],
  [60, "1 h"],
  [185, "3 h 5 min"],
] as const)("%i minutes are %s", ([minutes, text]) => {
  expect(lengthOf(minutes)).toBe(text);
});
