import { expect, test } from "vitest";
import { dayOf } from "./dates.ts";
import { initialFilters, initialRegions, lastDays, readFilters } from "./read-filters.ts";
import type { StoredFilters, StoredRegions } from "./room-types.ts";
import { createSales, firstDate, lastDate, sales } from "./sales.ts";
import { summarize } from "./summarize.ts";

function summaryOf(filters: Partial<StoredFilters> = {}, regions: Partial<StoredRegions> = {}) {
  return summarize(readFilters({ ...initialFilters, ...filters }, { ...initialRegions, ...regions }));
}

test("every client generates the same data", () => {
  expect(JSON.stringify(createSales(7))).toBe(JSON.stringify(createSales(7)));
  expect(createSales(7)[0]).not.toEqual(createSales(8)[0]);
  expect(sales.length % (dayOf(lastDate)! - dayOf(firstDate)! + 1)).toBe(0);
});

test("totals, weekdays and channels add up to the sales in the range", () => {
  const range = { from: "2026-08-03", to: "2026-08-30" };
  const sold = sales
    .filter(({ day }) => day >= dayOf(range.from)! && day <= dayOf(range.to)!)
    .reduce((sum, { orders }) => sum + orders, 0);
  const summary = summaryOf({ ...range, metric: "orders" })!;
  expect(summary.totals.orders).toBe(sold);
  expect(summary.channels.reduce((sum, { value }) => sum + value, 0)).toBe(sold);
  expect(summary.channels.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  // Four whole weeks: each weekday is an average of four days.
  expect(summary.weekdays.reduce((sum, { value }) => sum + value * 4, 0)).toBeCloseTo(sold);
  expect(summary.trend).toHaveLength(28);
  expect(summary.trend.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(sold);
});

test("a long range is averaged by weeks that end with it", () => {
  const { trend } = summaryOf(lastDays(365))!;
  expect(trend).toHaveLength(53);
  expect(trend.at(-1)).toMatchObject({ from: "2026-09-24", to: "2026-09-30" });
  expect(trend[0]).toMatchObject({ from: "2025-10-01", to: "2025-10-01" });
});

test("the previous period has the same length, and is left out without data", () => {
  const before = summaryOf({ from: "2026-09-01", to: "2026-09-15" })!;
  const range = summaryOf({ from: "2026-09-16", to: "2026-09-30" })!;
  expect(range.previous).toEqual(before.totals);
  expect(range.trend.map(({ previous }) => previous)).toEqual(before.trend.map(({ value }) => value));
  const earliest = summaryOf({ from: firstDate, to: "2024-10-31" })!;
  expect([earliest.previous, earliest.trend[0]!.previous, earliest.countries[0]!.previous]).toEqual([null, null, null]);
});

test("excluded regions are in no total, and countries are in descending order", () => {
  const { countries, totals } = summaryOf({}, { europe: false, northAmerica: false, asiaPacific: false })!;
  expect(countries.map(({ country }) => country)).toEqual(["Brazil", "Chile", "Argentina"]);
  expect(countries.reduce((sum, row) => sum + row.totals.revenue, 0)).toBe(totals.revenue);
});

test("without regions, or with a range that ends before it begins, there is no data", () => {
  expect(summaryOf({}, { europe: false, northAmerica: false, asiaPacific: false, latinAmerica: false })).toBeNull();
  expect(summaryOf({ from: "2026-09-02", to: "2026-09-01" })).toBeNull();
  expect(summaryOf({ from: "2026-09-02", to: "2026-09-02" })?.days).toBe(1);
});
