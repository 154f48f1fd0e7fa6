import fc from "fast-check";
import { expect, test } from "vitest";
import { contains, linesOf, nameOf, positionOf, rangeBetween, readPlace } from "./lines.ts";
import { parsePatch } from "./parse-patch.ts";

const files = parsePatch(
  ["a", "b"]
    .map((name) => `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -8,3 +8,3 @@\n 8\n-9\n+9\n 10\n`)
    .join(""),
);
const lines = linesOf(files[0]!);

test("a range covers the lines of the side on which it begins", () => {
  expect(rangeBetween(lines, 0, 3)).toEqual({ side: "new", line: 8, endLine: 10 });
  expect(rangeBetween(lines, 3, 2)).toEqual({ side: "new", line: 9, endLine: 10 });
  expect(rangeBetween(lines, 1, 3)).toEqual({ side: "old", line: 9, endLine: 10 });
  expect(rangeBetween(lines, 1, 2)).toEqual({ side: "old", line: 9, endLine: 9 });
  const removed = { side: "old", line: 9, endLine: 10 } as const;
  expect(lines.map((line) => contains(removed, line))).toEqual([false, true, false, true]);
});

test("a range has a name", () => {
  expect(nameOf({ side: "new", line: 3, endLine: 3 })).toBe("Line 3");
  expect(nameOf({ side: "old", line: 3, endLine: 5 })).toBe("Lines 3–5 before the change");
});

test("places outside of the change are not read", () => {
  const place = { file: "a", side: "new", line: 8, endLine: 10 } as const;
  expect(readPlace(place, files)).toEqual(place);
  for (const wrong of [
    null,
    "a",
    {},
    { ...place, file: "c" },
    { ...place, side: "both" },
    { ...place, line: 7 },
    { ...place, endLine: 11 },
    { ...place, line: 10, endLine: 8 },
    { ...place, line: null },
    { ...place, endLine: Number.NaN },
  ])
    expect(readPlace(wrong, files)).toBe(null);
});

test("places that are read are in the change, whatever they are", () => {
  const part = fc.oneof(fc.constantFrom("a", "b", "old", "new", 8, 9, 10, -1), fc.anything());
  fc.assert(
    fc.property(part, part, part, part, (file, side, line, endLine) => {
      const place = readPlace({ file, side, line, endLine }, files);
      if (place !== null) expect(positionOf(place, files).every((index) => index >= 0)).toBe(true);
    }),
  );
});
