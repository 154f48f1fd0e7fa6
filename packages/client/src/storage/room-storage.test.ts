import { OpType } from "@weft/protocol/codes";
import type { ServerOp } from "@weft/protocol/types";
import { expect, test, vi } from "vitest";
import { LiveList, LiveMap, LiveObject, LiveText } from "./live/structures.ts";
import { TestRoom } from "@weft/testkit/client-room";

function open() {
  const room = new TestRoom([["root", { n: 0 }]]);
  const [one, other] = [room.join(), room.join()];
  room.settle();
  return { room, one, other };
}

test("[CS3] a structure stays the same object, before and after it is acknowledged and loaded again", () => {
  const { room, one, other } = open();
  const inner = new LiveList<string>(["a"]);
  const object = new LiveObject({ inner });
  one.root.set("object", object);
  expect(one.root.get("object")).toBe(object);
  expect(object.get("inner")).toBe(inner);
  room.settle();
  const arrived = other.root.get("object") as LiveObject;
  other.root.set("m", 1);
  one.root.set("n", 1);
  for (const client of [one, other]) client.disconnect(0);
  room.settle();
  expect(one.root.get("object")).toBe(object);
  expect(object.get("inner")).toBe(inner);
  expect(other.root.get("object")).toBe(arrived);
  inner.push("b");
  room.settle();
  expect(arrived.toJSON()).toEqual({ inner: ["a", "b"] });
});

test("[CS4] JSON is the same object until something of it changes", () => {
  const { room, one, other } = open();
  one.root.update({ list: new LiveList(["a"]), map: new LiveMap([["k", new LiveText("t")]]) });
  room.settle();
  const before = one.root.toJSON() as Record<string, unknown>;
  expect(one.root.toJSON()).toBe(before);
  expect([before, before["list"], before["map"]].every(Object.isFrozen)).toBe(true);
  ((other.root.get("map") as LiveMap).get("k") as LiveText).insert(0, "!");
  room.settle();
  const after = one.root.toJSON() as Record<string, unknown>;
  expect(after["map"]).toEqual({ k: [["!t"]] });
  expect(after["map"]).not.toBe(before["map"]);
  expect(after["list"]).toBe(before["list"]);
});

test("[CS5] an edit is applied and reported at once", () => {
  const { one } = open();
  const reports: number[] = [];
  one.onChanges = (changes) => reports.push(changes.length);
  one.storage.transact({ origin: "local", via: "edit" }, () => {
    one.root.set("n", 1);
    one.root.set("list", new LiveList(["a"]));
    one.root.set("n", 2);
  });
  expect(reports).toEqual([1]);
  expect(one.json).toEqual({ n: 2, list: ["a"] });
});

test("[CS5] who may not write changes nothing", () => {
  const { one } = open();
  one.mayWrite = false;
  expect(() => one.root.set("n", 1)).toThrow("read-only");
  expect(() => one.root.set("list", new LiveList([]))).toThrow("read-only");
  expect(one.json).toEqual({ n: 0 });
  expect(one.storage.isSynchronized).toBe(true);
});

test("[CS6] what is in Storage cannot be put into it again", () => {
  const { one } = open();
  one.root.set("list", new LiveList([new LiveObject({ a: 1 })]));
  const list = one.root.get("list") as LiveList<LiveObject>;
  expect(() => list.push(list.get(0)!)).toThrow("clone");
  expect(() => new LiveList([one.root])).toThrow("clone");
  list.push(list.get(0)!.clone());
  expect(one.json).toEqual({ n: 0, list: [{ a: 1 }, { a: 1 }] });
});

test("[CS7] a refused op is taken back, and those after it stay", () => {
  const { room, one } = open();
  one.root.set("n", 1);
  one.root.set("m", 1);
  const [refused] = one.storage.takeUnsent();
  one.storage.refuse([refused!.opId]);
  expect(one.json).toEqual({ n: 0, m: 1 });
  one.disconnect(0);
  room.settle();
  expect(room.json).toEqual({ n: 0, m: 1 });
});

test("[CS7] an update of a text that is refused is made again", () => {
  const { room, one } = open();
  one.root.set("text", new LiveText("b"));
  room.settle();
  const text = one.root.get("text") as LiveText;
  text.insert(0, "a");
  const [update] = one.storage.takeUnsent();
  text.insert(2, "c");
  one.storage.refuse([update!.opId]);
  expect(text.toString()).toBe("abc");
  room.settle();
  expect(room.json).toEqual({ n: 0, text: [["abc"]] });
});

test("[CS8] ops that were applied are not sent again, and all others are", () => {
  const { room, one, other } = open();
  one.root.set("a", 1);
  one.flush();
  one.root.set("b", 1);
  one.flush();
  one.root.set("c", 1);
  one.disconnect(1);
  other.root.set("a", 2);
  other.flush();
  room.serve(other);
  one.connect();
  room.serve(one);
  one.receive();
  one.receive();
  expect(one.json).toEqual({ n: 0, a: 2, b: 1, c: 1 });
  expect(one.storage.takeUnsent()).toMatchObject([{ data: { b: 1 } }, { data: { c: 1 } }]);
});

test("[CS8] a text that an undo has created again is shown as the undo left it, though Storage is loaded before", () => {
  const { room, one } = open();
  one.root.set("text", new LiveText("ab"));
  one.flush();
  (one.root.get("text") as LiveText).delete(1, 1);
  one.root.set("text", new LiveText("other"));
  one.history.undo();
  one.disconnect(1);
  room.settle();
  expect([one.json, room.json]).toEqual([
    { n: 0, text: [["a"]] },
    { n: 0, text: [["a"]] },
  ]);
});

test("[CS20] one update of a text is on its way at a time", () => {
  const { room, one } = open();
  one.root.set("text", new LiveText(""));
  room.settle();
  const text = one.root.get("text") as LiveText;
  text.insert(0, "a");
  expect(one.storage.takeUnsent()).toHaveLength(1);
  text.insert(1, "b");
  text.insert(2, "c");
  expect(one.storage.takeUnsent()).toEqual([]);
  expect(text.toString()).toBe("abc");
  expect(one.storage.isSynchronized).toBe(false);
});

test("[CS14] what an earlier page of the same user has written is taken in, though the server sends it as an answer", () => {
  const room = new TestRoom();
  const client = room.join();
  room.settle();
  client.root.set("mine", 1);
  const [own] = client.storage.sentOpIds;
  room.settle();
  const answer = (opId: string, data: object) =>
    ({ type: OpType.updateObject, id: "root", opId, data }) as unknown as ServerOp;
  client.storage.receive([answer("99:0", { theirs: 1 }), answer(own!, { mine: 2 })]);
  expect(client.json).toEqual({ mine: 1, theirs: 1 });
});

test("[CS183] structures of another copy of this package are structures", async () => {
  vi.resetModules();
  const copy = await import("./live/structures.ts");
  expect(copy.LiveList).not.toBe(LiveList);
  const { room, one, other } = open();
  const list = new copy.LiveList([new copy.LiveMap([["k", new copy.LiveText("t")]])]);
  one.root.update({ list, mixed: new LiveObject({ inner: new copy.LiveObject({ a: 1 }) }) });
  room.settle();
  const made = other.root.get("list") as LiveList<LiveMap<string, LiveText>>;
  made.get(0)!.get("k")!.insert(1, "!");
  made.push(new LiveMap());
  room.settle();
  expect(one.root.get("list")).toBe(list);
  expect(list.toJSON()).toEqual([{ k: [["t!"]] }, {}]);
  expect(list.clone().toJSON()).toEqual(list.toJSON());
  one.root.reconcile({ list: [], mixed: { inner: { a: 2 } } });
  room.settle();
  expect(other.root.toJSON()).toEqual({ list: [], mixed: { inner: { a: 2 } } });
  expect(one.root.get("list")).toBe(list);
});

test("[CS183] instanceof tells structures apart, whichever copy made them", async () => {
  vi.resetModules();
  const copy = await import("./live/structures.ts");
  const types = [LiveObject, LiveList, LiveMap, LiveText] as const;
  const values = [new copy.LiveObject(), new copy.LiveList(), new copy.LiveMap(), new copy.LiveText()];
  expect(values.map((value) => types.map((type) => value instanceof type))).toEqual(
    types.map((_, row) => types.map((_type, column) => row === column)),
  );
  class Named extends LiveObject {}
  expect([new Named() instanceof Named, new Named() instanceof LiveObject]).toEqual([true, true]);
  expect(new LiveObject() instanceof Named).toBe(false);
  for (const value of [null, undefined, 1, "text", {}, []]) expect(value instanceof LiveObject).toBe(false);
});
