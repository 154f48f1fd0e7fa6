import { expect, test } from "vitest";
import { readUserIds } from "./read-user-ids.ts";

test("ids are read between commas and line breaks, each once", () => {
  expect(readUserIds("ada, grace\n\n alan kay ,ada,")).toEqual(["ada", "grace", "alan kay"]);
  expect(readUserIds("  ")).toEqual([]);
});
