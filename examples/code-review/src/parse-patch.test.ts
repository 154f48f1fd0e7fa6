import { expect, test } from "vitest";
import patch from "./discount-codes.patch?raw";
import { parsePatch } from "./parse-patch.ts";

test("a patch has files that are added, changed and deleted", () => {
  expect(parsePatch(patch).map(({ path, kind, hunks }) => [path, kind, hunks.length])).toEqual([
    ["src/cart/coupon.ts", "deleted", 1],
    ["src/cart/discount.ts", "added", 1],
    ["src/cart/total.test.ts", "changed", 1],
    ["src/cart/total.ts", "changed", 2],
    ["src/ui/cart.css", "changed", 1],
  ]);
});

test("lines are numbered on each side from the start of their hunk", () => {
  const [file] = parsePatch(
    [
      "diff --git a/greet.ts b/greet.ts",
      "--- a/greet.ts",
      "+++ b/greet.ts",
      "@@ -3,3 +3,4 @@ function greet() {",
      " one",
      "-two",
      "+2",
      "+-- 3",
      " ",
      "@@ -20 +21 @@",
      "-last",
      "+end",
      "\\ No newline at end of file",
      "",
    ].join("\n"),
  );
  expect(file!.hunks).toEqual([
    {
      header: "@@ -3,3 +3,4 @@ function greet() {",
      lines: [
        { kind: "unchanged", old: 3, new: 3, text: "one" },
        { kind: "removed", old: 4, new: null, text: "two" },
        { kind: "added", old: null, new: 4, text: "2" },
        { kind: "added", old: null, new: 5, text: "-- 3" },
        { kind: "unchanged", old: 5, new: 6, text: "" },
      ],
    },
    {
      header: "@@ -20 +21 @@",
      lines: [
        { kind: "removed", old: 20, new: null, text: "last" },
        { kind: "added", old: null, new: 21, text: "end" },
      ],
    },
  ]);
});

test("an empty patch has no files", () => {
  expect(parsePatch("")).toEqual([]);
});
