/** Clients predict the result of their text updates in the room, so both must compute the same. */
import { applyLiveTextOperations, normalizeLiveTextOperations, transformTextOperations } from "@liveblocks/core";
import { applyOperations, canonicalText, transformOperations } from "@weft/crdt";
import type { JsonObject, TextData, TextOperation } from "@weft/protocol";
import * as fc from "fast-check";
import { expect, test } from "vitest";

type Theirs = Parameters<typeof applyLiveTextOperations>;
const theirData = (data: TextData) => structuredClone(data) as unknown as Theirs[0];
const theirOperations = (operations: readonly TextOperation[]) => structuredClone(operations) as unknown as Theirs[1];

const text = fc.oneof(
  fc.stringMatching(/^[ab]{0,4}$/),
  fc.constantFrom("😀", "a😀b", "\ud83d", "\ude00", "", "é"),
  fc.string({ unit: "binary", maxLength: 3 }),
);
const value = fc.constantFrom(true, false, 1, "x", "", null);
const attributes: fc.Arbitrary<JsonObject> = fc.dictionary(fc.constantFrom("b", "i", "toString"), value, {
  maxKeys: 2,
  noNullPrototype: true,
});
const index = fc.oneof(
  { weight: 8, arbitrary: fc.nat(12) },
  { weight: 1, arbitrary: fc.integer({ min: -3, max: 99 }) },
);
const length = fc.oneof(
  { weight: 8, arbitrary: fc.nat(6) },
  { weight: 1, arbitrary: fc.integer({ min: -3, max: 99 }) },
);
const operation: fc.Arbitrary<TextOperation> = fc.oneof(
  fc.record(
    { type: fc.constant("insert" as const), index, text, attributes },
    { requiredKeys: ["type", "index", "text"] },
  ),
  fc.record({ type: fc.constant("delete" as const), index, length }),
  fc.record({ type: fc.constant("format" as const), index, length, attributes }),
);
const operations = fc.array(operation, { maxLength: 6 });
const document: fc.Arbitrary<TextData> = fc
  .array(fc.oneof(fc.tuple(text), fc.tuple(text, attributes)), { maxLength: 5 })
  .map((segments) => canonicalText(segments));

/** Operations as they can be in the room's order: brought into the text that they are applied to. */
const fitted = (data: TextData, list: readonly TextOperation[]) => applyOperations(data, list).operations;

const numRuns = Number(process.env["WEFT_RUNS"] ?? 3_000);
const seeded = process.env["WEFT_SEED"] === undefined ? {} : { seed: Number(process.env["WEFT_SEED"]) };

test("operations are clamped to the text and applied as in a client", () => {
  fc.assert(
    fc.property(document, operations, (data, list) => {
      const ours = applyOperations(data, list);
      const fittedByThem = normalizeLiveTextOperations(theirData(data), theirOperations(list));
      expect(ours.operations).toEqual(fittedByThem);
      expect(ours.data).toEqual(applyLiveTextOperations(theirData(data), fittedByThem));
    }),
    { numRuns, ...seeded },
  );
});

test("text is normalized as in a client", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, attributes), { maxLength: 6 }), (segments) => {
      expect(canonicalText(segments)).toEqual(applyLiveTextOperations(theirData(segments), []));
    }),
    { numRuns, ...seeded },
  );
});

test("operations are transformed over others as in a client, valid or not", () => {
  fc.assert(
    fc.property(operations, operations, fc.constantFrom("before" as const, "after" as const), (list, over, order) => {
      const theirs = transformTextOperations(theirOperations(list), theirOperations(over), order);
      expect(transformOperations(list, over, order).operations).toEqual(theirs);
    }),
    { numRuns, ...seeded },
  );
});

test("a client shows what the room holds, as long as no client inserts half a surrogate pair", () => {
  const isWhole = (list: readonly TextOperation[]) =>
    list.every((each) => each.type !== "insert" || each.text.isWellFormed());
  const whole = operations.filter(isWhole);
  const wholeDocument = document.filter((data) => data.every(([run]) => run.isWellFormed()));
  fc.assert(
    fc.property(wholeDocument, whole, whole, (data, one, other) => {
      const first = fitted(data, one);
      const second = fitted(data, other);
      const room = applyOperations(
        applyOperations(data, first).data,
        transformOperations(second, first, "after").operations,
      );
      const remote = transformTextOperations(theirOperations(first), theirOperations(second), "before");
      const shown = applyLiveTextOperations(applyLiveTextOperations(theirData(data), theirOperations(second)), remote);
      expect(shown).toEqual(room.data);
    }),
    { numRuns, ...seeded },
  );
});
