import type { CompactNode } from "@weft/protocol/types";
import { describe, expect, test } from "vitest";
import { applyOp } from "./apply.ts";
import { jsonIn } from "./whole-storage.ts";
import { createTree } from "./tree.ts";
import { BrokenTree } from "./tree-loader.ts";

function loaded(...nodes: CompactNode[]) {
  const tree = createTree();
  tree.load(nodes);
  tree.finishLoad();
  return tree;
}

describe("loading", () => {
  test("[ST7] no stored nodes make an empty root, which nothing has to store yet", () => {
    const tree = loaded();
    expect([...tree.encode()]).toEqual(['["root",{}]']);
    expect(tree).toMatchObject({ nodes: 1, bytes: 11, empty: true });
    expect(tree.takeChanges()).toEqual({ clear: false, puts: [], drops: [] });
  });

  test("[ST3] items come in the order of their positions, however they were stored", () => {
    const tree = loaded(
      ["b", 3, "L", "!!", 2],
      ["c", 3, "L", "O", 3],
      ["a", 3, "L", "!", 1],
      ["L", 1, "root", "list"],
      ["root", {}],
    );
    expect(jsonIn(tree)).toEqual({ list: [1, 2, 3] });
  });

  test.each<[string, CompactNode[], string]>([
    [
      "two roots",
      [
        ["root", {}],
        ["root", {}],
      ],
      "The root is stored twice.",
    ],
    [
      "one id twice",
      [
        ["a", 1, "root", "a"],
        ["a", 2, "root", "b"],
      ],
      'Node "a" is stored twice.',
    ],
    ["a missing parent", [["a", 1, "x", "a"]], 'Node "a" has a parent "x" that does not exist.'],
    [
      "a cycle",
      [
        ["a", 1, "b", "!"],
        ["b", 1, "a", "!"],
      ],
      'Node "a" is part of a cycle, or below one.',
    ],
    ["a node below itself", [["a", 1, "a", "!"]], 'Node "a" is part of a cycle, or below one.'],
    [
      "a child of a plain value",
      [
        ["L", 1, "root", "l"],
        ["v", 3, "L", "!", 1],
        ["w", 1, "v", "!"],
      ],
      'Node "w" has a plain value as its parent.',
    ],
    ["a register under an object", [["v", 3, "root", "k", 1]], 'Node "v" is a plain value under object "root".'],
    [
      "a key that is a field too",
      [
        ["a", 1, "root", "k"],
        ["root", { k: 1 }],
      ],
      'Node "a" shares its key with a field of object "root".',
    ],
    [
      "one key twice",
      [
        ["a", 1, "root", "k"],
        ["b", 1, "root", "k"],
      ],
      'Node "b" shares its key under "root".',
    ],
    [
      "one position twice",
      [
        ["L", 1, "root", "l"],
        ["a", 3, "L", "!", 1],
        ["b", 3, "L", "!", 1],
      ],
      'Node "b" shares its position in list "L".',
    ],
    [
      "one position twice, apart",
      [
        ["L", 1, "root", "l"],
        ["a", 3, "L", "!", 1],
        ["c", 3, "L", "O", 1],
        ["b", 3, "L", "!", 1],
      ],
      'Node "b" shares its position in list "L".',
    ],
    [
      "a position that is none",
      [
        ["L", 1, "root", "l"],
        ["a", 3, "L", "A ", 1],
      ],
      'Node "a" has a position that is not one.',
    ],
  ])("[ST8] %s is a broken tree", (_, nodes, sentence) => {
    expect(() => loaded(...nodes)).toThrow(new BrokenTree(sentence));
  });
});

describe("changes", () => {
  test("[ST4] a node changed five times is put once, a node that came and went leaves at most a drop", () => {
    const tree = loaded(["root", { n: 0 }]);
    for (let n = 1; n <= 5; n++) applyOp(tree, { type: 3, id: "root", data: { n } });
    applyOp(tree, { type: 7, id: "M", parentId: "root", parentKey: "m" });
    applyOp(tree, { type: 5, id: "M" });
    expect(tree.takeChanges()).toEqual({ clear: false, puts: ["root", '["root",{"n":5}]'], drops: [] });
    expect(tree.takeChanges()).toEqual({ clear: false, puts: [], drops: [] });
  });

  test("[ST4] cleared Storage forgets every node and puts an empty root", () => {
    const tree = loaded(["root", { n: 0 }], ["M", 2, "root", "m"]);
    tree.clear();
    expect(tree).toMatchObject({ nodes: 1, bytes: 11, empty: true });
    expect(tree.takeChanges()).toEqual({ clear: true, puts: ["root", '["root",{}]'], drops: [] });
  });

  test("[ST6] changes cannot be taken while a transaction may still undo them", () => {
    const tree = createTree();
    expect(() => tree.transaction(() => tree.takeChanges())).toThrow("inside a transaction");
  });
});

describe("reading", () => {
  test("[ST7] an iteration that outlives a change says so instead of mixing two states", () => {
    const tree = loaded(["root", {}], ["M", 2, "root", "m"]);
    const texts = tree.encode()[Symbol.iterator]();
    texts.next();
    applyOp(tree, { type: 3, id: "root", data: { n: 1 } });
    expect(() => texts.next()).toThrow("The tree changed while it was being read.");
  });

  test("[ST7] verbose nodes come parents first and keep their data when the tree goes on", () => {
    const tree = loaded(["v", 3, "M", "k", [1]], ["M", 2, "root", "m"], ["root", { n: 1 }]);
    applyOp(tree, { type: 3, id: "root", data: { n: 2 } });
    const nodes = [...tree.verbose()];
    applyOp(tree, { type: 3, id: "root", data: { n: 3 } });
    expect(nodes).toEqual([
      ["root", { type: 0, data: { n: 2 } }],
      ["M", { type: 2, parentId: "root", parentKey: "m" }],
      ["v", { type: 3, parentId: "M", parentKey: "k", data: [1] }],
    ]);
  });

  test("[ST9] keys that objects inherit elsewhere are ordinary keys", () => {
    const tree = loaded(JSON.parse('["root",{"__proto__":1,"constructor":{"__proto__":2}}]') as CompactNode);
    applyOp(tree, { type: 3, id: "root", data: JSON.parse('{"__proto__":3,"toString":4}') });
    applyOp(tree, { type: 7, id: "M", parentId: "root", parentKey: "__proto__" });
    applyOp(tree, { type: 3, id: "root", data: JSON.parse('{"hasOwnProperty":5}') });
    const text = JSON.stringify(jsonIn(tree));
    expect(JSON.parse(text)).toEqual(
      JSON.parse('{"constructor":{"__proto__":2},"toString":4,"hasOwnProperty":5,"__proto__":{}}'),
    );
    applyOp(tree, { type: 6, id: "root", key: "valueOf" });
    expect(JSON.stringify(jsonIn(tree))).toBe(text);
    expect({}.constructor).toBe(Object);
  });
});
