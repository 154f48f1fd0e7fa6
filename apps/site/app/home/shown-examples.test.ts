import { expect, test } from "vitest";
import { examples } from "../examples/catalogue.ts";
import { shownExamples } from "./shown-examples.server.ts";

test("the home page shows eight examples of the gallery, and counts all of them", () => {
  const { cards, count } = shownExamples();
  expect(cards).toHaveLength(8);
  expect(new Set(cards.map(({ name }) => name)).size).toBe(8);
  expect(count).toBe(examples.length);
  // They stand for the whole product.
  const shown = examples.filter(({ name }) => cards.some((card) => card.name === name));
  expect([...new Set(shown.flatMap(({ features }) => features))]).toEqual(
    expect.arrayContaining(["Presence", "Storage", "Comments", "AI"]),
  );
});
