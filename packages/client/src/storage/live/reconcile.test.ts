import { LiveList, LiveMap, LiveObject, toPlainLson } from "../../index.ts";
import { fromPlainLson } from "../index.ts";
import type { Json } from "@weft/protocol/types";
import { TestRoom } from "@weft/testkit/client-room";
import fc from "fast-check";
import { expect, test } from "vitest";

function board() {
  const room = new TestRoom();
  const [ada, bob] = [room.join(), room.join()];
  room.settle();
  return { room, ada, bob };
}

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
const object = fc.dictionary(fc.string({ maxLength: 3 }), json, { maxKeys: 5, noNullPrototype: true });

test("[CS9] an object that is made equal to JSON is equal to it, here and with others", () => {
  fc.assert(
    fc.property(object, object, (before, after) => {
      const { room, ada, bob } = board();
      ada.root.set("doc", LiveObject.from(before));
      room.settle();
      (bob.root.get("doc") as LiveObject).reconcile(after);
      room.settle();
      expect(ada.json).toEqual({ doc: after });
      expect(bob.json).toEqual({ doc: after });
    }),
    { numRuns: 100, seed: 1 },
  );
});

test("[CS9] what is equal is left alone, so that others' edits of it survive", () => {
  const { room, ada, bob } = board();
  ada.root.reconcile({
    nodes: [
      { id: "a", x: 1, tags: ["t"] },
      { id: "b", x: 2 },
    ],
  });
  room.settle();
  const nodes = bob.root.get("nodes") as LiveList<LiveObject>;
  const [a, b] = [nodes.get(0)!, nodes.get(1)!];
  bob.root.reconcile({
    nodes: [
      { id: "b", x: 2 },
      { id: "c", x: 3 },
      { id: "a", x: 1, tags: ["t", "u"] },
    ],
  });
  expect([nodes.get(0), nodes.get(2)]).toEqual([b, a]);
  (ada.root.get("nodes") as LiveList<LiveObject>).get(0)!.set("x", 10);
  room.settle();
  expect(ada.json).toEqual({
    nodes: [
      { id: "b", x: 2 },
      { id: "c", x: 3 },
      { id: "a", x: 10, tags: ["t", "u"] },
    ],
  });
  expect(bob.json).toEqual(ada.json);
  bob.history.undo();
  room.settle();
  expect(ada.json).toEqual({
    nodes: [
      { id: "a", x: 10, tags: ["t"] },
      { id: "b", x: 2 },
    ],
  });
});

test("[CS9] keys that the JSON does not have are deleted, or left where only a part is given", () => {
  const { ada } = board();
  ada.root.update({ a: 1, b: 2 });
  ada.root.reconcilePartially({ b: 3 });
  expect(ada.json).toEqual({ a: 1, b: 3 });
  ada.root.reconcile({ b: 3 });
  expect(ada.json).toEqual({ b: 3 });
});

test("[CS9] a member is plain, local or made of structures as the application says", () => {
  const { room, ada, bob } = board();
  const sync = { whole: "atomic", mine: false, deep: { mine: false } } as const;
  ada.root.reconcile({ whole: { x: [1] }, mine: 1, deep: { mine: 2, shared: [3] } }, sync);
  expect(ada.root.get("whole")).toEqual({ x: [1] });
  expect(ada.root.get("deep")).toBeInstanceOf(LiveObject);
  room.settle();
  expect(ada.json).toEqual({ whole: { x: [1] }, mine: 1, deep: { mine: 2, shared: [3] } });
  expect(bob.json).toEqual({ whole: { x: [1] }, deep: { shared: [3] } });
});

test("[CS10] a member that only this client has hides the shared one, is reported, and goes when the key is set or deleted", () => {
  const { room, ada, bob } = board();
  ada.root.set("zoom", 1);
  room.settle();
  const told: (string | undefined)[] = [];
  ada.onChanges = (changes) =>
    told.push(
      ...changes.map((change) =>
        "before" in change && change.before instanceof Map ? [...change.before.keys()][0] : undefined,
      ),
    );
  ada.root.setLocal("zoom", 2);
  expect(told).toEqual(["zoom"]);
  room.settle();
  expect([ada.json, bob.json]).toEqual([{ zoom: 2 }, { zoom: 1 }]);
  expect(ada.history.canUndo()).toBe(true);
  bob.root.set("zoom", 3);
  room.settle();
  expect(ada.root.get("zoom")).toBe(2);
  ada.root.set("zoom", 4);
  room.settle();
  expect([ada.json, bob.json]).toEqual([{ zoom: 4 }, { zoom: 4 }]);
  ada.root.setLocal("zoom", 5);
  ada.root.delete("zoom");
  room.settle();
  expect([ada.json, bob.json]).toEqual([{}, {}]);
  expect(() => ada.root.setLocal("zoom", new LiveList([]))).toThrow("no structure");
});

test("[CS11] a value becomes plain JSON with the types of its structures, and is the same made of that", () => {
  const value = new LiveObject({
    list: new LiveList<Json | LiveObject>([1, [2], new LiveObject({ a: null })]),
    map: new LiveMap([["k", "v"]]),
    plain: { liveblocksType: 1 },
  });
  const plain = toPlainLson(value);
  expect(plain).toEqual({
    liveblocksType: "LiveObject",
    data: {
      list: { liveblocksType: "LiveList", data: [1, [2], { liveblocksType: "LiveObject", data: { a: null } }] },
      map: { liveblocksType: "LiveMap", data: { k: "v" } },
      plain: { liveblocksType: 1 },
    },
  });
  const { data } = plain as { data: Record<string, never> };
  const again = fromPlainLson({ liveblocksType: "LiveObject", data: { list: data["list"]!, map: data["map"]! } });
  expect(toPlainLson(again)).toEqual({
    liveblocksType: "LiveObject",
    data: { list: data["list"], map: data["map"] },
  });
});
