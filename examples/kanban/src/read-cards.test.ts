import { expect, test } from "vitest";
import { readCards } from "./read-cards.ts";

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
