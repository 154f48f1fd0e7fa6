import { expect, test } from "vitest";
import { inOrder, placeAt, placeToMoveTo } from "./places.ts";

const items = [
  { id: "b", place: 2 },
  { id: "a", place: 1 },
  { id: "c", place: 2 },
];

test("items are ordered by place, and by ID if two have the same place", () => {
  expect(inOrder(items).map(({ id }) => id)).toEqual(["a", "b", "c"]);
});

test("an item is placed before the first, between two, and after the last", () => {
  const [a, b] = inOrder(items);
  expect(placeAt([], 0)).toBe(1);
  expect(placeAt([a!, b!], 0)).toBeLessThan(1);
  expect(placeAt([a!, b!], 1)).toBe(1.5);
  expect(placeAt([a!, b!], 2)).toBeGreaterThan(2);
});

test("an item that is moved does not count as one of the others", () => {
  const list = ["a", "b", "c"].map((id, index) => ({ id, place: index + 1 }));
  expect(placeToMoveTo(list, "a", 2)).toBeGreaterThan(3);
  expect(placeToMoveTo(list, "c", 0)).toBeLessThan(1);
  expect(placeToMoveTo(list, "a", 1)).toBe(2.5);
});
