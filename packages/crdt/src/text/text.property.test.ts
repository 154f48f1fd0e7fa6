import type { TextData, TextOperation } from "@weft/protocol/types";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { textData, textOperations } from "../arbitraries.ts";
import { applyOperations } from "./draft.ts";
import { canonicalText, equalAttributes } from "./segments.ts";
import { Steps } from "./steps.ts";
import { transformOperations } from "./transform.ts";

const document = textData.map(canonicalText);
const after = (data: TextData, operations: readonly TextOperation[]) => applyOperations(data, operations).data;
const plain = (data: TextData) => data.map(([text]) => text).join("");

test("[ST70] updates restated over each other lead to the same text in either order", () => {
  fc.assert(
    fc.property(document, textOperations, textOperations, (data, one, other) => {
      const first = applyOperations(data, one).operations;
      const second = applyOperations(data, other).operations;
      const { operations, over } = transformOperations(second, first, "after");
      expect(after(after(data, second), over)).toEqual(after(after(data, first), operations));
    }),
    { numRuns: 3_000 },
  );
});

test("[ST71] an update brought into the text lies within it, splits no code point, and has the same effect", () => {
  fc.assert(
    fc.property(document, textOperations, (data, given) => {
      const { operations } = applyOperations(data, given);
      let now = data;
      operations.forEach((operation, i) => {
        const text = plain(now);
        const end = operation.type === "insert" ? operation.index : operation.index + operation.length;
        expect(operation.index >= 0 && end >= operation.index && end <= text.length).toBe(true);
        expect(text.slice(0, operation.index).isWellFormed() && text.slice(0, end).isWellFormed()).toBe(true);
        now = after(now, [given[i]!]);
      });
      expect(after(data, operations)).toEqual(now);
      expect(applyOperations(data, operations).operations).toBe(operations);
    }),
    { numRuns: 2_000 },
  );
});

test("[ST72] a text is canonical after any update", () => {
  fc.assert(
    fc.property(textData, textOperations, (data, operations) => {
      const result = after(data, operations);
      for (const [text] of result) expect(text).not.toBe("");
      for (let i = 1; i < result.length; i++) expect(equalAttributes(result[i - 1]![1], result[i]![1])).toBe(false);
      expect(canonicalText(result)).toBe(result);
    }),
    { numRuns: 1_000 },
  );
});

test("a long text is the same in pieces as it is in one", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(20_000), fc.nat(9_000), fc.boolean()), { maxLength: 8 }), (edits) => {
      let expected = "0123456789".repeat(1_500);
      const operations = edits.map(([index, length, inserts]): TextOperation => {
        if (!inserts) return { type: "delete", index, length };
        return { type: "insert", index, text: "x".repeat(length) };
      });
      const { data } = applyOperations([[expected]], operations);
      for (const operation of operations) {
        const { index } = operation;
        const [text, gone] =
          operation.type === "insert" ? [operation.text, 0] : ["", (operation as { length: number }).length];
        expected = expected.slice(0, index) + text + expected.slice(index + gone);
      }
      expect(plain(data)).toBe(expected);
      expect(data.length).toBe(expected === "" ? 0 : 1);
    }),
    { numRuns: 200 },
  );
});

test("[ST76] the work of restating and of applying is counted, and stops at its bound", () => {
  const inserts = Array.from({ length: 1_000 }, (_, i): TextOperation => ({ type: "insert", index: 2 * i, text: "x" }));
  const deletes = Array.from({ length: 1_000 }, (): TextOperation => ({ type: "delete", index: 0, length: 5_000 }));
  const steps = new Steps(10_000);
  const { operations } = transformOperations(deletes, inserts, "after", steps);
  expect(steps.exhausted).toBe(true);
  expect(operations.length).toBeLessThan(12_000);

  const speckled = Array.from({ length: 10_000 }, (_, i): TextData[number] => ["x", { i }]);
  const scattered = Array.from({ length: 1_000 }, (_, i): TextOperation => {
    return { type: "insert", index: i % 2 === 0 ? 0 : 10_000, text: "y" };
  });
  const few = new Steps(100_000);
  expect(applyOperations(speckled, scattered, few).data.length).toBeLessThan(10_020);
  expect(few.exhausted).toBe(true);
});
