import { expect, test } from "vitest";
import { moveRange, rangeBetween, resizeRange } from "./move-range.ts";

const range = (start: string, end: string) => ({ start: Date.parse(`${start}Z`), end: Date.parse(`${end}Z`) });
const dayMinutes = 1_440;

test("an event moved over a change of daylight saving time starts at the same time of day", () => {
  // 10:00 to 11:00 in Berlin, on the day before the change and on the day of it.
  const saturday = range("2027-03-27T09:00", "2027-03-27T10:00");
  const sunday = range("2027-03-28T08:00", "2027-03-28T09:00");
  expect(moveRange(saturday, dayMinutes, "Europe/Berlin")).toEqual(sunday);
  expect(moveRange(sunday, -dayMinutes, "Europe/Berlin")).toEqual(saturday);
});

test("an event keeps its length when it is moved over a change", () => {
  const night = range("2027-03-26T23:00", "2027-03-27T05:00");
  const moved = moveRange(night, dayMinutes, "Europe/Berlin");
  expect(moved.end - moved.start).toBe(night.end - night.start);
});

test("an event is at least one step long", () => {
  const hour = range("2027-06-01T09:00", "2027-06-01T10:00");
  expect(resizeRange(hour, 30, "UTC")).toEqual(range("2027-06-01T09:00", "2027-06-01T10:30"));
  expect(resizeRange(hour, -600, "UTC")).toEqual(range("2027-06-01T09:00", "2027-06-01T09:15"));
});

test("a range may be drawn in either direction", () => {
  expect(rangeBetween(120, 60, "UTC")).toEqual(range("1970-01-01T01:00", "1970-01-01T02:00"));
  expect(rangeBetween(60, 60, "UTC")).toEqual(range("1970-01-01T01:00", "1970-01-01T01:15"));
});
