import type { Op, RemoteOp, ServerOp } from "@weft/protocol/types";
import { describe, expect, test } from "vitest";
import { applyMessage, applyOp } from "./apply.ts";
import { createTree } from "./tree.ts";

const root = [
  { type: 2, id: "L", parentId: "root", parentKey: "list" },
  { type: 7, id: "M", parentId: "root", parentKey: "map" },
] as const;
const item = (id: string, parentKey: string, more: { intent?: "set" | "push"; deletedId?: string } = {}) =>
  ({ type: 8, id, parentId: "L", parentKey, data: id, ...more }) as const;
const entry = (id: string, data = id) => ({ type: 8, id, parentId: "M", parentKey: "k", data }) as const;
const field = (n: number) => ({ type: 3, id: "root", data: { n } }) as const;
const gone = (id: string) => ({ type: 5, id }) as const;
const at = (id: string, parentKey: string) => ({ type: 1, id, parentKey }) as const;
const ignored = { type: 5, id: "ACK", opId: "1:0" } as const;

/** Applies `mine`, then what `others` did before the ack was seen, then `mine` again: what does its sender hear? */
function answer(before: readonly RemoteOp[], mine: RemoteOp, others: readonly RemoteOp[]): ServerOp[] {
  const tree = createTree();
  for (const op of [...root, ...before, mine, ...others]) applyOp(tree, op);
  const reply = applyMessage(tree, [{ ...mine, opId: "1:0" }], () => true);
  expect(reply).toMatchObject({ early: [], forwards: [], refused: [], applied: [], changed: false });
  return reply.acks;
}

const full = <T extends RemoteOp>(op: T) => ({ ...op, opId: "1:0" });

describe("a replayed op", () => {
  test.each<[string, RemoteOp[], RemoteOp, RemoteOp[], ServerOp[]]>([
    // fields
    ["update that still stands is echoed", [], field(1), [], [full(field(1))]],
    ["update is followed by the newer value", [], field(1), [field(2)], [full(field(1)), field(2)]],
    [
      "update is followed by the newer deletion",
      [],
      field(1),
      [{ type: 6, id: "root", key: "n" }],
      [full(field(1)), { type: 6, id: "root", key: "n" }],
    ],
    [
      "update is followed by the child that took the key",
      [],
      field(1),
      [
        { type: 4, id: "N", parentId: "root", parentKey: "n", data: {} },
        { type: 7, id: "P", parentId: "N", parentKey: "p" },
      ],
      [
        full(field(1)),
        { type: 4, id: "N", parentId: "root", parentKey: "n", data: {} },
        { type: 7, id: "P", parentId: "N", parentKey: "p" },
      ],
    ],
    [
      "update of a deleted object is echoed",
      [],
      { type: 3, id: "L", data: { n: 1 } },
      [gone("L")],
      [full({ type: 3, id: "L", data: { n: 1 } })],
    ],
    // keys
    ["create under a map is echoed whole, as its key is deaf until then", [], entry("v"), [], [full(entry("v"))]],
    [
      "create under a map is followed by what took its key",
      [],
      entry("v"),
      [entry("w")],
      [full(entry("v")), entry("w")],
    ],
    ["create under a map is followed by its deletion", [], entry("v"), [gone("v")], [full(entry("v")), gone("v")]],
    [
      "create under an object is followed by the field that took its key",
      [],
      { type: 7, id: "N", parentId: "root", parentKey: "n" },
      [field(2)],
      [full({ type: 7, id: "N", parentId: "root", parentKey: "n" }), field(2)],
    ],
    ["create below a deleted parent is ignored", [], entry("v"), [gone("M")], [ignored]],
    ["create whose id lives elsewhere by now is ignored", [], entry("v"), [gone("v"), item("v", "!")], [ignored]],
    [
      "key deletion is followed by what was put there since",
      [entry("v")],
      { type: 6, id: "M", key: "k" },
      [entry("w")],
      [full({ type: 6, id: "M", key: "k" }), entry("w")],
    ],
    ["deletion is echoed", [entry("v")], gone("v"), [], [full(gone("v"))]],
    [
      "deletion is followed by the node's re-creation",
      [entry("v")],
      gone("v"),
      [entry("v")],
      [full(gone("v")), entry("v")],
    ],
    ["deletion of the root is echoed", [], gone("root"), [], [full(gone("root"))]],
    // lists
    ["insert that still stands is ignored, as its sender has loaded it", [], item("a", "!"), [], [ignored]],
    ["insert is followed by where the item is by now", [], item("a", "!"), [at("a", "O")], [ignored, at("a", "O")]],
    ["insert is followed by its deletion", [], item("a", "!"), [gone("a")], [ignored, gone("a")]],
    [
      "push is answered with where the item is",
      [item("z", "z")],
      item("a", "!", { intent: "push" }),
      [],
      [full(item("a", "z!", { intent: "push" })), at("a", "z!")],
    ],
    ["push is followed by its deletion", [], item("a", "!", { intent: "push" }), [gone("a")], [ignored, gone("a")]],
    [
      "set that still stands is echoed",
      [item("x", "!")],
      item("a", "!", { intent: "set", deletedId: "x" }),
      [],
      [full(item("a", "!", { intent: "set", deletedId: "x" }))],
    ],
    [
      "set is followed by the item that took its place",
      [item("x", "!")],
      item("a", "!", { intent: "set", deletedId: "x" }),
      [item("b", "!", { intent: "set", deletedId: "a" })],
      [full(item("a", "!", { intent: "set", deletedId: "x" })), gone("a"), gone("b"), item("b", "!")],
    ],
    [
      "set is followed by where its item went, and by what came to its place",
      [item("x", "!")],
      item("a", "!", { intent: "set", deletedId: "x" }),
      [at("a", "O"), item("b", "!")],
      [full(item("a", "!", { intent: "set", deletedId: "x" })), at("a", "O"), gone("b"), item("b", "!")],
    ],
    [
      "set is followed by the item it replaced, once that lives again",
      [item("x", "!")],
      item("a", "!", { intent: "set", deletedId: "x" }),
      [item("x", "O")],
      [full(item("a", "!", { intent: "set", deletedId: "x" })), gone("x"), item("x", "O")],
    ],
    ["move that still stands is echoed", [item("a", "!")], at("a", "O"), [], [full(at("a", "O"))]],
    [
      "move is acked with where the item is by now",
      [item("a", "!")],
      at("a", "O"),
      [at("a", "z")],
      [full(at("a", "z")), at("a", "z")],
    ],
    ["move of an item deleted since is ignored", [item("a", "!")], at("a", "O"), [gone("a")], [ignored]],
  ])("[ST41] %s", (_, before, mine, others, heard) => {
    expect(answer(before, mine, others)).toEqual(heard);
  });

  test("[ST42] an opId that stands twice in a message takes effect once", () => {
    const tree = createTree();
    const op: Op = { ...field(1), opId: "1:0" };
    const reply = applyMessage(tree, [op, { ...field(2), opId: "1:1" }, op], () => false);
    expect(reply.applied).toEqual(["1:0", "1:1"]);
    expect(reply.acks).toEqual([op, { ...field(2), opId: "1:1" }, op, field(2)]);
    expect([...tree.encode()]).toEqual(['["root",{"n":2}]']);
  });

  test("[ST43] a fix never overtakes what a replay before it restores", () => {
    const tree = createTree();
    for (const op of [...root, item("b", "!")]) applyOp(tree, op);
    const replayed: Op = { ...item("a", "!", { intent: "set", deletedId: "x" }), opId: "1:0" };
    const fresh: Op = { ...item("c", "!", { intent: "set", deletedId: "a" }), opId: "1:1" };
    const reply = applyMessage(tree, [replayed, fresh], (opId) => opId === "1:0");
    expect(reply.early).toEqual([]);
    expect(reply.acks).toEqual([replayed, gone("a"), gone("b"), item("b", "!"), gone("b"), fresh]);
  });

  test("[ST43] a replayed delete whose id a later op of its message creates again is acked without effect", () => {
    const tree = createTree();
    for (const op of [...root, entry("v")]) applyOp(tree, op);
    const message: Op[] = [
      { ...entry("v"), opId: "1:0" },
      { ...gone("v"), opId: "1:1" },
      { ...entry("v"), opId: "1:2" },
    ];
    const { acks } = applyMessage(tree, message, () => true);
    expect(acks).toEqual([message[0], { ...ignored, opId: "1:1" }, message[2]]);
  });

  test("[ST41] a structure that its sender makes again in a replay is filled with what came into it since", () => {
    const tree = createTree();
    const o: Op = { type: 4, id: "O", opId: "1:1", parentId: "root", parentKey: "o", data: { a: 1 } };
    const away: Op = { type: 6, id: "root", opId: "1:0", key: "o" };
    for (const op of [away, o]) applyOp(tree, op);
    applyOp(tree, { type: 3, id: "O", opId: "2:0", data: { b: 2 } });
    applyOp(tree, { type: 6, id: "O", opId: "2:1", key: "a" });
    const { acks } = applyMessage(tree, [away, o], () => true);
    expect(acks.slice(1)).toEqual([o, { type: 3, id: "O", data: { b: 2 } }, { type: 6, id: "O", key: "a" }]);
  });

  test("[ST41] a text that its sender makes again in a replay is told as it has become since", () => {
    const tree = createTree();
    const away: Op = { ...entry("v"), opId: "1:0" };
    const t: Op = { type: 9, id: "t", opId: "1:1", parentId: "M", parentKey: "k", data: [["abc"]], version: 0 };
    const typed: Op = {
      type: 10,
      id: "t",
      opId: "1:2",
      baseVersion: 0,
      ops: [{ type: "insert", index: 3, text: "d" }],
    };
    for (const op of [...root, away, t, typed]) applyOp(tree, op);
    const { acks } = applyMessage(tree, [away, t, typed], () => true);
    expect(acks.slice(-3)).toEqual([
      t,
      {
        type: 10,
        id: "t",
        baseVersion: 0,
        version: 1,
        ops: [
          { type: "delete", index: 0, length: 3 },
          { type: "insert", index: 0, text: "abcd" },
        ],
      },
      { type: 10, id: "t", opId: "1:2", baseVersion: 1, version: 1, ops: [] },
    ]);
  });

  test("[ST41] an item that stands where a replayed set stood is given back after its own replay", () => {
    const tree = createTree();
    const old = item("old", "!", { intent: "set" });
    for (const op of [...root, old, gone("old"), item("v", "!")]) applyOp(tree, op);
    const message: Op[] = [
      { ...old, opId: "1:0" },
      { ...gone("old"), opId: "1:1" },
      { ...item("v", "!"), opId: "1:2" },
    ];
    const { acks } = applyMessage(tree, message, () => true);
    expect(acks.slice(-2)).toMatchObject([
      { type: 5, id: "v" },
      { type: 8, id: "v", parentKey: "!" },
    ]);
  });

  test("[ST43] a replayed create does not take away what a later op of its message creates again", () => {
    for (const mine of [entry("v"), item("v", "!"), item("v", "!", { intent: "set" })]) {
      const tree = createTree();
      for (const op of [...root, mine, gone("v")]) applyOp(tree, op);
      const message: Op[] = [
        { ...mine, opId: "1:0" },
        { ...gone("v"), opId: "1:1" },
        { ...mine, opId: "1:2" },
      ];
      const { acks } = applyMessage(tree, message, (opId) => opId !== "1:2");
      expect(acks.filter((op) => op.type === 5 && op.id === "v")).toEqual([]);
      expect(acks.flatMap(({ opId }) => opId ?? [])).toEqual(["1:0", "1:1", "1:2"]);
    }
  });

  test("[ST45] an item given back before a later op's ack is told again whole, everything in it removed first", () => {
    const structure = { type: 7, id: "S", parentId: "L", parentKey: "!" } as const;
    const inside = { type: 8, id: "in", parentId: "S", parentKey: "a", data: 1 } as const;
    const ops = [item("v", "!", { intent: "set" }), gone("v"), structure, inside];
    const tree = createTree();
    for (const op of [...root, ...ops]) applyOp(tree, op);
    const message: Op[] = ops.map((op, clock) => ({ ...op, opId: `1:${clock}` }));
    const { acks } = applyMessage(tree, message, () => true);
    expect(acks.slice(-4)).toEqual([gone("in"), gone("S"), structure, inside]);
    expect(acks.flatMap(({ opId }) => opId ?? [])).toEqual(["1:0", "1:1", "1:2", "1:3"]);
  });

  test("[ST43] what a replay hands out stays as it was, whatever is written after it", () => {
    const tree = createTree();
    applyOp(tree, { type: 4, id: "N", parentId: "root", parentKey: "n", data: { a: 1 } });
    applyOp(tree, { type: 3, id: "N", data: { a: 2 } });
    const message: Op[] = [
      { ...field(1), opId: "1:0" },
      { type: 3, id: "N", opId: "1:1", data: { a: 3 } },
    ];
    const { acks } = applyMessage(tree, message, (opId) => opId === "1:0");
    expect(acks).toMatchObject([{ opId: "1:0" }, { type: 4, id: "N", data: { a: 2 } }, { opId: "1:1" }]);
  });
});
