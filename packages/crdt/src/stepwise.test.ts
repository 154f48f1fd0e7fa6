import type { VerboseNode } from "@weft/protocol/types";
import { expect, test } from "vitest";
import { fillInSteps } from "./fill.ts";
import { applyPatchInSteps } from "./patch.ts";
import { jsonIn } from "./whole-storage.ts";
import { restoreInSteps } from "./restore.ts";
import { finish, type Stepwise } from "./stepwise.ts";
import { createTree } from "./tree.ts";

const count = 500;
const list = (...data: unknown[]) => ({ liveblocksType: "LiveList", data });
const map = (data: object) => ({ liveblocksType: "LiveMap", data });
const entries = (value: unknown = 1) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, value]));
const items = (value: unknown = 1) => Array.from({ length: count }, () => value);

function storage(data: object) {
  const tree = createTree();
  let drawn = 0;
  const newId = () => `si:${drawn++}`;
  finish(fillInSteps(tree, { liveblocksType: "LiveObject", data }, newId));
  /** Does work in steps, none of which may make more than one node. */
  const pace = <T>(work: Stepwise<T>) => {
    let steps = 0;
    for (;;) {
      const before = drawn;
      const step = work.next();
      steps++;
      expect(drawn - before).toBeLessThanOrEqual(1);
      if (step.done === true) return { steps, result: step.value };
    }
  };
  return {
    tree,
    earlier: JSON.parse(JSON.stringify([...tree.verbose()])) as VerboseNode[],
    json: () => JSON.stringify(jsonIn(tree)),
    patch: (...operations: unknown[]) => pace(applyPatchInSteps(tree, operations, newId)),
    patchAtOnce: (...operations: unknown[]) => void finish(applyPatchInSteps(tree, operations, newId)),
    restore: (nodes: readonly VerboseNode[]) => pace(restoreInSteps(tree, nodes, newId)),
  };
}

test.for([
  ["a map", map(entries())],
  ["a list", list(...items())],
  ["a list of structures", list(...items(map({ x: 1 })))],
] as const)("[ST94] %s that comes again with an earlier state comes a node at a time", ([, value]) => {
  const { earlier, json, patchAtOnce, restore } = storage({ value });
  const before = json();
  patchAtOnce({ op: "remove", path: "/value" });
  // Loaded, read, made into ops, applied: a step each.
  expect(restore(earlier).steps).toBeGreaterThan(4 * count);
  expect(json()).toBe(before);
});

test("[ST94] an earlier state that is the present one is compared a node at a time", () => {
  const { earlier, restore } = storage({ list: list(...items()), map: map(entries()) });
  const { steps, result } = restore(earlier);
  expect(steps).toBeGreaterThan(4 * count);
  expect(result.forwards).toEqual([]);
});

test("[ST94] items of an earlier state are removed, recognised and put in order one at a time", () => {
  const { earlier, json, patchAtOnce, restore } = storage({ list: list(...items().map((_, at) => `i${at}`)) });
  const before = json();
  patchAtOnce(
    ...Array.from({ length: count }, (_, at) => ({ op: "move", from: `/list/${count - 1}`, path: `/list/${at}` })),
    { op: "replace", path: "/list/0", value: "i0" },
    { op: "add", path: "/list/-", value: "new" },
  );
  expect(restore(earlier).steps).toBeGreaterThan(5 * count);
  expect(json()).toBe(before);
});

test.for([
  ["add", { op: "add", path: "/new", value: map(entries()) }],
  ["replace", { op: "replace", path: "/old", value: items() }],
  ["replace of the root", { op: "replace", path: "", value: { new: items({ x: 1 }) } }],
  ["copy", { op: "copy", from: "/old", path: "/new" }],
  ["move", { op: "move", from: "/old", path: "/new" }],
] as const)("[ST94] one operation of a patch makes its nodes one at a time: %s", ([, operation]) => {
  const { patch } = storage({ old: map(entries()) });
  expect(patch(operation).steps).toBeGreaterThan(2 * count);
});

test("[ST94] what fails in its last step is taken back a node at a time", () => {
  const { tree, json } = storage({ title: "One" });
  const before = [json(), tree.nodes, tree.bytes];
  let drawn = 0;
  const patch = [
    { op: "add", path: "/new", value: map(entries()) },
    { op: "test", path: "/title", value: "Two" },
  ];
  const failing = applyPatchInSteps(tree, patch, () => `n:${drawn++}`);
  const seen: number[] = [];
  expect(() => {
    while (failing.next().done !== true) seen.push(tree.nodes);
  }).toThrow('Operation 1 (test): the value at "/title" differs.');
  expect([json(), tree.nodes, tree.bytes]).toEqual(before);
  const steps = seen.map((nodes, at) => Math.abs(nodes - (seen[at - 1] ?? 1)));
  expect([Math.max(...seen), Math.max(...steps)]).toEqual([count + 2, 1]);
});

const structures = map({ inner: list(...items(map({ x: 1 }))) });

test.for([
  ["removed", [{ op: "remove", path: "/old" }]],
  ["replaced by a field", [{ op: "add", path: "/old", value: 1 }]],
  ["replaced by a node", [{ op: "replace", path: "/old", value: [1] }]],
  ["replaced in a list", [{ op: "replace", path: "/list/0", value: 1 }]],
  ["moved", [{ op: "move", from: "/old", path: "/new" }]],
  ["replaced with the root", [{ op: "replace", path: "", value: { old: [1] } }]],
] as const)("[ST94] a structure that is %s by a patch goes a node at a time, and comes back so", ([, patch]) => {
  const { tree, earlier, json, patchAtOnce } = storage({ title: "One", old: structures, list: list(structures) });
  const before = JSON.parse(json());
  // Keys may come back in another order.
  const state = () => [tree.nodes, tree.bytes, ...[...tree.encode()].toSorted()];
  const kept = state();
  const steady = (work: Stepwise<unknown>) => {
    for (let last = tree.nodes; work.next().done !== true; last = tree.nodes) {
      expect(Math.abs(tree.nodes - last)).toBeLessThanOrEqual(2);
    }
  };
  let drawn = 0;
  const newId = () => `n:${drawn++}`;
  expect(() => steady(applyPatchInSteps(tree, [...patch, { op: "test", path: "", value: 0 }], newId))).toThrow(
    "differs",
  );
  expect(state()).toEqual(kept);

  steady(applyPatchInSteps(tree, patch, newId));
  patchAtOnce({ op: "add", path: "/list", value: structures }, { op: "add", path: "/more", value: structures });
  steady(restoreInSteps(tree, earlier, newId));
  expect(JSON.parse(json())).toEqual(before);
});
