import type { Op, ServerOp } from "@weft/protocol/types";
import { describe, expect, test } from "vitest";
import { applyMessage, applyOp } from "./apply.ts";
import { jsonIn } from "./whole-storage.ts";
import { createTree, type Tree, type TreeBounds } from "./tree.ts";

type Sent<T> = T extends unknown ? Omit<T, "opId"> & { opId?: string } : never;

/** A room with two senders: what they send, and what each of the two receives. */
function room(...nodes: Sent<Op>[]) {
  return roomWithin({}, ...nodes);
}

function roomWithin(bounds: Partial<TreeBounds>, ...nodes: Sent<Op>[]) {
  const tree = createTree(bounds);
  for (const op of nodes) expect(applyOp(tree, op as ServerOp).kind).toBe("accepted");
  const known = new Set<string>();
  let clock = 0;
  return {
    tree,
    send: (...ops: Sent<Op>[]) => {
      const reply = applyMessage(
        tree,
        ops.map((op) => ({ opId: `9:${clock++}`, ...op })),
        (opId) => known.has(opId),
      );
      for (const opId of reply.applied) known.add(opId);
      return reply;
    },
    node: (id: string) => [...tree.verbose()].find(([each]) => each === id)?.[1],
    items: () => itemsOf(tree, "L"),
    json: () => JSON.parse(JSON.stringify(jsonIn(tree))) as unknown,
  };
}

function itemsOf(tree: Tree, list: string): string[] {
  return [...tree.verbose()]
    .filter(([, node]) => node.parentId === list)
    .map(([id, node]) => `${node.parentKey}:${id}`);
}

const list = { type: 2, id: "L", parentId: "root", parentKey: "list" } as const;
const map = { type: 7, id: "M", parentId: "root", parentKey: "map" } as const;
const object = { type: 4, id: "O", parentId: "root", parentKey: "o", data: { a: 1 } } as const;
const item = (id: string, parentKey: string, more: { intent?: "set" | "push"; deletedId?: string } = {}) =>
  ({ type: 8, id, parentId: "L", parentKey, data: id, ...more }) as const;
const ack = (opId: string) => ({ type: 5, id: "ACK", opId });
const silence = { early: [], acks: [], forwards: [], echoes: [], refused: [] };

const entry = (id: string, data: string, key = id) => ({ type: 8, id, parentId: "M", parentKey: key, data }) as const;

describe("single ops", () => {
  test("[ST20] E1: a field update is echoed to its sender and forwarded without opId", () => {
    const { send, tree } = room();
    const reply = send({ type: 3, id: "root", data: { a: 1 } });
    expect(reply).toEqual({
      ...silence,
      acks: [{ type: 3, id: "root", opId: "9:0", data: { a: 1 } }],
      forwards: [{ type: 3, id: "root", data: { a: 1 } }],
      echoes: [{ type: 3, id: "root", opId: "9:0", data: { a: 1 } }],
      applied: ["9:0"],
      changed: true,
    });
    expect([...tree.encode()]).toEqual(['["root",{"a":1}]']);
  });

  test("[ST20] E2: an update of a missing node changes nothing and is echoed to its sender only", () => {
    const reply = room().send({ type: 3, id: "0:99", data: { a: 1 } });
    expect(reply).toMatchObject({ early: [], changed: false, applied: ["9:0"] });
    expect(reply.acks).toHaveLength(1);
    expect(reply.forwards).toEqual([]);
  });

  test("[ST21] E3: a create below a missing parent is ignored", () => {
    const reply = room().send({ ...object, parentId: "0:99" });
    expect(reply).toEqual({ ...silence, early: [ack("9:0")], applied: ["9:0"], changed: false });
  });

  test("[ST21] E4: a create with a known id changes nothing, and the first data stay", () => {
    const { send, node } = room(object);
    const again = { ...object, data: { a: 2 } };
    expect(send(again)).toMatchObject({ early: [{ ...again, opId: "9:0" }], acks: [], forwards: [] });
    expect(node("O")).toMatchObject({ data: { a: 1 } });
    expect(send({ ...object, id: "root" })).toMatchObject({ early: [ack("9:1")], acks: [], forwards: [] });
  });

  test("[ST20] E5: deleting the root changes nothing and is only echoed", () => {
    const { send, tree } = room(object);
    const reply = send({ type: 5, id: "root" });
    expect(reply).toMatchObject({ acks: [{ type: 5, id: "root" }], forwards: [], changed: false });
    expect(tree.nodes).toBe(2);
  });

  test("[ST21] E6, E7: a plain value holds nothing, and an object holds no register", () => {
    const { send } = room(list, item("a", "!"));
    expect(send({ ...object, parentId: "a" }).early).toEqual([ack("9:0")]);
    expect(send({ type: 8, id: "x", parentId: "root", parentKey: "k", data: 1 }).early).toEqual([ack("9:1")]);
  });

  test("[ST22] E8: a plain field replaces the child at its key, subtree and all", () => {
    const { send, json, tree } = room(object, { type: 4, id: "C", parentId: "O", parentKey: "c", data: {} });
    expect(send({ type: 3, id: "root", data: { o: "plain" } }).forwards).toHaveLength(1);
    expect(json()).toEqual({ o: "plain" });
    expect(tree.nodes).toBe(1);
  });

  test("[ST22] E9: a child replaces the plain field at its key", () => {
    const { send, json } = room({ type: 3, id: "root", data: { o: "plain", n: 1 } });
    send(object);
    expect(json()).toEqual({ n: 1, o: { a: 1 } });
  });

  test("[ST22] E10: a child replaces the child at its key; only the create is forwarded", () => {
    const { send, tree } = room(object, { type: 4, id: "C", parentId: "O", parentKey: "c", data: {} });
    expect(send({ ...map, parentKey: "o" }).forwards).toEqual([{ ...map, parentKey: "o" }]);
    expect([...tree.verbose()].map(([id]) => id)).toEqual(["root", "M"]);
  });

  test("[ST22] E11: deleting a key of a map deletes the child there; of an object, the field or the child", () => {
    const { send, json } = room(map, object, { type: 8, id: "v", parentId: "M", parentKey: "k", data: 1 });
    expect(send({ type: 6, id: "M", key: "k" }).forwards).toEqual([{ type: 6, id: "M", key: "k" }]);
    expect(json()).toEqual({ map: {}, o: { a: 1 } });
    send({ type: 6, id: "O", key: "a" }, { type: 6, id: "root", key: "map" });
    expect(json()).toEqual({ o: {} });
    expect(send({ type: 6, id: "root", key: "none" }, { type: 6, id: "0:99", key: "k" })).toMatchObject({
      acks: [{ type: 6 }, { type: 6 }],
      changed: false,
    });
  });

  test("[ST22] under a map, a set of a key replaces its child, and intent and deletedId are echoed without effect", () => {
    const value = { type: 8, parentId: "M", data: 1 } as const;
    const { send, json } = room(map, { ...value, id: "v", parentKey: "k" }, { ...value, id: "w", parentKey: "l" });
    const op = { ...value, id: "x", parentKey: "k", intent: "set", deletedId: "w" } as const;
    expect(send(op).forwards).toEqual([op]);
    expect(json()).toEqual({ map: { k: 1, l: 1 } });
  });
});

describe("lists", () => {
  test("[ST23] E12, E13: an insert at a taken position goes right behind its occupant; its sender gets a fix", () => {
    const { send, items } = room(list, item("a", "!"));
    expect(send(item("b", "!"))).toEqual({
      ...silence,
      early: [{ type: 1, id: "b", parentKey: "!!" }],
      acks: [{ ...item("b", "!!"), opId: "9:0" }],
      forwards: [item("b", "!!")],
      echoes: [{ ...item("b", "!!"), opId: "9:0" }],
      applied: ["9:0"],
      changed: true,
    });
    expect(send(item("c", "!")).early).toEqual([{ type: 1, id: "c", parentKey: "! O" }]);
    expect(items()).toEqual(["!:a", "! O:c", "!!:b"]);
  });

  test("[ST24] E14: a set replaces the item it names, without a fix", () => {
    const { send, items } = room(list, item("a", "!"));
    const op = item("b", "!", { intent: "set", deletedId: "a" });
    expect(send(op)).toMatchObject({ early: [], forwards: [op] });
    expect(items()).toEqual(["!:b"]);
  });

  test("[ST24] E15: a set over an item it does not name removes that one too, which everyone gets first", () => {
    const { send, items } = room(list, item("a", "!"), item("b", "!", { intent: "set", deletedId: "a" }));
    const op = item("c", "!", { intent: "set", deletedId: "a" });
    const went = { type: 5, id: "b" };
    expect(send(op)).toMatchObject({ early: [went], acks: [{ id: "c" }], forwards: [went, op] });
    expect(items()).toEqual(["!:c"]);
  });

  test("[ST24] E16: a set removes the item it names wherever it is", () => {
    const { send, items } = room(list, item("a", "!"), item("b", "~"));
    expect(send(item("c", "z", { intent: "set", deletedId: "b" })).early).toEqual([]);
    expect(items()).toEqual(["!:a", "z:c"]);
  });

  test("[ST24] E17: a set removes both the item it names and the one that holds the place", () => {
    const { send, items } = room(list, item("a", "!"), item("Z", "z"));
    expect(send(item("c", "z", { intent: "set", deletedId: "a" })).early).toEqual([{ type: 5, id: "Z" }]);
    expect(items()).toEqual(["z:c"]);
  });

  test("[ST24] a set at an invalid position causes two fixes: what was removed, and where the item is", () => {
    const { send } = room(list, item("a", "A"));
    expect(send(item("b", "A ", { intent: "set" })).early).toEqual([
      { type: 5, id: "a" },
      { type: 1, id: "b", parentKey: "A" },
    ]);
  });

  test("[ST24] E18: a set leaves a node alone that it names in another parent", () => {
    const { send, json } = room(list, map, { type: 8, id: "v", parentId: "M", parentKey: "k", data: 1 });
    expect(send(item("c", "!", { intent: "set", deletedId: "v" })).early).toEqual([]);
    expect(json()).toEqual({ list: ["c"], map: { k: 1 } });
  });

  test("[ST25] E19, E20, E21: a push ends up last, and keeps its position when that is last already", () => {
    const { send, items } = room(list, item("a", "z"));
    expect(send(item("b", "!", { intent: "push" }))).toMatchObject({
      early: [{ type: 1, id: "b", parentKey: "z!" }],
      acks: [{ id: "b", parentKey: "z!", intent: "push" }],
    });
    expect(send(item("c", "~~~", { intent: "push" })).early).toEqual([]);
    expect(send(item("d", "M", { intent: "push" })).early).toEqual([{ type: 1, id: "d", parentKey: "~~~ !" }]);
    expect(items()).toEqual(["z:a", "z!:b", "~~~:c", "~~~ !:d"]);
  });

  test("[ST28] so is what was in an item, as they may know it still", () => {
    const top = { type: 4, id: "O", parentId: "L", parentKey: "!", data: {} } as const;
    const inner = { type: 2, id: "I", parentId: "O", parentKey: "list" } as const;
    const { send } = room(list, top, inner);
    send({ type: 5, id: "O" });
    expect(send(top, inner).forwards).toEqual([{ type: 5, id: "O" }, top, { type: 5, id: "I" }, inner]);
  });

  test("[ST28] an item that is created again is sent to others in full, since they may be creating it, too", () => {
    const { send } = room(list, item("a", "!"));
    send({ type: 5, id: "a" });
    expect(send(item("a", "!")).forwards).toEqual([{ type: 5, id: "a" }, item("a", "!")]);
    // Another user's undo of the same deletion was in flight meanwhile.
    expect(send(item("a", "!"))).toMatchObject({ early: [ack("9:2")], acks: [], forwards: [] });
  });

  test("[ST25] E22: a push of an item that is in the list already is answered with where it is", () => {
    const { send } = room(list, item("a", "z"), item("b", "z!", { intent: "push" }));
    expect(send(item("b", "!", { intent: "push" }))).toEqual({
      ...silence,
      early: [
        { ...item("b", "z!", { intent: "push" }), opId: "9:0" },
        { type: 1, id: "b", parentKey: "z!" },
      ],
      applied: ["9:0"],
      changed: false,
    });
  });

  test("[ST25] E23: the fixes of two pushes in one message share the early frame", () => {
    const { send } = room(list, item("a", "!"));
    const reply = send(item("b", "!", { intent: "push" }), item("c", "!", { intent: "push" }));
    expect(reply.early).toEqual([
      { type: 1, id: "b", parentKey: "!!" },
      { type: 1, id: "c", parentKey: '!"' },
    ]);
    expect(reply.acks).toMatchObject([{ id: "b" }, { id: "c" }]);
  });

  test("[ST26] E24: a move onto a taken position goes right behind its occupant", () => {
    const { send, items } = room(list, item("a", "!"), item("b", "~"));
    expect(send({ type: 1, id: "a", parentKey: "~" })).toMatchObject({
      early: [{ type: 1, id: "a", parentKey: "~!" }],
      acks: [{ type: 1, id: "a", parentKey: "~!", opId: "9:0" }],
      forwards: [{ type: 1, id: "a", parentKey: "~!" }],
    });
    expect(items()).toEqual(["~:b", "~!:a"]);
  });

  test("[ST26] the position a moved item leaves still counts when it looks for room", () => {
    const { send, items } = room(list, item("a", "!"), item("b", "#"));
    send({ type: 1, id: "b", parentKey: "!" });
    expect(items()).toEqual(["!:a", '":b']);
  });

  test("[ST26] E25: a move to where the item is changes nothing and is echoed", () => {
    const { send } = room(list, item("a", "!"));
    expect(send({ type: 1, id: "a", parentKey: "!" })).toMatchObject({
      early: [],
      acks: [{ id: "a" }],
      changed: false,
    });
  });

  test("[ST26] E26: what is not an item of a list does not move", () => {
    const { send } = room(list, map, { type: 8, id: "v", parentId: "M", parentKey: "k", data: 1 });
    const reply = send(...["v", "root", "L", "0:99"].map((id) => ({ type: 1, id, parentKey: "!" }) as const));
    expect(reply).toMatchObject({ early: [ack("9:0"), ack("9:1"), ack("9:2"), ack("9:3")], acks: [], forwards: [] });
  });

  test("[ST26] E27: an item that was deleted before does not move", () => {
    const { send, items } = room(list, item("a", "!"));
    const reply = send({ type: 5, id: "a" }, { type: 1, id: "a", parentKey: "~" });
    expect(reply).toMatchObject({ early: [ack("9:1")], acks: [{ type: 5, id: "a", opId: "9:0" }] });
    expect(items()).toEqual([]);
  });

  test.each([
    ["", "!"],
    ["A ", "A"],
    ["  ", "!"],
    ["é\n", "~"],
  ])("[ST10] E28: the position %j is normalised to %j, and its sender is told", (asked, given) => {
    const { send, items } = room(list);
    expect(send(item("a", asked)).early).toEqual([{ type: 1, id: "a", parentKey: given }]);
    expect(items()).toEqual([`${given}:a`]);
  });

  test("[ST27] E29: ignored-acks and fixes of a message come early in op order, the echoes after", () => {
    const { send } = room(list, item("a", "!"));
    const lost = { ...object, parentId: "0:99" };
    const reply = send(lost, item("b", "!"), { ...lost, id: "P" }, { type: 3, id: "root", data: { n: 1 } });
    expect(reply.early).toEqual([ack("9:0"), { type: 1, id: "b", parentKey: "!!" }, ack("9:2")]);
    expect(reply.acks.map(({ opId }) => opId)).toEqual(["9:1", "9:3"]);
    expect(reply.applied).toEqual(["9:0", "9:1", "9:2", "9:3"]);
  });

  test("[ST11] E31: 180 inserts at one position stay unique and short", () => {
    const { send, items } = room(list);
    for (let i = 0; i < 180; i++) send(item(`n${i}`, "!"));
    const positions = items().map((each) => each.slice(0, each.lastIndexOf(":")));
    expect(new Set(positions).size).toBe(180);
    expect(positions).toEqual([...positions].sort());
    expect(Math.max(...positions.map(({ length }) => length))).toBeLessThanOrEqual(32);
  });
});

describe("conflicts", () => {
  test("[ST23] two pushes predicted at one spot keep server order", () => {
    const { send, items } = room(list);
    expect(send(item("a1", "!", { intent: "push" })).early).toEqual([]);
    expect(send(item("b1", "!", { intent: "push" })).early).toEqual([{ type: 1, id: "b1", parentKey: "!!" }]);
    expect(items()).toEqual(["!:a1", "!!:b1"]);
  });

  test("[ST24] of two sets of one item the second wins, and everyone gets the deletion of the first", () => {
    const { send, items } = room(list, item("x", " ~"));
    expect(send(item("a", " ~", { intent: "set", deletedId: "x" })).early).toEqual([]);
    const second = send(item("b", " ~", { intent: "set", deletedId: "x" }));
    expect(second.early).toEqual([{ type: 5, id: "a" }]);
    expect(second.forwards).toMatchObject([
      { type: 5, id: "a" },
      { type: 8, id: "b" },
    ]);
    expect(items()).toEqual([" ~:b"]);
  });

  test("[ST24] a set of an item that moved meanwhile removes it at its new place", () => {
    const { send, items } = room(list, item("x", "!"), item("y", '"'));
    send({ type: 1, id: "x", parentKey: "#" });
    expect(send(item("n", "!", { intent: "set", deletedId: "x" })).early).toEqual([]);
    expect(items()).toEqual(["!:n", '":y']);
  });

  test("[ST24] a set over a deleted item puts it at the place, and a later delete of that item is an echo", () => {
    const { send, items } = room(list, item("x", "!"));
    send({ type: 5, id: "x" });
    expect(send(item("n", "!", { intent: "set", deletedId: "x" })).early).toEqual([]);
    expect(send({ type: 5, id: "x" })).toMatchObject({ acks: [{ type: 5, id: "x" }], changed: false });
    expect(items()).toEqual(["!:n"]);
  });

  test("[ST26] of two moves of one item the last wins", () => {
    const { send, items } = room(list, item("x", "!"), item("y", '"'));
    send({ type: 1, id: "x", parentKey: "#" });
    send({ type: 1, id: "x", parentKey: "A" });
    expect(items()).toEqual(['":y', "A:x"]);
  });

  test("[ST21] what happens inside a deleted list is ignored", () => {
    const { send, json } = room(list, item("x", "!"));
    send({ type: 5, id: "L" });
    expect(send(item("n", "!"), { type: 1, id: "x", parentKey: "#" }).early).toEqual([ack("9:1"), ack("9:2")]);
    expect(json()).toEqual({});
  });

  test("[ST22] of a child and a plain value at one key the last wins, and the other form is gone", () => {
    const { send, json } = room();
    send(object);
    send({ type: 3, id: "root", data: { o: 1 } });
    expect(json()).toEqual({ o: 1 });
    send({ ...object, id: "P", data: { b: 2 } });
    expect(json()).toEqual({ o: { b: 2 } });
  });

  test("[ST21] a child that is created before its parent is ignored, even in one message", () => {
    const child = { type: 4, id: "C", parentId: "O", parentKey: "c", data: {} } as const;
    const { send, json } = room();
    expect(send(child, object)).toMatchObject({ early: [ack("9:0")], acks: [{ id: "O" }] });
    expect(json()).toEqual({ o: { a: 1 } });
  });

  test("[ST28] an id can be created again after its deletion", () => {
    const { send, json } = room(object);
    send({ type: 5, id: "O" });
    const { early, acks } = send(object);
    expect(early).toEqual([]);
    // A client that created it again in another message may have lost it to the echo of its own deletion.
    expect(acks).toEqual([{ ...object, opId: "9:1" }, object, { type: 3, id: "O", data: { a: 1 } }]);
    expect(json()).toEqual({ o: { a: 1 } });
  });

  test("[ST45] others' changes to a node before it was created again are undone on the client that created it", () => {
    const { send, json } = room(map, entry("mine", "1", "a"));
    send(entry("theirs", "2", "b"));
    send({ type: 5, id: "M" });
    const { acks } = send(map, entry("mine", "1", "a"));
    expect(json()).toEqual({ map: { a: "1" } });
    expect(acks).toContainEqual({ type: 5, id: "theirs" });
    expect(acks).not.toContainEqual({ type: 5, id: "mine" });
  });

  test("[ST45] fields that others set on a node before it was created again are undone as well", () => {
    const { send, json } = room(object);
    send({ type: 3, id: "O", data: { b: 2 } });
    send({ type: 6, id: "root", key: "o" });
    const { acks } = send(object);
    expect(json()).toEqual({ o: { a: 1 } });
    expect(acks).toContainEqual({ type: 6, id: "O", key: "b" });
  });

  test("[ST45] a structure is sent again if a plain value was written to its key recently", () => {
    const { send } = room();
    send({ type: 3, id: "root", data: { o: "plain" } });
    expect(send(object).acks).toEqual([{ ...object, opId: "9:1" }, object]);
  });

  test("[ST45] an item that had left the place of a set is sent again to the sender of the set", () => {
    const { send, items } = room(list, item("theirs", "!"));
    send({ type: 1, id: "theirs", parentKey: " ~" });
    const { acks } = send(item("mine", "!", { intent: "set" }));
    expect(items()).toEqual([" ~:theirs", "!:mine"]);
    expect(acks.slice(1)).toEqual([
      { type: 5, id: "theirs" },
      { type: 8, id: "theirs", parentId: "L", parentKey: " ~", data: expect.anything() as unknown },
    ]);
  });

  test("[ST28] a delete whose id a later op of its message creates again is acked without effect, yet forwarded", () => {
    const { send, json } = room(object);
    const reply = send({ type: 5, id: "O" }, object);
    expect(reply.early).toEqual([ack("9:0")]);
    expect(reply.acks.flatMap(({ opId }) => opId ?? [])).toEqual(["9:1"]);
    expect(reply.forwards).toEqual([{ type: 5, id: "O" }, object]);
    expect(json()).toEqual({ o: { a: 1 } });
  });

  test("[ST28] a delete after the last creation of its id, or in another message, is echoed", () => {
    const { send } = room();
    expect(send(object, { type: 5, id: "O" }).acks.map(({ opId }) => opId)).toEqual(["9:0", "9:1"]);
  });
});

describe("bounds", () => {
  test.each<[string, Partial<TreeBounds>, Sent<Op>, string]>([
    [
      "fields",
      { objectBytes: 20 },
      { type: 3, id: "root", data: { k: "x".repeat(20) } },
      "The plain fields of a LiveObject may hold 20 bytes at most.",
    ],
    [
      "fields of a new object",
      { objectBytes: 20 },
      { ...object, data: { k: "x".repeat(20) } },
      "The plain fields of a LiveObject may hold 20 bytes at most.",
    ],
    [
      "a value",
      { valueBytes: 20 },
      entry("v", "x".repeat(20)),
      "One value of a LiveMap or LiveList may hold 20 bytes at most.",
    ],
    ["levels", { depth: 2 }, entry("v", ""), "Storage may be nested 2 levels deep at most."],
    ["nodes", { nodes: 3 }, entry("v", ""), "A room's Storage may hold 3 nodes at most."],
    [
      "children",
      { children: 2 },
      { ...object, parentKey: "third" },
      "One LiveObject, LiveMap or LiveList may hold 2 entries at most.",
    ],
    [
      "fields and children",
      { children: 2 },
      { type: 3, id: "root", data: { n: 1 } },
      "One LiveObject, LiveMap or LiveList may hold 2 entries at most.",
    ],
    ["a map's key", { keyBytes: 8 }, entry("v", "", "ääääa"), "A key may hold 8 bytes at most."],
    [
      "a field's key",
      { keyBytes: 8 },
      { type: 3, id: "root", data: { 123456789: 1 } },
      "A key may hold 8 bytes at most.",
    ],
    ["a new object's key", { keyBytes: 8 }, { ...object, data: { 123456789: 1 } }, "A key may hold 8 bytes at most."],
    ["an id", { keyBytes: 8 }, entry("123456789", "", "k"), "A node's id may hold 8 bytes at most."],
    ["a position", { positionLength: 8 }, item("v", "123456789"), "A list position may hold 8 characters at most."],
    ["everything", { bytes: 100 }, entry("v", "x".repeat(60)), "A room's Storage may hold 100 bytes at most."],
    [
      "everything, by fields",
      { bytes: 100 },
      { type: 3, id: "root", data: { k: "x".repeat(60) } },
      "A room's Storage may hold 100 bytes at most.",
    ],
    ["the pseudo node", {}, entry("ACK", ""), 'No node may be called "ACK".'],
    ["half a character as id", {}, entry("0:\ud83d", ""), "A node's id must be well-formed text without NUL."],
    ["NUL in an id", {}, entry("0:\0", ""), "A node's id must be well-formed text without NUL."],
  ])("[ST30] an op beyond the bound of %s is refused with a reason, and changes nothing", (_, bounds, op, reason) => {
    const { send, tree } = roomWithin(bounds, map, list);
    const before = [...tree.encode()];
    const reply = send(op);
    expect(reply).toMatchObject({ early: [], forwards: [], applied: [], changed: false });
    // A client ignores changes of a key or position until it receives its own op again. Later ops undo its effect.
    expect(reply.acks[0]).toMatchObject({ opId: "9:0" });
    expect(reply.acks.slice(1).every(({ opId }) => opId === undefined)).toBe(true);
    expect(reply.refused).toEqual([{ opIds: ["9:0"], reason }]);
    expect([...tree.encode()]).toEqual(before);
  });

  test("[ST31] a larger replacement counts only for its growth", () => {
    const { send, json } = roomWithin({ nodes: 3, children: 1, bytes: 110 }, map, entry("v", "x".repeat(50), "k"));
    expect(send(entry("w", "y".repeat(50), "k")).refused).toEqual([]);
    expect(send(entry("w2", "y", "other")).refused).toHaveLength(1);
    expect(json()).toEqual({ map: { k: "y".repeat(50) } });
  });

  test("[ST31] in a room beyond its bounds, deletes and shrinking updates still work", () => {
    const large = createTree();
    for (const op of [map, entry("v", "x".repeat(50)), { type: 3, id: "root", data: { k: "long text" } }] as const) {
      applyOp(large, op);
    }
    const tree = createTree({ bytes: 50, nodes: 1, objectBytes: 4, children: 0 });
    tree.load([...large.encode()].map((text) => JSON.parse(text)));
    tree.finishLoad();
    const send = (op: Sent<Op>) => applyOp(tree, op).kind;
    expect(send({ type: 3, id: "root", data: { k: "longer text" } })).toBe("refused");
    expect(send({ type: 3, id: "root", data: { k: "text" } })).toBe("accepted");
    expect(send({ type: 6, id: "root", key: "k" })).toBe("accepted");
    expect(send({ type: 5, id: "M" })).toBe("accepted");
    expect(tree.nodes).toBe(1);
  });
});

test("a node may have the empty string as its id, and hold others, without being taken for the root", () => {
  const { tree } = room(
    { type: 4, id: "", parentId: "root", parentKey: "a", data: { x: 1 } },
    { type: 7, id: "0:1", parentId: "", parentKey: "m" },
    { type: 8, id: "0:2", parentId: "0:1", parentKey: "k", data: 1 },
  );
  const nodes = [...tree.encode()].map((text) => JSON.parse(text) as never);
  expect(nodes).toEqual([
    ["root", {}],
    ["", 0, "root", "a", { x: 1 }],
    ["0:1", 2, "", "m"],
    ["0:2", 3, "0:1", "k", 1],
  ]);
  expect(tree.bytes).toBe([...tree.encode()].reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  expect([...tree.verbose()][2]).toEqual(["0:1", { type: 2, parentId: "", parentKey: "m" }]);
  const reloaded = createTree();
  reloaded.load(nodes);
  reloaded.finishLoad();
  expect(jsonIn(reloaded)).toEqual({ a: { x: 1, m: { k: 1 } } });
});
