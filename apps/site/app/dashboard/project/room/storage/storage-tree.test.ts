import { expect, test } from "vitest";
import {
  changedPointers,
  childCount,
  childrenOf,
  pathText,
  plainOf,
  rootEntry,
  rowsOf,
  searchTree,
} from "./storage-tree.ts";

const live = (kind: string, data: unknown) => ({ liveblocksType: kind, data }) as never;
const object = (data: object) => live("LiveObject", data);

const document = object({
  title: "Board",
  tasks: live("LiveList", [object({ text: "warp", done: false }), object({ text: "weft", done: true })]),
  by: live("LiveMap", { "a/b": 1, "c~d": 2 }),
  note: live("LiveText", [["Hello", { bold: true }]]),
  file: live("LiveFile", { id: "fi_1", name: "a.png", size: 3, mimeType: "image/png" }),
  settings: { theme: "dark", liveblocksType: "LiveMap", data: {} },
  odd: { nested: { liveblocksType: "LiveMap", data: {} } },
});

test("nodes carry their kind, and below plain JSON everything is plain JSON", () => {
  const kinds = Object.fromEntries(childrenOf(rootEntry(document)).map(({ pointer, kind }) => [pointer, kind]));
  expect(kinds).toMatchObject({
    "/title": "json",
    "/tasks": "LiveList",
    "/by": "LiveMap",
    "/note": "LiveText",
    "/file": "LiveFile",
    "/odd": "json",
  });
  const odd = childrenOf(rootEntry(document)).find(({ pointer }) => pointer === "/odd")!;
  expect(childrenOf(odd)[0]?.kind).toBe("json");
});

test("a pointer is one of RFC 6901, and a path reads as code", () => {
  const by = childrenOf(rootEntry(document)).find(({ pointer }) => pointer === "/by")!;
  expect(childrenOf(by).map(({ pointer }) => pointer)).toEqual(["/by/a~1b", "/by/c~0d"]);
  expect(pathText(["tasks", 0, "text"])).toBe("root.tasks[0].text");
  expect(pathText(["by", "a/b"])).toBe('root.by["a/b"]');
  expect(pathText([])).toBe("root");
});

test("plain JSON drops the kinds of nodes and keeps plain values as they are", () => {
  expect(plainOf(rootEntry(object({ a: live("LiveList", [object({ b: 1 })]), c: { d: [1] } })))).toEqual({
    a: [{ b: 1 }],
    c: { d: [1] },
  });
});

test("only what is open is drawn, with its depth", () => {
  const rows = rowsOf(rootEntry(document), new Set(["", "/tasks"]));
  expect(rows.slice(0, 5).map((row) => (row.type === "entry" ? [row.entry.pointer, row.depth] : row.type))).toEqual([
    ["", 0],
    ["/title", 1],
    ["/tasks", 1],
    ["/tasks/0", 2],
    ["/tasks/1", 2],
  ]);
});

test("a branch of many children is drawn a part at a time", () => {
  const many = rootEntry(
    object({
      list: live(
        "LiveList",
        Array.from({ length: 2_500 }, (_, index) => index),
      ),
    }),
  );
  const rows = rowsOf(many, new Set(["", "/list"]));
  expect(rows).toHaveLength(2 + 1_000 + 1);
  expect(rows.at(-1)).toMatchObject({ type: "more", shown: 1_000, total: 2_500 });
  expect(rowsOf(many, new Set(["", "/list"]), new Map([["/list", 2_500]]))).toHaveLength(2 + 2_500);
  expect(childCount(childrenOf(many)[0]!)).toBe(2_500);
});

test("a search finds keys and values, and opens the way to them", () => {
  const found = searchTree(rootEntry(document), "WEFT");
  expect(found.count).toBe(1);
  expect([...found.shown].toSorted()).toEqual(["", "/tasks", "/tasks/1", "/tasks/1/text"]);
  expect([...found.open].toSorted()).toEqual(["", "/tasks", "/tasks/1"]);
  expect(searchTree(rootEntry(document), "nothing like it").count).toBe(0);
});

test("a change is named by its most specific pointer", () => {
  const after = structuredClone(document) as any;
  after.data.tasks.data[0].data.done = true;
  after.data.tasks.data.push(object({ text: "new" }));
  delete after.data.by.data["a/b"];
  expect([...changedPointers(document, after)].toSorted()).toEqual(["/by", "/tasks/0/done", "/tasks/2"]);
  expect(changedPointers(document, structuredClone(document))).toEqual(new Set());
});
