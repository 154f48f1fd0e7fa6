import { expect, test } from "vitest";
import { undeliveredText } from "./undelivered-text.ts";

test("deliveries that have not arrived are counted with their share", () => {
  expect(undeliveredText({ attempted: 0, undelivered: 0 })).toBe("—");
  expect(undeliveredText({ attempted: 12, undelivered: 0 })).toBe("0 of 12");
  expect(undeliveredText({ attempted: 3, undelivered: 2 })).toBe("2 of 3 (67%)");
  expect(undeliveredText({ attempted: 1_000, undelivered: 1 })).toBe("1 of 1000 (1%)");
});
