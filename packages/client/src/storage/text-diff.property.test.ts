import { applyOperations, canonicalText } from "@weft/crdt/shared";
import type { TextData } from "@weft/protocol/types";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { diffTexts, plainOf } from "./text-diff.ts";

const run = fc.tuple(
  fc.stringMatching(/^[abc 😀]{1,6}$/u),
  fc.constantFrom(undefined, { bold: true }, { bold: true, link: "x" }),
);
const text = fc
  .array(run, { maxLength: 8 })
  .map((runs) =>
    canonicalText(runs.map(([each, attributes]) => (attributes ? [each, attributes] : [each])) as TextData),
  );

test("[CS21] the difference between two texts leads from one to the other", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(applied(before, after)).toEqual(after);
    }),
    { numRuns: 3_000, seed: 1 },
  );
});

test("[CS21] what both texts have is kept", () => {
  const before: TextData = [["The quick brown fox jumps over the dog"]];
  const after: TextData = [["A quick fox "], ["jumps", { bold: true }], [" over the lazy dog"]];
  const operations = diffTexts(before, after);
  expect(applied(before, after)).toEqual(after);
  const removed = operations.filter(({ type }) => type === "delete");
  expect(removed.reduce((sum, each) => sum + (each.type === "delete" ? each.length : 0), 0)).toBeLessThan(12);
  expect(operations.some((each) => each.type === "format" && each.attributes["bold"] === true)).toBe(true);
});

test("[CS21] texts that differ everywhere are replaced between what they share at both ends", () => {
  const before: TextData = [[`<${"a".repeat(5_000)}>`]];
  const after: TextData = [[`<${"b".repeat(5_000)}>`]];
  expect(diffTexts(before, after)).toHaveLength(2);
  expect(plainOf(applied(before, after))).toBe(plainOf(after));
});

/** Surrogate pairs may be cut in between, which `applyOperations` does not do: each half is applied with its pair. */
function applied(before: TextData, after: TextData): TextData {
  return canonicalText(applyOperations(before, diffTexts(before, after)).data);
}
