import { expect, test } from "vitest";
import { shortcutGroups, workingShortcuts } from "./shortcuts.ts";

test("without single keys the sheet lists what still works, and nothing else", () => {
  expect(workingShortcuts(true)).toBe(shortcutGroups);
  expect(workingShortcuts(false).flatMap(({ shortcuts }) => shortcuts.map(({ does }) => does))).toEqual([
    "Search",
    "Open or close the assistant",
    "Close dialog",
  ]);
});
