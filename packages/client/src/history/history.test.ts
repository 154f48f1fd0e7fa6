import { expect, test } from "vitest";
import { LiveList } from "../storage/live/structures.ts";
import { LiveObject } from "../storage/live/structures.ts";
import { LiveText } from "../storage/live/structures.ts";
import { TestRoom } from "@weft/testkit/client-room";

function open() {
  const room = new TestRoom([["root", { n: 0 }]]);
  const [one, other] = [room.join(), room.join()];
  room.settle();
  return { room, one, other };
}

test("[CS30] undo restores what was there, and redo what was undone", () => {
  const { room, one } = open();
  one.root.set("list", new LiveList(["a", "b", "c"]));
  const list = () => one.root.get("list") as LiveList<string>;
  const seen = [one.json];
  const edits = [
    () => list().set(1, "B"),
    () => list().move(0, 2),
    () => list().delete(1),
    () => list().insert("x", 0),
    () => one.root.update({ n: 1, object: new LiveObject({ deep: new LiveList([1]) }) }),
    () => one.root.delete("n"),
    () => one.root.set("object", "plain"),
    () => list().clear(),
  ];
  for (const edit of edits) {
    edit();
    seen.push(one.json);
  }
  room.settle();
  for (let at = edits.length - 1; at >= 0; at--) {
    one.history.undo();
    expect(one.json).toEqual(seen[at]);
  }
  room.settle();
  for (let at = 1; at <= edits.length; at++) {
    one.history.redo();
    expect(one.json).toEqual(seen[at]);
  }
  expect(one.history.canRedo()).toBe(false);
  room.settle();
  expect(room.json).toEqual(one.json);
});

test("[CS30] an edit clears what could be redone", () => {
  const { one } = open();
  one.root.set("n", 1);
  one.history.undo();
  expect([one.history.canUndo(), one.history.canRedo()]).toEqual([false, true]);
  one.root.set("m", 1);
  expect([one.history.canUndo(), one.history.canRedo()]).toEqual([true, false]);
});

test("[CS31] a batch is one entry, and so are all edits during a pause", () => {
  const { one } = open();
  one.history.batch(() => {
    one.root.set("n", 1);
    one.root.set("m", 1);
  });
  one.history.pause();
  one.root.set("n", 2);
  one.root.set("n", 3);
  one.history.resume();
  one.history.undo();
  expect(one.json).toEqual({ n: 1, m: 1 });
  one.history.undo();
  expect(one.json).toEqual({ n: 0 });
  expect(one.history.canUndo()).toBe(false);
});

test("[CS31] an undo during a pause ends its entry and undoes it", () => {
  const { one } = open();
  one.history.pause();
  one.root.set("n", 1);
  one.root.set("n", 2);
  one.history.undo();
  expect(one.json).toEqual({ n: 0 });
  one.root.set("n", 3);
  one.history.resume();
  one.history.undo();
  expect(one.json).toEqual({ n: 0 });
});

test("[CS32] what someone has deleted is not undone, and the entry before it is", () => {
  const { room, one, other } = open();
  one.root.set("object", new LiveObject({ x: 0 }));
  one.root.set("n", 1);
  (one.root.get("object") as LiveObject).set("x", 1);
  room.settle();
  other.root.delete("object");
  room.settle();
  one.history.undo();
  expect(one.json).toEqual({ n: 0 });
});

test("[CS33] an undo of typing follows what others have typed since", () => {
  const { room, one, other } = open();
  one.root.set("text", new LiveText("world"));
  room.settle();
  (one.root.get("text") as LiveText).insert(0, "hello ");
  room.settle();
  (other.root.get("text") as LiveText).insert(0, ">> ");
  (other.root.get("text") as LiveText).insert(14, "!");
  room.settle();
  one.history.undo();
  room.settle();
  expect([one.json, other.json]).toEqual([
    { n: 0, text: [[">> world!"]] },
    { n: 0, text: [[">> world!"]] },
  ]);
});

test("[CS34] edits that are not recorded are not undone", () => {
  const { one } = open();
  one.root.set("n", 1);
  one.history.disable(() => one.root.set("m", 1));
  one.history.undo();
  expect(one.json).toEqual({ n: 0, m: 1 });
});

test("[CS34] fifty entries can be undone", () => {
  const { one } = open();
  for (let n = 1; n <= 60; n++) one.root.set("n", n);
  for (let n = 0; n < 60; n++) one.history.undo();
  expect(one.json).toEqual({ n: 10 });
});
