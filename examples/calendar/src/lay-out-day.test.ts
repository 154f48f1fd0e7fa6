import fc from "fast-check";
import { expect, test } from "vitest";
import { dayOf } from "./days.ts";
import { layOutDay } from "./lay-out-day.ts";

const day = dayOf("2027-03-18")!;
const event = (id: string, start: string, end: string) => ({
  id,
  start: Date.parse(`${start}Z`),
  end: Date.parse(`${end}Z`),
});
const at = (id: string, start: string, end: string) => event(id, `2027-03-18T${start}`, `2027-03-18T${end}`);
const places = (events: readonly ReturnType<typeof event>[]) =>
  layOutDay(day, events, "UTC").map(({ event: { id }, column, columns }) => `${id} ${column + 1}/${columns}`);

test("events that overlap share the width, and those that only touch do not", () => {
  expect(places([at("a", "09:00", "10:00"), at("b", "10:00", "11:00")])).toEqual(["a 1/1", "b 1/1"]);
  expect(places([at("a", "09:00", "10:30"), at("b", "10:00", "11:00")])).toEqual(["a 1/2", "b 2/2"]);
  expect(places([at("a", "09:00", "12:00"), at("b", "09:00", "10:00"), at("c", "10:00", "11:00")])).toEqual([
    "a 1/2",
    "b 2/2",
    "c 2/2",
  ]);
});

test("no two events overlap in a column", () => {
  const minutes = fc.integer({ min: 0, max: 1_439 });
  fc.assert(
    fc.property(fc.array(fc.tuple(minutes, minutes), { maxLength: 20 }), (pairs) => {
      const begin = Date.parse("2027-03-18T00:00Z");
      const events = pairs.map(([start, length], index) => ({
        id: String(index),
        start: begin + start * 60_000,
        end: begin + (start + length + 1) * 60_000,
      }));
      const blocks = layOutDay(day, events, "UTC");
      expect(blocks).toHaveLength(events.length);
      for (const [index, a] of blocks.entries()) {
        expect(a.column).toBeLessThan(a.columns);
        for (const b of blocks.slice(index + 1))
          if (a.column === b.column) expect(a.to <= b.from || b.to <= a.from).toBe(true);
      }
    }),
  );
});

test("an event over midnight is in both days", () => {
  const night = [event("night", "2027-03-18T22:00", "2027-03-19T02:00")];
  expect(layOutDay(day, night, "UTC")).toMatchObject([
    { from: 1_320, to: 1_440, startsBefore: false, endsAfter: true },
  ]);
  expect(layOutDay(day + 1, night, "UTC")).toMatchObject([{ from: 0, to: 120, startsBefore: true, endsAfter: false }]);
  expect(layOutDay(day + 2, night, "UTC")).toEqual([]);
  expect(layOutDay(day, night, "Asia/Tokyo")).toEqual([]);
  expect(layOutDay(day + 1, night, "Asia/Tokyo")).toMatchObject([{ from: 420, to: 660 }]);
});

test("an event that ends at midnight is not in the next day", () => {
  const evening = [event("evening", "2027-03-18T22:00", "2027-03-19T00:00")];
  expect(layOutDay(day, evening, "UTC")).toMatchObject([{ from: 1_320, to: 1_440, endsAfter: false }]);
  expect(layOutDay(day + 1, evening, "UTC")).toEqual([]);
});

test("an event over the end of daylight saving time is still drawn", () => {
  // From the first 2:45 to the second 2:15, half an hour later.
  const change = [event("change", "2027-10-31T00:45", "2027-10-31T01:15")];
  expect(layOutDay(dayOf("2027-10-31")!, change, "Europe/Berlin")).toMatchObject([{ from: 165, to: 180 }]);
});
