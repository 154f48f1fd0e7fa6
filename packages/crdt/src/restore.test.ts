import { OpType } from "@weft/protocol/codes";
import type { Op, RemoteOp, VerboseNode } from "@weft/protocol/types";
import { expect, test } from "vitest";
import { applyMessage } from "./apply.ts";
import { applyPatch } from "./patch.ts";
import { opsFromPlainLson } from "./plain.ts";
import { jsonIn } from "./whole-storage.ts";
import { restoreNodes } from "./restore.ts";
import { createTree } from "./tree.ts";

function storage(data: object, uploaded: ReadonlySet<string> = new Set()) {
  const tree = createTree();
  let next = 0;
  const newId = () => `si:${next++}`;
  const upload = (id: string) => (uploaded.has(id) ? { size: 1 } : undefined);
  const ops: Op[] = opsFromPlainLson({ liveblocksType: "LiveObject", data }, newId);
  applyMessage(tree, ops, () => false, { upload });
  const earlier: VerboseNode[] = JSON.parse(JSON.stringify([...tree.verbose()]));
  return {
    tree,
    patch: (...operations: unknown[]) => applyPatch(tree, operations, newId, upload),
    restore: (): RemoteOp[] => restoreNodes(tree, earlier, newId, upload).forwards,
    json: (): object => JSON.parse(JSON.stringify(jsonIn(tree))),
  };
}

const list = (...data: unknown[]) => ({ liveblocksType: "LiveList", data });
const map = (data: object) => ({ liveblocksType: "LiveMap", data });

test("[ST90] plain objects come again as plain values, and nodes as nodes", () => {
  const data = { plain: { deep: [1] }, kinds: list({ a: 1 }, map({ x: { y: 1 } })) };
  const { tree, patch, restore } = storage(data);
  const before = [...tree.verbose()].map(([, node]) => node.type);
  patch({ op: "replace", path: "/plain", value: { deep: [1] } }, { op: "remove", path: "/kinds" });
  expect([...tree.verbose()].map(([, node]) => node.type)).not.toEqual(before);
  restore();
  expect([...tree.verbose()].map(([, node]) => node.type)).toEqual(before);
});

test("[ST91] what did not change is not told, and an item that is still there keeps its id", () => {
  const { patch, restore, json } = storage({ title: "One", size: 1, items: list("a", "b", "c", "d") });
  const initial = json();
  patch({ op: "move", from: "/items/0", path: "/items/3" }, { op: "replace", path: "/title", value: "Two" });
  patch({ op: "remove", path: "/items/0" });
  const told = restore();
  expect(json()).toEqual(initial);
  expect(told.map(({ type }) => type)).toEqual([OpType.updateObject, OpType.setParentKey, OpType.createRegister]);
  expect(told[0]).toMatchObject({ data: { title: "One" } });
});

test("[ST91] positions stay short, however many items come again between two that stayed", () => {
  const many = Array.from({ length: 2_000 }, (_, n) => n);
  const { tree, patch, restore, json } = storage({ items: list(...many) });
  const initial = json();
  patch(...many.slice(2).map(() => ({ op: "remove", path: "/items/1" })));
  restore();
  expect(json()).toEqual(initial);
  const longest = Math.max(...[...tree.verbose()].map(([, node]) => node.parentKey?.length ?? 0));
  expect(longest).toBeLessThan(20);
});

test("[ST92] a state that cannot be written again changes nothing, and says why", () => {
  const file = { id: "fl_000000000000000000000", name: "a.png", size: 1, mimeType: "image/png" };
  const uploaded = new Set([file.id]);
  const { patch, restore, json } = storage(
    { title: "One", cover: { liveblocksType: "LiveFile", data: file } },
    uploaded,
  );
  patch({ op: "remove", path: "/cover" }, { op: "replace", path: "/title", value: "Two" });
  uploaded.clear();
  expect(restore).toThrow(
    expect.objectContaining({
      code: "INVALID_STORAGE_MUTATION_REQUEST",
      message: "The file was not uploaded to this room.",
    }),
  );
  expect(json()).toEqual({ title: "Two" });
});
