import type { TextData, TextOperation } from "@weft/protocol/types";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { applyOperations } from "./draft.ts";
import { excludeOperations } from "./exclude.ts";
import { Steps } from "./steps.ts";

const edit = fc.record({ kind: fc.nat(5), at: fc.nat(40), size: fc.integer({ min: 1, max: 4 }) });
const edits = fc.array(edit, { maxLength: 6 });
const characters = (data: TextData) => Array.from(data.map(([run]) => run).join(""));

test("[ST75] operations without others before them do the same to the rest of the text", () => {
  fc.assert(
    fc.property(fc.nat(12), edits, edits, (length, before, behind) => {
      let typed = 0xe000;
      const fresh = (count: number) => Array.from({ length: count }, () => String.fromCharCode(typed++)).join("");
      let now: TextData = [[fresh(length)]];
      const start = now;
      const make = ({ kind, at, size }: (typeof before)[number]): TextOperation => {
        const index = at % (characters(now).length + 1);
        const operation: TextOperation =
          kind < 3 ? { type: "insert", index, text: fresh(size) } : { type: "delete", index, length: size };
        now = applyOperations(now, [operation]).data;
        return operation;
      };
      const others = before.map(make);
      const shown = characters(now);
      const foreign = new Set(shown.filter((each) => !characters(start).includes(each)));
      const operations = behind.map(make);
      const seen = characters(now).filter((each) => !foreign.has(each));
      const removed = new Set(shown.filter((each) => !characters(now).includes(each)));

      const excluded = excludeOperations(operations, others, length, new Steps(Infinity));
      expect(excluded.map(({ type }) => type)).toEqual(operations.map(({ type }) => type));
      const kept = characters(applyOperations(start, excluded).data);
      expect(kept.filter((each) => seen.includes(each))).toEqual(seen);
      expect(kept.filter((each) => removed.has(each))).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
});
