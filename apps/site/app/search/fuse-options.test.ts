import { expect, test } from "vitest";
import { fuseOptions } from "./fuse-options.ts";

test("titles weigh most, then keywords, then breadcrumbs, and a match may be 0.3 off", () => {
  expect(fuseOptions.threshold).toBe(0.3);
  expect(fuseOptions.keys).toEqual([
    { name: "title", weight: 50 },
    { name: "keywords", weight: 1 },
    { name: "path", weight: 0.5 },
  ]);
});
