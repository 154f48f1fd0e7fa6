import { expect, test } from "vitest";
import { createNodeIds } from "./node-ids.ts";

test("ids of one change ascend, and those of two changes differ", () => {
  let drawn = 0;
  const random = () => `${drawn++}`.padEnd(21, "a");
  const [one, other] = [createNodeIds(random), createNodeIds(random)].map((newId) =>
    Array.from({ length: 50_000 }, newId),
  ) as [string[], string[]];
  expect(one.toSorted()).toEqual(one);
  expect(new Set([...one, ...other]).size).toBe(100_000);
});
