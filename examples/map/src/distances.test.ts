import { expect, test } from "vitest";
import { distanceKm, legsKm, totalKm } from "./distances.ts";

const lisbon = { lon: -9.14, lat: 38.72 };
const newYork = { lon: -74.01, lat: 40.71 };

test("distances are those along great circles", () => {
  expect(Math.round(distanceKm(lisbon, newYork))).toBe(5_423);
  expect(distanceKm(lisbon, lisbon)).toBe(0);
  // A quarter and half of the way around the Earth.
  expect(distanceKm({ lon: 0, lat: 0 }, { lon: 0, lat: 90 })).toBeCloseTo(10_007.56, 1);
  expect(distanceKm({ lon: -90, lat: 0 }, { lon: 90, lat: 0 })).toBeCloseTo(20_015.11, 1);
  // Across the date line.
  expect(distanceKm({ lon: 179.5, lat: 0 }, { lon: -179.5, lat: 0 })).toBeCloseTo(111.2, 1);
});

test("a route is as long as its legs together", () => {
  expect(totalKm([])).toBe(0);
  expect(totalKm([lisbon])).toBe(0);
  expect(legsKm([lisbon, newYork, lisbon])).toHaveLength(2);
  expect(totalKm([lisbon, newYork, lisbon])).toBeCloseTo(2 * distanceKm(lisbon, newYork), 6);
});
