import { expect, test } from "vitest";
import { piecesOf, rangeOf } from "./text-pieces.ts";

test("a text is cut at the ends of its marks and at carets", () => {
  const text = "one two three";
  const caret = { index: 5 };
  expect(piecesOf(text, { marked: rangeOf(text, "two"), missing: rangeOf(text, "four") }, [caret])).toEqual([
    { kind: "text", at: 0, text: "one ", marks: [] },
    { kind: "text", at: 4, text: "t", marks: ["marked"] },
    { kind: "caret", caret },
    { kind: "text", at: 5, text: "wo", marks: ["marked"] },
    { kind: "text", at: 7, text: " three", marks: [] },
  ]);
});

test("carets beyond the end are at the end", () => {
  const caret = { index: 99 };
  expect(piecesOf("one", {}, [caret])).toEqual([
    { kind: "text", at: 0, text: "one", marks: [] },
    { kind: "caret", caret },
  ]);
});

test("an empty text has a place for carets", () => {
  expect(piecesOf("", {}, [{ index: 0 }])).toEqual([{ kind: "caret", caret: { index: 0 } }]);
});
