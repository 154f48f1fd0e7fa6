import { expect, test } from "vitest";
import { parseCodeMeta } from "./code-meta.ts";

test("a file, lines and words are read in any order", () => {
  expect(parseCodeMeta('file="src/App.tsx" {2,4-6} continues /baseUrl/ numbers /a fragment/')).toEqual({
    file: "src/App.tsx",
    lines: new Set([2, 4, 5, 6]),
    words: ["baseUrl", "a fragment"],
    numbers: true,
    continues: true,
    fragment: false,
    own: false,
    fixed: false,
  });
});

test("a file name is not parsed as a list of lines or as a word", () => {
  expect(parseCodeMeta('file="{3}/fragment continues.ts"')).toEqual({
    file: "{3}/fragment continues.ts",
    lines: new Set(),
    words: [],
    numbers: false,
    continues: false,
    fragment: false,
    own: false,
    fixed: false,
  });
});

test("an empty string has no metadata", () => {
  expect(parseCodeMeta("")).toEqual({
    file: undefined,
    lines: new Set(),
    words: [],
    numbers: false,
    continues: false,
    fragment: false,
    own: false,
    fixed: false,
  });
});

test("code for one family of packages, and code that is the same for both, say so", () => {
  expect(parseCodeMeta("continues own")).toMatchObject({ continues: true, own: true, fixed: false });
  expect(parseCodeMeta("fixed")).toMatchObject({ own: false, fixed: true });
});
