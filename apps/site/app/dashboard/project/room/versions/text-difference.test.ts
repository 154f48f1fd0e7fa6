import fc from "fast-check";
import { expect, test } from "vitest";
import { blocksOf, differenceOf } from "./text-difference.ts";
import type { DifferenceRow, Side } from "./text-difference.ts";

const textOf = (side: Side | undefined) => side?.pieces.map(({ text }) => text).join("");
const shown = (rows: readonly DifferenceRow[]) =>
  rows.map((row) => [row.kind, textOf(row.old) ?? null, textOf(row.new) ?? null]);

test("unchanged, removed, added and changed lines are shown side by side", () => {
  expect(shown(differenceOf("a\nb\nthe warp is red\nd", "a\nthe warp is blue\nd\ne"))).toEqual([
    ["same", "a", "a"],
    ["removed", "b", null],
    ["changed", "the warp is red", "the warp is blue"],
    ["same", "d", "d"],
    ["added", null, "e"],
  ]);
});

test("the changed words of a changed line are marked", () => {
  const [row] = differenceOf("the warp is red, and old", "the weft is red, and old");
  expect(row).toMatchObject({
    kind: "changed",
    old: { pieces: [{ text: "the ", changed: false }, { text: "warp", changed: true }, { changed: false }] },
    new: { pieces: [{ text: "the " }, { text: "weft", changed: true }, { text: " is red, and old", changed: false }] },
  });
});

test("frequent lines are matched within differing ranges", () => {
  const older = ["{", "  x", "}", "{", "  y", "}"].join("\n");
  const newer = ["{", "  x", "}", "{", "  new", "}", "{", "  y", "}"].join("\n");
  const kinds = differenceOf(older, newer).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "same")).toHaveLength(6);
  expect(kinds.filter((kind) => kind === "added")).toHaveLength(3);
});

test("both texts can be restored from any difference", () => {
  const line = fc.constantFrom("", "a", "b", "a b", "b a", "  ", "é", "{", "}");
  const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (older, newer) => {
      const rows = differenceOf(older, newer);
      const read = (which: "old" | "new") =>
        rows.flatMap((row) => (row[which] ? [textOf(row[which])!] : [])).join("\n");
      expect([read("old"), read("new")]).toEqual([older, newer]);
      for (const which of ["old", "new"] as const)
        expect(rows.flatMap((row) => row[which]?.line ?? [])).toEqual(
          Array.from({ length: (which === "old" ? older : newer).split("\n").length }, (_, at) => at + 1),
        );
      if (older === newer) expect(rows.every(({ kind }) => kind === "same")).toBe(true);
    }),
  );
});

test("long unchanged ranges become gaps", () => {
  const lines = Array.from({ length: 20 }, (_, n) => `line ${n}`);
  const blocks = blocksOf(differenceOf(lines.join("\n"), lines.with(10, "other").join("\n")));
  expect(blocks.map(({ kind, rows }) => [kind, rows.length])).toEqual([
    ["gap", 7],
    ["rows", 8],
    ["gap", 6],
  ]);
});
