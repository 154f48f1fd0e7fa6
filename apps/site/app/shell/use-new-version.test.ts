import { expect, test } from "vitest";
import { isOtherBuild } from "./use-new-version.ts";

test("a page is outdated if the server serves another build, and both are known", () => {
  expect(isOtherBuild("1a2b", "3c4d")).toBe(true);
  expect(isOtherBuild("1a2b", "1a2b")).toBe(false);
  expect(isOtherBuild("1a2b", null)).toBe(false);
  expect(isOtherBuild(undefined, "3c4d")).toBe(false);
});
