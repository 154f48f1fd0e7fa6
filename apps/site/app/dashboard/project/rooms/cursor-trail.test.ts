import { expect, test } from "vitest";
import { pageNumber, stepBack, stepOn } from "./cursor-trail.ts";

test("pages are left the way they were come", () => {
  const first = { cursor: "", back: "" };
  const second = stepOn(first, "a");
  const third = stepOn(second, "b");
  expect(third).toEqual({ cursor: "b", back: "-~a" });
  expect([first, second, third].map(pageNumber)).toEqual([1, 2, 3]);
  expect(stepBack(third)).toEqual(second);
  expect(stepBack(second)).toEqual(first);
  expect(stepBack(first)).toBeUndefined();
});
