import { expect, test } from "vitest";
import { tidied } from "./titles.ts";

test.each([
  ['"Rooms and limits."', "Rooms and limits"],
  ["Rooms and limits.", "Rooms and limits"],
  ["\n\n  „Räume“ \nand more", "Räume"],
  ["«»\"'", ""],
  ["Don't", "Don't"],
  ['a"b', 'a"b'],
])("the answer %j becomes the title %j", (answer, title) => {
  expect(tidied(answer)).toBe(title);
});

test("a title is cut at the end of a word, and never within a character", () => {
  expect(tidied("word ".repeat(100))).toBe("word ".repeat(12).trim());
  expect(tidied("a" + "😀".repeat(100)).isWellFormed()).toBe(true);
});
