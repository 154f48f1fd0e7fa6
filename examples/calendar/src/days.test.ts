import { expect, test } from "vitest";
import { addMonths, dateOf, dayOf, firstDayOfWeek, weekdayOf, weeksOfMonth } from "./days.ts";

const day = (date: string) => dayOf(date)!;

test("texts that are not dates are not days", () => {
  expect(dateOf(day("2028-02-29"))).toBe("2028-02-29");
  for (const wrong of ["2027-02-29", "2027-13-01", "tomorrow", "", 20_000, null]) expect(dayOf(wrong)).toBeNull();
});

test("weeks begin with the first weekday of the language", () => {
  expect(weekdayOf(day("2027-03-18"))).toBe(4);
  expect(weekdayOf(day("1969-12-31"))).toBe(3);
  expect(dateOf(firstDayOfWeek(day("2027-03-18"), 1))).toBe("2027-03-15");
  expect(dateOf(firstDayOfWeek(day("2027-03-18"), 7))).toBe("2027-03-14");
  expect(dateOf(firstDayOfWeek(day("2027-03-14"), 7))).toBe("2027-03-14");
});

test("a month is shown in whole weeks, of which there are as many as it needs", () => {
  const march = weeksOfMonth(day("2027-03-18"), 1);
  expect([dateOf(march[0]![0]!), dateOf(march.at(-1)!.at(-1)!), march.length]).toEqual(["2027-03-01", "2027-04-04", 5]);
  expect(weeksOfMonth(day("2027-02-10"), 1)).toHaveLength(4);
  expect(weeksOfMonth(day("2027-05-10"), 1)).toHaveLength(6);
});

test("a month later is the same date, or the last day of a shorter month", () => {
  expect(dateOf(addMonths(day("2027-01-31"), 1))).toBe("2027-02-28");
  expect(dateOf(addMonths(day("2027-03-31"), -1))).toBe("2027-02-28");
  expect(dateOf(addMonths(day("2027-12-15"), 1))).toBe("2028-01-15");
});
