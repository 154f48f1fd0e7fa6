import { WeftError } from "@weft/protocol/codes";
import { describe, expect, test } from "vitest";
import { applyOp } from "./apply.ts";
import { applyPatch } from "./patch.ts";
import { opsFromPlainLson } from "./plain.ts";
import { jsonIn } from "./whole-storage.ts";
import { createTree } from "./tree.ts";

function ids() {
  let next = 0;
  return () => `si:${next++}`;
}

const document = {
  liveblocksType: "LiveObject",
  data: {
    count: 1,
    plain: { deep: [1] },
    log: { liveblocksType: "LiveList", data: ["a", "b", "c"] },
    byId: { liveblocksType: "LiveMap", data: { x: 1, "a/b~c": 2 } },
    user: { liveblocksType: "LiveObject", data: { name: "Ann", tags: { liveblocksType: "LiveList", data: [] } } },
  },
};

function storage() {
  const tree = createTree();
  const newId = ids();
  for (const op of opsFromPlainLson(document, newId)) expect(applyOp(tree, op).kind).toBe("accepted");
  const patch = (...operations: unknown[]) => applyPatch(tree, operations, newId);
  return { tree, newId, patch, json: (): object => JSON.parse(JSON.stringify(jsonIn(tree))) };
}

const initial = storage().json();

/** What the tree holds after a patch, with only the members that differ from the document above. */
function after(...operations: unknown[]) {
  const { patch, json } = storage();
  patch(...operations);
  return json();
}

function failure(...operations: unknown[]) {
  const { patch, json, tree } = storage();
  const { nodes, bytes } = tree;
  try {
    patch(...operations);
  } catch (error) {
    expect(json()).toEqual(initial);
    expect(tree).toMatchObject({ nodes, bytes });
    if (error instanceof WeftError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("The patch was applied.");
}

describe("operations", () => {
  test.each([
    ["adds a field", [{ op: "add", path: "/n", value: null }], { n: null }],
    ["replaces by adding", [{ op: "add", path: "/count", value: 2 }], { count: 2 }],
    ["replaces a node by a field", [{ op: "add", path: "/log", value: 2 }], { log: 2 }],
    ["replaces a field by a node", [{ op: "replace", path: "/count", value: { a: [] } }], { count: { a: [] } }],
    ["appends", [{ op: "add", path: "/log/-", value: { by: "job" } }], { log: ["a", "b", "c", { by: "job" }] }],
    ["inserts at the front", [{ op: "add", path: "/log/0", value: "z" }], { log: ["z", "a", "b", "c"] }],
    ["inserts in between", [{ op: "add", path: "/log/2", value: [[1]] }], { log: ["a", "b", [[1]], "c"] }],
    ["inserts at the length", [{ op: "add", path: "/log/3", value: 1 }], { log: ["a", "b", "c", 1] }],
    ["replaces an item", [{ op: "replace", path: "/log/1", value: { b: 1 } }], { log: ["a", { b: 1 }, "c"] }],
    ["removes an item", [{ op: "remove", path: "/log/0" }], { log: ["b", "c"] }],
    ["removes a field", [{ op: "remove", path: "/user/name" }], { user: { tags: [] } }],
    ["removes a node under an object", [{ op: "remove", path: "/user/tags" }], { user: { name: "Ann" } }],
    ["removes a map entry by its escaped key", [{ op: "remove", path: "/byId/a~1b~0c" }], { byId: { x: 1 } }],
    ["moves an item back", [{ op: "move", from: "/log/2", path: "/log/0" }], { log: ["c", "a", "b"] }],
    ["moves an item forward", [{ op: "move", from: "/log/0", path: "/log/1" }], { log: ["b", "a", "c"] }],
    ["moves an item to the end", [{ op: "move", from: "/log/0", path: "/log/-" }], { log: ["b", "c", "a"] }],
    ["moves nothing onto itself", [{ op: "move", from: "/log/1", path: "/log/1" }], {}],
    [
      "moves a node between parents",
      [{ op: "move", from: "/user", path: "/byId/u" }],
      { user: undefined, byId: { x: 1, "a/b~c": 2, u: { name: "Ann", tags: [] } } },
    ],
    [
      "copies a field into a list",
      [{ op: "copy", from: "/plain", path: "/log/0" }],
      { log: [{ deep: [1] }, "a", "b", "c"] },
    ],
    [
      "copies a node below itself",
      [{ op: "copy", from: "/user", path: "/user/me" }],
      { user: { name: "Ann", tags: [], me: { name: "Ann", tags: [] } } },
    ],
    ["copies the root", [{ op: "copy", from: "", path: "/all" }], { all: initial }],
    ["tests regardless of member order", [{ op: "test", path: "/user", value: { tags: [], name: "Ann" } }], {}],
    ["ignores members it does not know", [{ op: "remove", path: "/count", why: 1 }], { count: undefined }],
  ])("[ST50] a patch %s", (_, operations, change) => {
    expect(after(...operations)).toEqual({ ...initial, ...change });
  });

  test("[ST51] add and replace of the empty pointer replace every member of the root", () => {
    expect(after({ op: "add", path: "", value: { a: 1, log: [] } })).toEqual({ a: 1, log: [] });
    const typed = { liveblocksType: "LiveObject", data: { b: { weftType: "LiveMap", data: {} } } };
    expect(after({ op: "replace", path: "", value: typed })).toEqual({ b: {} });
    expect(after({ op: "test", path: "", value: initial })).toEqual(initial);
  });

  test("[ST52] values become nodes: objects LiveObjects, arrays LiveLists, typed values what they name", () => {
    const { tree, patch } = storage();
    patch({ op: "add", path: "/v", value: { list: [1], map: { liveblocksType: "LiveMap", data: { k: [] } } } });
    const nodes = new Map([...tree.verbose()].map(([id, node]) => [id, node]));
    const at = (parent: string, key: string) =>
      [...nodes].find(([, node]) => node.parentId === parent && node.parentKey === key)!;
    const [v] = at("root", "v");
    expect(nodes.get(v)!.type).toBe(0);
    expect(at(v, "list")[1].type).toBe(1);
    expect(at(v, "map")[1].type).toBe(2);
    expect(at(at(v, "map")[0], "k")[1].type).toBe(1);
  });

  test("[ST53] an item moved within its list keeps its id", () => {
    const { patch } = storage();
    const { forwards } = patch({ op: "move", from: "/log/0", path: "/log/1" });
    expect(forwards).toMatchObject([{ type: 1 }]);
  });

  test("[ST53] forwards are the ops without opId, in order", () => {
    const { patch } = storage();
    const { forwards } = patch(
      { op: "test", path: "/count", value: 1 },
      { op: "replace", path: "/count", value: 2 },
      { op: "add", path: "/log/-", value: "d" },
    );
    expect(forwards).toMatchObject([
      { type: 3, id: "root", data: { count: 2 } },
      { type: 8, data: "d" },
    ]);
    expect(forwards.every((op) => !("opId" in op))).toBe(true);
  });
});

describe("faults", () => {
  test.each([
    [{ op: "test", path: "/count", value: "1" }, 'Operation 0 (test): the value at "/count" differs.'],
    [{ op: "test", path: "/none", value: 1 }, 'Operation 0 (test): there is nothing at "/none".'],
    [{ op: "remove", path: "/none" }, 'Operation 0 (remove): there is nothing at "/none".'],
    [{ op: "replace", path: "/byId/none", value: 1 }, 'Operation 0 (replace): there is nothing at "/byId/none".'],
    [
      { op: "replace", path: "/log/-", value: 1 },
      'Operation 0 (replace): "/log/-" does not end with an index of the list.',
    ],
    [{ op: "add", path: "/log/4", value: 1 }, 'Operation 0 (add): there is no index 4 to insert at in "/log/4".'],
    [{ op: "add", path: "/log/01", value: 1 }, 'Operation 0 (add): "/log/01" does not end with an index of the list.'],
    [{ op: "remove", path: "/log/-" }, 'Operation 0 (remove): there is nothing at "/log/-".'],
    [
      { op: "add", path: "/plain/x", value: 1 },
      'Operation 0 (add): "/plain" is not a LiveObject, LiveMap or LiveList.',
    ],
    [
      { op: "add", path: "/log/0/x", value: 1 },
      'Operation 0 (add): "/log/0" is not a LiveObject, LiveMap or LiveList.',
    ],
    [{ op: "add", path: "/a/b", value: 1 }, 'Operation 0 (add): "/a" is not a LiveObject, LiveMap or LiveList.'],
    [{ op: "move", from: "/none", path: "/x" }, 'Operation 0 (move): there is nothing at "/none".'],
    [{ op: "move", from: "/user", path: "/user/x" }, 'Operation 0 (move): "/user" cannot be moved into itself.'],
    [{ op: "move", from: "/log/0", path: "/log/3" }, 'Operation 0 (move): there is no index to move to at "/log/3".'],
    [{ op: "move", from: "", path: "" }, "Operation 0 (move): the root cannot be moved or be a target."],
    [{ op: "copy", from: "/user", path: "" }, "Operation 0 (copy): the root cannot be a target."],
    [{ op: "remove", path: "" }, "Operation 0 (remove): the root cannot be removed."],
    [{ op: "add", path: "", value: [] }, "Operation 0 (add): the root must stay an object."],
    [
      { op: "add", path: "/__proto__/x", value: 1 },
      'Operation 0 (add): "/__proto__" is not a LiveObject, LiveMap or LiveList.',
    ],
    [{ op: "remove", path: "/constructor" }, 'Operation 0 (remove): there is nothing at "/constructor".'],
  ])("[ST54] %j cannot be applied", (operation, message) => {
    expect(failure(operation)).toEqual({ code: "INVALID_STORAGE_MUTATION_REQUEST", message });
  });

  test.each([
    [1, "Operation 0: must be an object."],
    [{ path: "/a" }, "Operation 0: 'op' must be one of 'add', 'remove', 'replace', 'move', 'copy', 'test'."],
    [
      { op: "put", path: "/a" },
      "Operation 0 (put): 'op' must be one of 'add', 'remove', 'replace', 'move', 'copy', 'test'.",
    ],
    [{ op: "add", value: 1 }, "Operation 0 (add): 'path' must be a string."],
    [{ op: "copy", path: "/a" }, "Operation 0 (copy): 'from' must be a string."],
    [{ op: "add", path: "/a" }, "Operation 0 (add): 'value' is missing."],
    [{ op: "test", path: "/a" }, "Operation 0 (test): 'value' is missing."],
    [{ op: "remove", path: "a" }, `Operation 0 (remove): 'path' must be empty or a JSON Pointer that starts with "/".`],
    [
      { op: "remove", path: "/~2" },
      `Operation 0 (remove): 'path' must be empty or a JSON Pointer that starts with "/".`,
    ],
    [
      { op: "add", path: "/a", value: { liveblocksType: "LiveText", data: "text" } },
      "Operation 0 (add): Value at keypath 'value.data': must be an array of segments, [text] or [text, attributes].",
    ],
  ])("[ST54] %j is malformed", (operation, message) => {
    expect(failure(operation)).toEqual({ code: "UNPROCESSABLE_ENTITY", message });
  });

  test("[ST54] a body that is no array is malformed", () => {
    expect(() => applyPatch(createTree(), { op: "add" }, ids())).toThrow("The patch must be an array of operations.");
  });

  test("[ST55] the first failing operation leaves everything as it was, and names its number", () => {
    const { message } = failure(
      { op: "replace", path: "/count", value: 9 },
      { op: "remove", path: "/log" },
      { op: "remove", path: "/log" },
    );
    expect(message).toBe('Operation 2 (remove): there is nothing at "/log".');
  });

  test("[ST55] an operation that breaks a bound fails with the bound's reason", () => {
    const tree = createTree({ nodes: 2 });
    applyPatch(tree, [{ op: "add", path: "/a", value: [] }], ids());
    expect(() => applyPatch(tree, [{ op: "add", path: "/a/-", value: 1 }], () => "other")).toThrow(
      "Operation 0 (add): A room's Storage may hold 2 nodes at most.",
    );
    expect(jsonIn(tree)).toEqual({ a: [] });
  });
});

test("[ST93] a patch that changes long lists too often is refused, and changes nothing", () => {
  const tree = createTree({ patchItems: 10 });
  const newId = ids();
  for (const op of opsFromPlainLson(document, newId)) applyOp(tree, op);
  const moves = (count: number) =>
    Array.from({ length: count }, () => ({ op: "move", from: "/log/0", path: "/log/2" }));
  applyPatch(tree, moves(3), newId);
  const before = JSON.stringify(jsonIn(tree));
  expect(() => applyPatch(tree, moves(4), newId)).toThrow(
    "Operation 3 (move): the patch changes too long lists too often, so send it in parts.",
  );
  expect(JSON.stringify(jsonIn(tree))).toBe(before);
});
