import type { CompactNode, VerboseNode } from "@weft/protocol/types";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { applyMessage, applyOp } from "./apply.ts";
import { scaffold, sent } from "./arbitraries.ts";
import { lsonIn } from "./whole-storage.ts";
import { restoreNodes } from "./restore.ts";
import { createTree } from "./tree.ts";
import type { Tree } from "./tree.ts";

const upload = () => ({ size: 1 });
const never = () => false;

function treeAfter(...messages: Parameters<typeof applyMessage>[1][]): Tree {
  const tree = createTree();
  for (const message of messages) applyMessage(tree, message, never, { upload });
  return tree;
}

function copyOf(tree: Tree): Tree {
  const copy = createTree();
  copy.load([...tree.encode()].map((text): CompactNode => JSON.parse(text)));
  copy.finishLoad();
  return copy;
}

function snapshot(tree: Tree): VerboseNode[] {
  return JSON.parse(JSON.stringify([...tree.verbose()]));
}

test("[ST90] [ST91] a restored tree equals the original, and so do the trees of clients that apply the restore", () => {
  let told = 0;
  fc.assert(
    fc.property(sent, sent, sent, (first, second, third) => {
      const scaffolded = scaffold.map((op, index) => ({ ...op, opId: `s:${index}` }));
      const tree = treeAfter(scaffolded, first, second);
      const earlier = snapshot(tree);
      const expected = lsonIn(copyOf(tree), "liveblocksType");
      applyMessage(tree, third, never, { upload });
      const replica = copyOf(tree);
      let next = 0;
      const { forwards } = restoreNodes(tree, earlier, () => `si:${next++}`, upload);
      expect(lsonIn(tree, "liveblocksType")).toEqual(expected);
      for (const op of forwards) applyOp(replica, op, upload);
      expect([...replica.encode()].toSorted()).toEqual([...tree.encode()].toSorted());
      // Unchanged nodes need no ops.
      expect(restoreNodes(tree, earlier, () => `si:${next++}`, upload).forwards).toEqual([]);
      told += forwards.length;
    }),
    { numRuns: 500 * Number(process.env["WEFT_RUNS"] ?? 1) },
  );
  expect(told).toBeGreaterThan(100);
});
