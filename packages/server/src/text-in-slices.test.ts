import { storageDocument } from "@weft/crdt";
import { NodeType } from "@weft/protocol";
import type { VerboseNode } from "@weft/protocol";
import { expect, test } from "vitest";
import { encodeInSlices } from "./text-in-slices.ts";

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
