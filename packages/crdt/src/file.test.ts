import type { Op, StorageFileId } from "@weft/protocol/types";
import { expect, test } from "vitest";
import { applyMessage, type FindUpload } from "./apply.ts";
import { applyPatch } from "./patch.ts";
import { opsFromPlainLson } from "./plain.ts";
import { jsonIn, lsonIn } from "./whole-storage.ts";
import { createTree } from "./tree.ts";

const id = "fl_aaaaaaaaaaaaaaaaaaaaa" as StorageFileId;
const other = "fl_bbbbbbbbbbbbbbbbbbbbb" as StorageFileId;
const upload: FindUpload = (fileId) => (fileId === id ? { size: 42 } : undefined);
const data = { id, name: "plan.pdf", size: 7, mimeType: "application/pdf" };
const creation: Op = { type: 11, id: "1:0", opId: "1:1", parentId: "root", parentKey: "file", data };
const ids = () => {
  let next = 0;
  return () => `si:${next++}`;
};

test("[ST77] a file is stored with the size of its upload, and told as it was sent", () => {
  const tree = createTree();
  const reply = applyMessage(tree, [creation], () => false, { upload });
  const { opId: _, ...told } = creation;
  expect(reply).toMatchObject({ acks: [creation], forwards: [told], refused: [] });
  expect([...tree.encode()][1]).toBe(JSON.stringify(["1:0", 5, "root", "file", { ...data, size: 42 }]));
  expect([...tree.verbose()][1]).toEqual([
    "1:0",
    { type: 5, parentId: "root", parentKey: "file", data: { ...data, size: 42 } },
  ]);
});

test("[ST77] a file that was not uploaded to the room is refused, over REST as well", () => {
  const reason = "The file was not uploaded to this room.";
  const tree = createTree();
  const missing: Op = { ...creation, data: { ...data, id: other } };
  expect(applyMessage(tree, [missing], () => false, { upload }).refused).toEqual([{ opIds: ["1:1"], reason }]);
  expect(applyMessage(tree, [creation], () => false).refused).toEqual([{ opIds: ["1:1"], reason }]);
  const add = { op: "add", path: "/f", value: { liveblocksType: "LiveFile", data: { ...data, id: other } } };
  expect(() => applyPatch(tree, [add], ids(), upload)).toThrow(
    "Operation 0 (add): The file was not uploaded to this room.",
  );
  expect(tree.empty).toBe(true);
});

test("[ST77] a file holds nothing, and is copied and moved by JSON Patch", () => {
  const tree = createTree();
  applyMessage(tree, [creation], () => false, { upload });
  const below: Op = { type: 2, id: "1:2", opId: "1:3", parentId: "1:0", parentKey: "!" };
  expect(applyMessage(tree, [below], () => false).early).toEqual([{ type: 5, id: "ACK", opId: "1:3" }]);
  const patch = [
    { op: "copy", from: "/file", path: "/copy" },
    { op: "move", from: "/file", path: "/moved" },
  ];
  applyPatch(tree, patch, ids(), upload);
  expect(jsonIn(tree)).toEqual({ copy: { ...data, size: 42 }, moved: { ...data, size: 42 } });
  expect(() => applyPatch(tree, [{ op: "replace", path: "/copy/name", value: "x" }], ids(), upload)).toThrow(
    '"/copy" is not a LiveObject, LiveMap or LiveList.',
  );
});

test.each(["liveblocksType", "weftType"] as const)(
  "[ST60] texts and files come back as they were given (%s)",
  (key) => {
    const document = {
      [key]: "LiveObject",
      data: {
        texts: { [key]: "LiveList", data: [{ [key]: "LiveText", data: [["a"], ["b", { bold: true }]] }] },
        file: { [key]: "LiveFile", data: { ...data, size: 42 } },
      },
    };
    const tree = createTree();
    const ops = opsFromPlainLson(document, ids());
    expect(applyMessage(tree, ops, () => false, { upload }).refused).toEqual([]);
    expect(lsonIn(tree, key)).toEqual(document);
    expect(jsonIn(tree)).toEqual({ texts: [[["a"], ["b", { bold: true }]]], file: { ...data, size: 42 } });
  },
);

test("[ST60] a text that is given with a version begins at 0, canonical", () => {
  const tree = createTree();
  const text = { liveblocksType: "LiveText", data: [["a"], ["", { bold: true }], ["b"]], version: 9 };
  applyMessage(tree, opsFromPlainLson({ liveblocksType: "LiveObject", data: { text } }, ids()), () => false);
  expect([...tree.encode()][1]).toMatch(/,"text",\[\["ab"\]\],0\]$/);
});
