/** Random ops over few ids and keys, so that they collide. For tests only: nothing in the package imports it. */
import { type Json, type Op, type ServerOp } from "@weft/protocol";
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

/** An op without `opId`. */
export const op: fc.Arbitrary<ServerOp> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.constant(1 as const), id, parentKey: position }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom(2 as const, 7 as const), ...placed }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant(3 as const), id, data: fields }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant(4 as const), ...placed, data: fields }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant(5 as const), id }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant(6 as const), id, key }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant(8 as const), ...placed, data: json }) },
);

/** Containers under the root, so that random ops find something to hit. */
export const scaffold: readonly ServerOp[] = [
  { type: 2, id: "0:0", parentId: "root", parentKey: "a" },
  { type: 7, id: "0:1", parentId: "root", parentKey: "b" },
  { type: 4, id: "0:2", parentId: "0:1", parentKey: "a", data: {} },
  { type: 2, id: "0:3", parentId: "0:0", parentKey: "!" },
];

/** Ops as one client sends them, numbered. */
export const sent = fc.array(op, { maxLength: 12 }).map((ops) => ops.map(numbered));

function numbered(each: ServerOp, index: number): Op {
  return { ...each, opId: `1:${index}` };
}
