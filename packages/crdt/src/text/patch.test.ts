import type { TextData } from "@weft/protocol/types";
import { expect, test } from "vitest";
import { applyOp } from "../apply.ts";
import { applyPatch } from "../patch.ts";
import { jsonIn } from "../whole-storage.ts";
import { createTree } from "../tree.ts";

function treeWith(data: TextData) {
  const tree = createTree();
  applyOp(tree, { type: 9, id: "1:0", parentId: "root", parentKey: "text", data, version: 3 });
  return tree;
}
const never = () => {
  throw new Error("No node is made.");
};
const replace = (value: unknown) => [{ op: "replace", path: "/text", value }];

test.each([
  ["a string", "new", [["new"]]],
  ["an empty string", "", []],
  ["segments", [["a", { bold: true }], ["b"]], [["a", { bold: true }], ["b"]]],
  ["segments that are not canonical", [["a"], [""], ["b"]], [["ab"]]],
  ["a LiveText", { liveblocksType: "LiveText", data: [["a"]] }, [["a"]]],
])("[ST78] a text replaced by %s stays the same node", (_, value, expected) => {
  const tree = treeWith([["old "], ["😀", { bold: true }]]);
  const { forwards } = applyPatch(tree, replace(value), never);
  expect(forwards).toMatchObject([{ type: 10, id: "1:0", baseVersion: 3, version: 4 }]);
  expect(jsonIn(tree)).toEqual({ text: expected });
});

test("[ST78] an empty text replaced by nothing is left alone", () => {
  expect(applyPatch(treeWith([]), replace(""), never).forwards).toEqual([]);
});

test.each([[1], [null], [{ a: 1 }], [["a"]], [{ liveblocksType: "LiveMap", data: {} }]])(
  "[ST78] a text cannot be replaced by %j",
  (value) => {
    const tree = treeWith([["old"]]);
    expect(() => applyPatch(tree, replace(value), never)).toThrow(
      "Operation 0 (replace): a LiveText is replaced by a string or an array of segments.",
    );
    expect(jsonIn(tree)).toEqual({ text: [["old"]] });
  },
);

test("[ST78] a text is a leaf: it can be tested and removed whole, and not be entered", () => {
  const tree = treeWith([["old"]]);
  expect(() => applyPatch(tree, [{ op: "add", path: "/text/0", value: "x" }], never)).toThrow(
    '"/text" is not a LiveObject, LiveMap or LiveList.',
  );
  const patch = [
    { op: "test", path: "/text", value: [["old"]] },
    { op: "remove", path: "/text" },
  ];
  expect(applyPatch(tree, patch, never).forwards).toEqual([{ type: 6, id: "root", key: "text" }]);
  expect(tree.empty).toBe(true);
});
