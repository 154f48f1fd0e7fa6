import { expect, test } from "vitest";
import { readPins, readPosition, stopAt, stopsOf } from "./read-pins.ts";

const pin = { title: "Lisbon", notes: "", color: "blue", lon: -9.14, lat: 38.72, stop: null };

test("stops are in the order of the route, and the other pins follow by title", () => {
  const read = readPins({
    b: { ...pin, title: "Berlin" },
    a: { ...pin, title: "Accra" },
    second: { ...pin, stop: 2 },
    first: { ...pin, stop: -1 },
  });
  expect(read.map(({ id }) => id)).toEqual(["first", "second", "a", "b"]);
  expect(stopsOf(read).map(({ id }) => id)).toEqual(["first", "second"]);
});

test("what is not a pin is left out, and what is wrong with one is replaced", () => {
  for (const wrong of [null, "pins", [pin], { a: null, b: 7, c: [], d: { ...pin, lat: 91 }, e: { ...pin, lon: "0" } }])
    expect(readPins(wrong)).toEqual([]);
  expect(readPins({ a: { ...pin, title: 7, notes: "x".repeat(9_999), color: "red", stop: Number.NaN } })).toMatchObject(
    [{ title: "", color: "blue", stop: null }],
  );
});

test("positions are on the Earth", () => {
  expect(readPosition({ lon: 180, lat: -90 })).toEqual({ lon: 180, lat: -90 });
  for (const wrong of [null, [], { lon: Number.NaN, lat: 0 }, { lon: 181, lat: 0 }, { lon: 0, lat: Infinity }])
    expect(readPosition(wrong)).toBeNull();
});

test("a stop is placed before the first, between two, and after the last", () => {
  const stops = readPins({ a: { ...pin, stop: 1 }, b: { ...pin, stop: 2 } });
  expect(stopAt([], 0)).toBe(1);
  expect(stopAt(stops, 0)).toBe(0);
  expect(stopAt(stops, 1)).toBe(1.5);
  expect(stopAt(stops, 2)).toBe(3);
});
