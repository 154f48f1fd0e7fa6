import { storageDocument } from "@weft/crdt";
import { NodeType } from "@weft/protocol";
import type { Json, VerboseNode } from "@weft/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeInSlices, jsonTexts } from "./text-in-slices.ts";

const text = async (texts: Iterable<string>) => Buffer.concat(await encodeInSlices(texts)).toString("utf8");

test("a big room is written in slices, with turns of the event loop in between", async () => {
  let turns = 0;
  let writing = true;
  const turn = () => {
    turns++;
    if (writing) setImmediate(turn);
  };
  setImmediate(turn);
  const count = 150_000;
  const root: VerboseNode = ["root", { type: NodeType.object, data: {} }];
  const nodes = function* (): Iterable<VerboseNode> {
    yield root;
    for (let n = 0; n < count; n++)
      yield [`1:${n}`, { type: NodeType.object, parentId: "root", parentKey: `k${n}`, data: { x: n, y: n } }];
  };
  const pieces = await encodeInSlices(storageDocument(nodes(), { kind: "json" }));
  writing = false;
  expect(turns).toBeGreaterThan(2);
  const written = JSON.parse(Buffer.concat(pieces).toString("utf8")) as Record<string, unknown>;
  expect(Object.keys(written)).toHaveLength(count);
});

test("any value is written as `JSON.stringify` writes it, in small texts", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      expect(await text(jsonTexts(value as Json))).toBe(JSON.stringify(value));
    }),
  );
  const texts = [...jsonTexts(Array.from({ length: 1_000 }, () => ({ a: [1, "b"] })))];
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(10);
});
