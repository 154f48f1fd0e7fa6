import { expect, test } from "vitest";
import { pageNumber, stepBack, stepOn } from "./cursor-trail.ts";

test("going back visits the previous pages in reverse order", () => {
  const first = { cursor: "", back: "" };
  const second = stepOn(first, "a");
  const third = stepOn(second, "b");
  expect(third).toEqual({ cursor: "b", back: "-~a" });
  expect([first, second, third].map(pageNumber)).toEqual([1, 2, 3]);
  expect(stepBack(third)).toEqual(second);
  expect(stepBack(second)).toEqual(first);
  expect(stepBack(first)).toBeUndefined();
});
