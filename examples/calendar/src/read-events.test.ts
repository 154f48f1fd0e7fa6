import { expect, test } from "vitest";
import { readEvents, readRange } from "./read-events.ts";

const start = Date.UTC(2027, 2, 18, 9);
const hour = 3_600_000;
const event = { title: "Review", start, end: start + hour, zone: "Europe/Lisbon", color: "green" };

test("events are in order of time, the longer first", () => {
  const read = readEvents({
    late: { ...event, start: start + hour, end: start + 2 * hour },
    short: event,
    long: { ...event, end: start + 2 * hour },
  });
  expect(read.map(({ id }) => id)).toEqual(["long", "short", "late"]);
  expect(read[1]).toEqual({ id: "short", ...event });
});

test("what is not an event is left out", () => {
  for (const wrong of [null, 7, "events", [event], { a: null, b: [], c: "event", d: { title: "No times" } }])
    expect(readEvents(wrong)).toEqual([]);
  for (const end of [start, start - 1, Number.NaN, Number.POSITIVE_INFINITY, String(start + 1), start + 90 * 24 * hour])
    expect(readRange({ start, end }), String(end)).toBeNull();
  expect(readRange({ start: -1e300, end: 1e300 })).toBeNull();
});

test("unknown zones and colors are replaced, and long titles are cut", () => {
  const [read] = readEvents({ a: { ...event, title: "x".repeat(10_000), zone: "Mars/Olympus", color: "url(x)" } });
  expect(read).toMatchObject({ zone: "UTC", color: "blue" });
  expect(read?.title).toHaveLength(120);
  expect(readEvents({ a: { ...event, title: {} } })[0]?.title).toBe("");
});
