/** Random ops over few ids and keys, so that they collide. For tests only: nothing in the package imports it. */
import type { Json, JsonObject, Op, ServerOp, StorageFileId, TextData, TextOperation } from "@weft/protocol/types";
import * as fc from "fast-check";

const names = ["a", "b", "__proto__", "constructor", 'é"\\', "\ud800", "9"];
export const key = fc.constantFrom(...names);
export const id = fc.oneof(
  { weight: 1, arbitrary: fc.constant("root") },
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 14 }).map((n) => `0:${n}`) },
);
const position = fc.oneof(
  fc.constantFrom("!", "!!", '"', "~", "O", " ~", "", "A "),
  fc.string({ maxLength: 4, unit: "binary" }),
);
const place = fc.oneof(key, position);

/** A JSON value as it arrives: out of `JSON.parse`, awkward keys included. */
export const json: fc.Arbitrary<Json> = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(0, 1, -0.5, 1e21, "text", "", true, null, '\u0000\n"é€😀\ud800') },
    { weight: 1, arbitrary: fc.dictionary(key, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  )
  .map((value): Json => JSON.parse(JSON.stringify(value)));

export const fields = fc
  .dictionary(key, json, { maxKeys: 3, noNullPrototype: false })
  .map((data): Record<string, Json> => JSON.parse(JSON.stringify(data)));

const placed = {
  id,
  parentId: id,
  parentKey: place,
  intent: fc.constantFrom(undefined, undefined, "set" as const, "push" as const),
  deletedId: fc.option(id, { nil: undefined }),
};

const attributes = fc.constantFrom<JsonObject | undefined>(
  undefined,
  {},
  { b: true },
  { b: true, i: "x" },
  { b: null },
);
const written = fc.constantFrom("", "a", "bc", "😀", 'é"\\\n');
const index = fc.integer({ min: -1, max: 9 });
export const textData: fc.Arbitrary<TextData> = fc
  .array(fc.tuple(written, attributes), { maxLength: 4 })
  .map((runs) => runs.map(([text, given]): TextData[number] => (given ? [text, given] : [text])));
export const textOperation: fc.Arbitrary<TextOperation> = fc.oneof(
  fc.tuple(index, written, attributes).map(([at, text, given]): TextOperation => {
    return given ? { type: "insert", index: at, text, attributes: given } : { type: "insert", index: at, text };
  }),
  fc.record({ type: fc.constant("delete" as const), index, length: index }),
  fc.record({
    type: fc.constant("format" as const),
    index,
    length: index,
    attributes: attributes.map((patch) => patch ?? { i: null }),
  }),
);
export const textOperations = fc.array(textOperation, { maxLength: 5 });

export const file = fc.record({
  id: fc.constantFrom("fl_aaaaaaaaaaaaaaaaaaaaa", "fl_bbbbbbbbbbbbbbbbbbbbb").map((name) => name as StorageFileId),
  name: written,
  size: fc.nat(9),
  mimeType: fc.constantFrom("", "text/plain"),
});

/** An op without `opId`. */
export const op: fc.Arbitrary<ServerOp> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.constant(1 as const), id, parentKey: position }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom(2 as const, 7 as const), ...placed }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant(3 as const), id, data: fields }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant(4 as const), ...placed, data: fields }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant(5 as const), id }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant(6 as const), id, key }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant(8 as const), ...placed, data: json }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant(9 as const), ...placed, data: textData, version: fc.constantFrom(0, 99) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant(10 as const), id, baseVersion: fc.nat(3), ops: textOperations }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant(11 as const), ...placed, data: file }) },
);

/** Containers under the root, so that random ops find something to hit. */
export const scaffold: readonly ServerOp[] = [
  { type: 2, id: "0:0", parentId: "root", parentKey: "a" },
  { type: 7, id: "0:1", parentId: "root", parentKey: "b" },
  { type: 4, id: "0:2", parentId: "0:1", parentKey: "a", data: {} },
  { type: 2, id: "0:3", parentId: "0:0", parentKey: "!" },
  { type: 9, id: "0:4", parentId: "root", parentKey: "9", data: [["ab"], ["😀", { b: true }]], version: 0 },
];

/** Ops as one client sends them, numbered. */
export const sent = fc.array(op, { maxLength: 12 }).map((ops) => ops.map(numbered));

function numbered(each: ServerOp, nth: number): Op {
  return { ...each, opId: `1:${nth}` };
}
