import { expect, test } from "vitest";
import { LiveList, LiveMap, LiveObject, LiveText } from "../storage/live/structures.ts";
import { readVersion, readVersionNodes, restoreStorage } from "./version-storage.ts";

const lines = [
  ["root", { type: 0, data: { title: "then" } }],
  ["1:0", { type: 1, parentId: "root", parentKey: "list" }],
  ["1:2", { type: 3, parentId: "1:0", parentKey: "%", data: "b" }],
  ["1:1", { type: 3, parentId: "1:0", parentKey: "!", data: "a" }],
  ["1:3", { type: 2, parentId: "root", parentKey: "map" }],
  ["1:4", { type: 0, parentId: "1:3", parentKey: "k", data: { x: 1 } }],
  ["1:5", { type: 4, parentId: "root", parentKey: "text", data: [["Hello"]], version: 3 }],
]
  .map((line) => JSON.stringify(line))
  .join("\n");

const then = { title: "then", list: ["a", "b"], map: { k: { x: 1 } }, text: [["Hello"]] };

test("[CS141] Storage of a version is read from its nodes", () => {
  expect(readVersion(`${lines}\n`).toJSON()).toEqual(then);
  expect(() => readVersion("")).toThrow("root");
});

test("[CS141] Storage is led back to a version, and what does not differ stays the same", () => {
  const object = new LiveObject({ x: 1 });
  const map = new LiveMap([["k", object]]);
  const text = new LiveText("Hello");
  const list = new LiveList(["new", "a", "b", "c"]);
  const root = new LiveObject({ title: "now", added: true, list, map, text });
  restoreStorage(root, readVersionNodes(lines));
  expect(root.toJSON()).toEqual(then);
  expect([
    root.get("map") === map,
    map.get("k") === object,
    root.get("text") === text,
    root.get("list") === list,
  ]).toEqual([true, true, true, true]);
});
