import { expect, test } from "vitest";
import { placeAt, readCards } from "./read-cards.ts";
import type { ShownCard } from "./read-cards.ts";

const card = (id: string, place: number): ShownCard => ({ id, title: id, column: "To do", place });

test("cards are ordered by place, and invalid cards are left out", () => {
  const cards = {
    b: { title: "b", column: "To do", place: 2 },
    a: { title: "a", column: "To do", place: 1 },
    c: { title: "c", column: "Done", place: 1 },
    x: { title: "x", column: "Elsewhere", place: 1 },
    y: "not a card",
  };
  const read = readCards(cards);
  expect(read["To do"].map(({ id }) => id)).toEqual(["a", "b"]);
  expect(read.Done.map(({ id }) => id)).toEqual(["c"]);
  expect(readCards(null)["To do"]).toEqual([]);
});

test("a card is placed before the first, between two, and after the last", () => {
  const cards = [card("a", 1), card("b", 2)];
  expect(placeAt([], 0)).toBe(1);
  expect(placeAt(cards, 0)).toBeLessThan(1);
  expect(placeAt(cards, 1)).toBe(1.5);
  expect(placeAt(cards, 2)).toBeGreaterThan(2);
});
