import * as fc from "fast-check";
import { expect, test } from "vitest";
import { applyOp } from "./apply.ts";
import { op, scaffold } from "./arbitraries.ts";
import { fillInSteps } from "./fill.ts";
import { opsFromPlainLson } from "./plain.ts";
import { finish } from "./stepwise.ts";
import { createTree, type Tree } from "./tree.ts";
import { lsonIn } from "./whole-storage.ts";

function ids() {
  let next = 0;
  return () => `si:${next++}`;
}

const object = (data: object) => ({ liveblocksType: "LiveObject", data });
const cards = (count: number) => ({
  liveblocksType: "LiveList",
  data: Array.from({ length: count }, (_, at) => object({ title: `Card ${at}` })),
});

/** Everything that a tree tells, the pending changes included, which are taken. */
function told(tree: Tree) {
  const { clear, puts, drops } = tree.takeChanges();
  return { nodes: tree.nodes, bytes: tree.bytes, encoded: [...tree.encode()], clear, puts, drops };
}

test("[ST60] a tree that was filled is the one that the document's ops make", () => {
  fc.assert(
    fc.property(fc.array(op, { maxLength: 40 }), (history) => {
      const grown = createTree();
      for (const each of [...scaffold, ...history]) applyOp(grown, each);
      const document = JSON.parse(JSON.stringify(lsonIn(grown, "liveblocksType"))) as unknown;
      const [filled, applied] = [createTree(), createTree()];
      const ops = opsFromPlainLson(document, ids());
      for (const each of ops) applyOp(applied, each);
      // The ids of ops and those of acks are drawn from one counter: only nodes draw here.
      expect(finish(fillInSteps(filled, document, ids()))).toBe(ops.length);
      expect(filled.nodes).toBe(applied.nodes);
      expect(lsonIn(filled, "liveblocksType")).toEqual(lsonIn(applied, "liveblocksType"));
      const stored = createTree();
      const { puts } = filled.takeChanges();
      const texts = puts.filter((_, at) => at % 2 === 1);
      stored.load(texts.map((text) => JSON.parse(text) as never));
      stored.finishLoad();
      expect([stored.nodes, stored.bytes]).toEqual([filled.nodes, filled.bytes]);
    }),
    { numRuns: 100 },
  );
});

test("[ST94] filling pauses between any two nodes that it makes", () => {
  const tree = createTree();
  const filling = fillInSteps(tree, object({ list: cards(500) }), ids());
  for (let last = tree.nodes; filling.next().done !== true; last = tree.nodes)
    expect(tree.nodes - last).toBeLessThanOrEqual(1);
  expect(tree.nodes).toBe(502);
});

test("[ST94] filling pauses within an object of many fields", () => {
  const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at]));
  let steps = 0;
  expect(() => {
    for (const filling = fillInSteps(createTree(), object({ fields: object(fields) }), ids()); ; steps++)
      if (filling.next().done === true) return;
  }).toThrow("bytes at most");
  expect(steps).toBeGreaterThan(10);
});

test.for<[string, (tree: Tree) => void]>([
  ["a new tree", () => {}],
  [
    "a tree whose nodes were removed",
    (tree) => {
      finish(fillInSteps(tree, object({ list: cards(3) }), ids()));
      tree.takeChanges();
      for (const [id] of Array.from(tree.verbose())) if (id === "si:0") applyOp(tree, { type: 5, id, opId: "1:0" });
    },
  ],
  [
    "a tree that was cleared",
    (tree) => {
      finish(fillInSteps(tree, object({ title: "One", list: cards(3) }), ids()));
      tree.takeChanges();
      tree.clear();
    },
  ],
])("[ST5] a document that is refused at its end leaves %s exactly as it was", ([, prepare]) => {
  const [tree, untouched] = [createTree(), createTree()];
  prepare(tree);
  prepare(untouched);
  const tooLong = { liveblocksType: "LiveMap", data: { long: "x".repeat(200_000) } };
  const document = object({ title: "Two", list: cards(50), map: tooLong });
  expect(() => finish(fillInSteps(tree, document, ids()))).toThrow("bytes at most");
  expect(told(tree)).toEqual(told(untouched));

  // It can be filled then, and what is stored follows.
  finish(fillInSteps(tree, object({ list: cards(2) }), ids()));
  finish(fillInSteps(untouched, object({ list: cards(2) }), ids()));
  expect(told(tree)).toEqual(told(untouched));
});

test("[ST5] an outer transaction that throws takes a filled document back", () => {
  const tree = createTree();
  const before = [...tree.encode()];
  expect(() =>
    tree.transaction(() => {
      finish(fillInSteps(tree, object({ list: cards(3) }), ids()));
      throw new Error("too late");
    }),
  ).toThrow("too late");
  expect([tree.nodes, ...tree.encode()]).toEqual([1, ...before]);
  expect(tree.takeChanges()).toEqual({ clear: false, puts: [], drops: [] });
});

test("[ST6] changes cannot be taken while a document is being filled in", () => {
  const tree = createTree();
  const filling = fillInSteps(tree, object({ list: cards(3) }), ids());
  filling.next();
  filling.next();
  expect(() => tree.takeChanges()).toThrow("inside a transaction");
  while (filling.next().done !== true);
  expect(tree.takeChanges().puts.length).toBe(2 * 5);
});

test("[ST29] a document that fills Storage is not written to", () => {
  const document = object({ card: object({ title: "One" }) });
  const tree = createTree();
  finish(fillInSteps(tree, document, ids()));
  applyOp(tree, { type: 3, id: "si:0", opId: "1:0", data: { title: "Two" } });
  expect(document).toEqual(object({ card: object({ title: "One" }) }));
});

test("[ST4] what changed after it was encoded ahead is written as it is, and what was removed is not", () => {
  const grow = (inSteps: boolean) => {
    const tree = createTree();
    finish(fillInSteps(tree, object({ list: cards(3), title: "One" }), ids()));
    if (inSteps) finish(tree.encodeChangesInSteps());
    applyOp(tree, { type: 3, id: "si:1", opId: "1:0", data: { title: "Two" } });
    applyOp(tree, { type: 5, id: "si:2", opId: "1:1" });
    expect(() =>
      tree.transaction(() => {
        applyOp(tree, { type: 5, id: "si:0", opId: "1:2" });
        throw new Error("taken back");
      }),
    ).toThrow("taken back");
    applyOp(tree, { type: 7, id: "n:0", opId: "1:3", parentId: "root", parentKey: "map" });
    const { puts, ...others } = tree.takeChanges();
    const rows = new Map(Array.from({ length: puts.length / 2 }, (_, at) => [puts[2 * at], puts[2 * at + 1]]));
    expect(rows.size).toBe(puts.length / 2);
    return { rows: [...rows].toSorted(([one], [other]) => (one! < other! ? -1 : 1)), ...others };
  };
  expect(grow(true)).toEqual(grow(false));
});
