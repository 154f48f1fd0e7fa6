import { expect, test } from "vitest";
import { insertInto, removal, replaceWith, stepInList } from "./storage-patch.ts";
import { childrenOf, rootEntry } from "./storage-tree.ts";

const root = rootEntry({
  liveblocksType: "LiveObject",
  data: { "a/b": { liveblocksType: "LiveList", data: ["x", "y"] } },
});
const list = childrenOf(root)[0]!;
const [x, y] = childrenOf(list);

test("edits are operations at the entry's own pointer", () => {
  expect(replaceWith(x!, 1)).toEqual([{ op: "replace", path: "/a~1b/0", value: 1 }]);
  expect(removal(list)).toEqual([{ op: "remove", path: "/a~1b" }]);
  expect(insertInto(list, "", "z")).toEqual([{ op: "add", path: "/a~1b/-", value: "z" }]);
  expect(insertInto(root, "c/d", "z")).toEqual([{ op: "add", path: "/c~1d", value: "z" }]);
});

test("an item moves within its list and not beyond", () => {
  expect(stepInList(y!, list, -1)).toEqual([{ op: "move", from: "/a~1b/1", path: "/a~1b/0" }]);
  expect(stepInList(y!, list, 1)).toBeUndefined();
  expect(stepInList(x!, list, -1)).toBeUndefined();
  expect(stepInList(list, root, 1)).toBeUndefined();
});
