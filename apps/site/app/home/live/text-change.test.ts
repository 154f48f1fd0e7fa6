import { expect, test } from "vitest";
import { changeBetween, lineAndColumn } from "./text-change.ts";

test.each([
  ["a letter at the end", "ab", "abc", 3, { at: 2, removed: 0, inserted: "c" }],
  ["a letter in front", "bc", "abc", 1, { at: 0, removed: 0, inserted: "a" }],
  ["the first of two equal letters", "ab", "aab", 1, { at: 0, removed: 0, inserted: "a" }],
  ["the second of two equal letters", "ab", "aab", 2, { at: 1, removed: 0, inserted: "a" }],
  ["a deletion", "abcd", "ad", 1, { at: 1, removed: 2, inserted: "" }],
  ["a replacement", "one two three", "one 2 three", 5, { at: 4, removed: 3, inserted: "2" }],
  ["everything", "abc", "", 0, { at: 0, removed: 3, inserted: "" }],
] as const)("the change of %s", (_, before, after, caret, change) => {
  expect(changeBetween(before, after, caret)).toEqual(change);
});

test("equal texts have no change", () => {
  expect(changeBetween("same", "same", 2)).toBeUndefined();
});

test("a change makes the new text of the old one, wherever the caret is", () => {
  const texts = ["", "a", "aa", "aba", "abab", "baab"];
  for (const before of texts)
    for (const after of texts)
      for (let caret = 0; caret <= after.length + 1; caret++) {
        const change = changeBetween(before, after, caret) ?? { at: 0, removed: 0, inserted: "" };
        const { at, removed, inserted } = change;
        expect(before.slice(0, at) + inserted + before.slice(at + removed)).toBe(after);
      }
});

test.each([
  [0, 1, 1],
  [3, 1, 4],
  [4, 2, 1],
  [6, 2, 3],
])("index %i is in line %i, column %i", (index, line, column) => {
  expect(lineAndColumn("one\ntwo", index)).toEqual({ line, column });
});
