import type { Op, RemoteOp, TextData, TextOperation } from "@weft/protocol/types";
import { describe, expect, test } from "vitest";
import { applyMessage, applyOp } from "../apply.ts";
import { createTree, editable, type Tree, type TreeBounds } from "../tree.ts";

const insert = (index: number, text: string): TextOperation => ({ type: "insert", index, text });
const remove = (index: number, length: number): TextOperation => ({ type: "delete", index, length });

function treeWith(data: TextData, bounds: Partial<TreeBounds> = {}, version = 0): Tree {
  const tree = createTree(bounds);
  applyOp(tree, { type: 9, id: "t", parentId: "root", parentKey: "text", data, version });
  tree.takeChanges();
  return tree;
}

const update = (opId: string, baseVersion: number, ...ops: TextOperation[]): Op => {
  return { type: 10, id: "t", opId, baseVersion, ops };
};
const send = (tree: Tree, ...ops: Op[]) => applyMessage(tree, ops, () => false, { resume: true });
const again = (tree: Tree, ...ops: Op[]) => applyMessage(tree, ops, () => true, { resume: true });
const text = (tree: Tree) => editable(tree).get("t")!.segments;
const version = (tree: Tree) => editable(tree).get("t")!.version;
const told = (baseVersion: number, ops: TextOperation[]): RemoteOp => {
  return { type: 10, id: "t", baseVersion, version: baseVersion + 1, ops };
};

describe("an update", () => {
  test("[ST73] takes effect on what the text has become since its version", () => {
    const tree = treeWith([["Hello"]]);
    expect(send(tree, update("1:0", 0, insert(5, " world"))).forwards).toEqual([told(0, [insert(5, " world")])]);
    const second = send(tree, update("2:0", 0, insert(0, ">> ")));
    expect(second.forwards).toEqual([told(1, [insert(0, ">> ")])]);
    expect(second.acks).toEqual([{ ...told(1, [insert(0, ">> ")]), opId: "2:0" }]);
    expect(second).toMatchObject({ early: [], refused: [], applied: ["2:0"], changed: true });
    expect(send(tree, update("2:1", 0, insert(5, "!!"))).forwards).toEqual([told(2, [insert(14, "!!")])]);
    expect(send(tree, update("1:1", 1, remove(2, 6))).forwards).toEqual([told(3, [remove(5, 6)])]);
    expect(text(tree)).toEqual([[">> Herld!!"]]);
    expect(tree.takeChanges().puts).toEqual(["t", '["t",4,"root","text",[[">> Herld!!"]],4]']);
  });

  test("[ST73] that has no effect left still takes a version", () => {
    const tree = treeWith([["abc"]]);
    send(tree, update("1:0", 0, remove(0, 3)));
    expect(send(tree, update("2:0", 0, remove(1, 1))).forwards).toEqual([told(1, [])]);
    expect(version(tree)).toBe(2);
  });

  test("[ST73] of a node that is not a text is ignored", () => {
    const tree = treeWith([["abc"]]);
    const early = [{ type: 5, id: "ACK", opId: "1:0" }];
    const ignored = { acks: [], forwards: [], early, applied: ["1:0"], changed: false };
    expect(send(tree, { ...update("1:0", 0, insert(0, "x")), id: "root" })).toMatchObject(ignored);
    expect(send(tree, { ...update("1:0", 0, insert(0, "x")), id: "gone" })).toMatchObject(ignored);
    expect(version(tree)).toBe(0);
  });

  test("[ST73] that is empty changes nothing, and is acked as an update", () => {
    const tree = treeWith([["abc"]]);
    send(tree, update("2:0", 0, insert(0, "x")));
    const acks = [{ type: 10, id: "t", opId: "1:0", baseVersion: 1, version: 1, ops: [] }];
    expect(send(tree, update("1:0", 0))).toMatchObject({ acks, early: [], forwards: [], applied: [], changed: false });
    expect(version(tree)).toBe(1);
    const gone = { ...update("1:1", 0), id: "gone" };
    expect(send(tree, gone).acks).toEqual([{ type: 5, id: "ACK", opId: "1:1" }]);
  });

  test("[ST74] for a version to come, or one that is no longer remembered, is refused", () => {
    const tree = treeWith([["abc"]], { textHistory: 3 });
    const reason = (base: number) => send(tree, update("9:0", base, insert(0, "x"))).refused[0]?.reason;
    expect(reason(1)).toBe("The LiveText has not reached the version of this update yet.");
    for (let i = 0; i < 8; i++) send(tree, update(`1:${i}`, i, insert(0, "y")));
    expect(reason(4)).toBe("The LiveText has moved on too far since the version of this update.");
    expect(send(tree, update("9:0", 4, insert(0, "x")))).toMatchObject({ acks: [], forwards: [], applied: [] });
    expect(version(tree)).toBe(8);
    expect(reason(5)).toBe(undefined);
    expect(version(tree)).toBe(9);
  });

  test("[ST74] for the version of a text that was stored, or made again, finds no history", () => {
    const tree = treeWith([["abc"]], {}, 7);
    const base = (from: number) => send(tree, update("9:0", from, insert(0, "x"))).refused.length;
    expect(base(6)).toBe(1);
    expect(base(7)).toBe(0);
    applyOp(tree, { type: 6, id: "root", key: "text" });
    applyOp(tree, { type: 9, id: "t", parentId: "root", parentKey: "text", data: [["abc"]], version: 8 });
    expect(base(7)).toBe(1);
    expect(base(8)).toBe(0);
  });

  test("[ST76] beyond a bound is refused, and what shrinks a text is not", () => {
    const tree = treeWith([["abcdef"]], { textBytes: 14, textOperations: 2 });
    const reason = (...ops: TextOperation[]) => send(tree, update("1:0", version(tree), ...ops)).refused[0]?.reason;
    expect(reason(insert(0, "xyz"))).toBe("A LiveText may hold 14 bytes at most.");
    expect(reason(insert(0, "x"), insert(0, "y"), insert(0, "z"))).toBe(
      "One update of a LiveText may hold 2 operations at most.",
    );
    expect(version(tree)).toBe(0);
    expect(reason(insert(0, "xy"))).toBe(undefined);
    expect(reason(remove(0, 1))).toBe(undefined);

    const busy = treeWith([["abc"]], { textSteps: 3 });
    expect(send(busy, update("1:0", 0, insert(0, "x"), insert(1, "y"), remove(0, 1))).refused[0]?.reason).toBe(
      "The update of the LiveText takes too much work.",
    );
    expect(text(busy)).toEqual([["abc"]]);
    expect(tree.bytes).toBe([...tree.encode()].join("").length);
  });

  test("[ST31] a text that is larger than its bound can shrink", () => {
    const tree = createTree({ textBytes: 10 });
    tree.load([
      ["root", {}],
      ["t", 4, "root", "text", [["abcdefghij"]], 0],
    ]);
    tree.finishLoad();
    expect(send(tree, update("1:0", 0, remove(0, 1))).refused).toEqual([]);
    expect(send(tree, update("1:1", 1, insert(0, "x"))).refused.length).toBe(1);
    expect(text(tree)).toEqual([["bcdefghij"]]);
  });

  test("[ST76] a room's history is bounded, and that of the texts unchanged for longest is dropped first", () => {
    const tree = treeWith([], { textHistoryBytes: 5_000 });
    applyOp(tree, { type: 9, id: "u", parentId: "root", parentKey: "other", data: [], version: 0 });
    send(tree, { ...update("1:0", 0, insert(0, "u")), id: "u" });
    for (let i = 0; i < 200; i++) {
      send(tree, update(`1:${i + 1}`, i, insert(0, "y".repeat(i % 50))));
      expect(editable(tree).texts.bytes).toBeLessThanOrEqual(5_000);
    }
    expect(send(tree, { ...update("2:0", 0, insert(0, "v")), id: "u" }).refused.length).toBe(1);
    expect(send(tree, update("2:1", 198, insert(0, "v"))).refused).toEqual([]);
    send(tree, update("3:0", 201, insert(0, "v"), remove(1, 90)));
    again(tree, update("3:0", 202, insert(0, "v"), ...Array.from({ length: 90 }, () => remove(1, 1))));
    expect(version(tree)).toBe(202);
    expect(editable(tree).texts.bytes).toBeLessThanOrEqual(5_000);
    applyOp(tree, { type: 6, id: "root", key: "text" });
    expect(editable(tree).texts.bytes).toBe(0);
  });

  test("[ST5] of a transaction that throws leaves neither text nor history", () => {
    const tree = treeWith([["abc"]]);
    send(tree, update("1:0", 0, insert(0, "x")));
    const held = editable(tree).texts.bytes;
    expect(() =>
      tree.transaction(() => {
        send(tree, update("1:1", 1, insert(0, "y")));
        applyOp(tree, { type: 6, id: "root", key: "text" });
        throw new Error("undone");
      }),
    ).toThrow("undone");
    expect(editable(tree).texts.bytes).toBe(held);
    expect(send(tree, update("2:0", 0, insert(3, "z"))).forwards).toEqual([told(1, [insert(4, "z")])]);
  });
});

describe("an update that is sent again", () => {
  test("[ST75] is acked without content, and changes nothing", () => {
    const tree = treeWith([["Hello"]]);
    send(tree, update("1:0", 0, insert(5, "!")));
    send(tree, update("2:0", 1, insert(0, "> ")));
    const reply = again(tree, update("1:0", 2, insert(5, "!")));
    expect(reply.acks).toEqual([{ type: 10, id: "t", opId: "1:0", baseVersion: 2, version: 2, ops: [] }]);
    expect(reply).toMatchObject({ early: [], forwards: [], refused: [], applied: [], changed: false });
    expect(text(tree)).toEqual([["> Hello!"]]);
  });

  test("[ST75] brings what was typed behind it, which takes effect once", () => {
    const tree = treeWith([["Hello"]]);
    send(tree, update("1:0", 0, insert(5, " a")));
    // Typed after the ack was lost, and stated for "Hello a".
    const more = [insert(7, "bc"), remove(0, 1), insert(0, "Z")];
    send(tree, update("2:0", 1, insert(0, ">> ")));
    const reply = again(tree, update("1:0", 2, insert(5, " a"), ...more));
    const rest = told(2, [insert(10, "bc"), remove(3, 1), insert(3, "Z")]);
    expect(reply.acks).toEqual([{ type: 10, id: "t", opId: "1:0", baseVersion: 2, version: 2, ops: [] }, rest]);
    expect(reply).toMatchObject({ forwards: [rest], applied: ["1:0"], changed: true });
    expect(text(tree)).toEqual([[">> Zello abc"]]);

    expect(again(tree, update("1:0", 3, insert(5, " a"), ...more)).forwards).toEqual([]);
    expect(text(tree)).toEqual([[">> Zello abc"]]);
    again(tree, update("1:0", 3, insert(5, " a"), ...more, insert(1, "Y")));
    expect(text(tree)[0]![0].replace("Y", "")).toBe(">> Zello abc");
  });

  test("[ST75] is recognized however many updates of others its sender had rebased it over", () => {
    for (const learned of [0, 1, 2]) {
      const tree = treeWith([["Hello"]]);
      send(tree, update("2:0", 0, insert(0, "1")));
      send(tree, update("2:1", 1, insert(0, "2")));
      send(tree, update("1:0", 0, insert(5, "!")));
      const index = 5 + learned;
      const reply = again(tree, update("1:0", 3, insert(index, "!"), insert(index + 1, "?")));
      expect(reply.forwards).toEqual([told(3, [insert(8, "?")])]);
      expect(text(tree)).toEqual([["21Hello!?"]]);
    }
  });

  test("[ST75] is recognized when its sender received others' updates before it loaded the text", () => {
    const tree = treeWith([["Hello"]]);
    send(tree, update("1:0", 0, insert(0, "AB")));
    send(tree, update("2:0", 1, insert(4, "xyz")));
    send(tree, update("2:1", 2, remove(8, 1), insert(0, "> ")));
    // It took both to be for "Hello", and "xyz" to be behind the second "l".
    const reply = again(tree, update("1:0", 3, insert(2, "AB"), insert(4, "cd"), insert(9, "ef")));
    expect(reply.forwards).toEqual([told(3, [insert(4, "cd"), insert(12, "ef")])]);
    expect(text(tree)).toEqual([["> ABcdHexyzlefo"]]);
  });

  test("[ST75] is recognized by its texts when the history since then is dropped", () => {
    const tree = treeWith([["Hello"]], { textHistory: 3 });
    send(tree, update("1:0", 0, insert(0, "AB"), remove(3, 2)));
    for (let i = 1; i < 5; i++) send(tree, update(`2:${i}`, i, insert(0, ".")));
    const reply = again(tree, update("1:0", 5, insert(0, "AB"), remove(3, 1), remove(3, 1), insert(1, "cd")));
    expect(reply.forwards).toEqual([told(5, [insert(1, "cd")])]);
    again(tree, update("1:0", 6, insert(0, "AB"), remove(3, 1), insert(1, "cd"), insert(3, "ef")));
    expect(text(tree)).toEqual([[".cdef...ABHlo"]]);
  });

  test("[ST76] is recognized by its texts when it takes too much work to find out what its sender received", () => {
    const resumedAt = (textSteps: number) => {
      const tree = treeWith([["Hello"]], { textSteps });
      send(tree, update("1:0", 0, insert(0, "AB")));
      for (let i = 1; i < 5; i++) send(tree, update(`2:${i}`, i, insert(0, ".")));
      // It received the last two before it loaded the text.
      return again(tree, update("1:0", 5, insert(2, "AB"), insert(4, "cd"))).forwards;
    };
    expect(resumedAt(1_000)).toEqual([told(5, [insert(6, "cd")])]);
    expect(resumedAt(40)).toEqual([told(5, [insert(4, "cd")])]);
  });

  test("[ST76] is refused when what was typed behind it is beyond a bound", () => {
    const tree = treeWith([["abc"]], { textBytes: 14 });
    send(tree, update("1:0", 0, insert(0, "x")));
    const reply = again(tree, update("1:0", 1, insert(0, "x"), insert(1, "long text")));
    const refused = [{ opIds: ["1:0"], reason: "A LiveText may hold 14 bytes at most." }];
    expect(reply).toMatchObject({ acks: [], forwards: [], applied: [], refused, changed: false });
    expect(text(tree)).toEqual([["xabc"]]);
  });

  test("[ST75] and was empty is an update like any other", () => {
    const tree = treeWith([["Hello"]]);
    send(tree, update("2:0", 0, remove(0, 1)));
    // Of a deletion of the same character nothing was left.
    const { applied } = send(tree, update("1:0", 1));
    const reply = applyMessage(tree, [update("1:0", 1, insert(0, "J"))], (opId) => applied.includes(opId));
    expect(reply).toMatchObject({ forwards: [told(1, [insert(0, "J")])], applied: ["1:0"] });
    expect(text(tree)).toEqual([["Jello"]]);
  });

  test("[ST75] and is not what was accepted, or not allowed to bring more, changes nothing", () => {
    const tree = treeWith([["Hello"]]);
    const first = update("1:0", 0, insert(5, "!"));
    send(tree, first);
    expect(again(tree, update("1:0", 1, insert(3, "?"), insert(0, "x"))).forwards).toEqual([]);
    const longer = update("1:0", 1, insert(5, "!"), insert(0, "x"));
    expect(applyMessage(tree, [longer], () => true)).toMatchObject({ forwards: [], applied: [], changed: false });
    expect(text(tree)).toEqual([["Hello!"]]);
  });
});
