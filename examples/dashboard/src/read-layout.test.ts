import { expect, test } from "vitest";
import { readLayout } from "./read-layout.ts";
import { cardIds } from "./room-types.ts";

test("cards are in their stored order, each once", () => {
  const stored = [
    { id: "trend", isHidden: false },
    { id: "figures", isHidden: true },
    { id: "trend", isHidden: true },
    { id: "countries", isHidden: "yes" },
  ];
  expect(readLayout(stored)).toEqual([
    { id: "trend", isHidden: false },
    { id: "figures", isHidden: true },
    { id: "countries", isHidden: false },
    { id: "weekdays", isHidden: false },
    { id: "channels", isHidden: false },
  ]);
});

test("an invalid layout reads as every card", () => {
  for (const wrong of [null, {}, "cards", [null, 7, { id: "clock" }]])
    expect(readLayout(wrong).map(({ id }) => id)).toEqual(cardIds);
});
