import { expect, test } from "vitest";
import { createRandomIds } from "./random-ids.ts";

test("ids are of 21 characters that are safe in a URL, and none comes twice", () => {
  const next = createRandomIds();
  const ids = Array.from({ length: 2_000 }, next);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[\w-]{21}$/);
});
