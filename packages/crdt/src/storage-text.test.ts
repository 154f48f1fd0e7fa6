import { NodeType } from "@weft/protocol/codes";
import type { CompactNode, Json, JsonObject, StorageFileId, VerboseNode } from "@weft/protocol/types";
import fc from "fast-check";
import { expect, test } from "vitest";
import { storageDocument, storageText } from "./storage-text.ts";
import type { StorageFormat } from "./storage-text.ts";
import { createTree } from "./tree.ts";

/** A document as a test writes it down; the other formats follow from it. */
type Live =
  | { readonly kind: "plain"; readonly value: Json }
  | { readonly kind: "list"; readonly items: readonly Live[] }
  | { readonly kind: "map" | "object"; readonly members: ReadonlyMap<string, Live> };

const { live } = fc.letrec<{ live: Live }>((tie) => {
  const members = fc
    .dictionary(fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "0")), tie("live"), { maxKeys: 4 })
    .map((object) => new Map(Object.entries(object)));
  return {
    live: fc.oneof(
      { maxDepth: 4 },
      fc.record({ kind: fc.constant("plain" as const), value: fc.jsonValue() }),
      fc.record({ kind: fc.constant("list" as const), items: fc.array(tie("live"), { maxLength: 4 }) }),
      fc.record({ kind: fc.constantFrom("map" as const, "object" as const), members }),
    ),
  };
});
const document = live.filter(({ kind }) => kind === "object");

/** The oracle: the document as nested values, built without looking at nodes. */
function expected(value: Live, format: StorageFormat): unknown {
  if (value.kind === "plain") return value.value;
  const data =
    value.kind === "list"
      ? value.items.map((item) => expected(item, format))
      : dictionary([...value.members].map(([key, member]) => [key, expected(member, format)]));
  if (format.kind === "json") return data;
  const name = { list: "LiveList", map: "LiveMap", object: "LiveObject" }[value.kind];
  return { [format.nodeTypeKey]: name, data };
}

function dictionary<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  const object: Record<string, T> = Object.create(null);
  for (const [key, value] of entries) object[key] = value;
  return object;
}

/** The nodes of a document. Positions in a list are runs of exclamation marks, which sort by length. */
function nodesOf(value: Live): CompactNode[] {
  const nodes: CompactNode[] = [];
  let ids = 0;
  const add = (node: Live, id: string, parent: string, key: string, parentKind: Live["kind"]) => {
    if (node.kind === "plain") return void nodes.push([id, NodeType.register, parent, key, node.value]);
    if (node.kind === "list") {
      nodes.push([id, NodeType.list, parent, key]);
      return node.items.forEach((item, index) => add(item, `1:${ids++}`, id, "!".repeat(index + 1), "list"));
    }
    const plain = [...node.members].filter(([, member]) => node.kind === "object" && member.kind === "plain");
    const data = dictionary(plain.map(([name, member]) => [name, (member as { value: Json }).value])) as JsonObject;
    if (id === "root") nodes.push(["root", data]);
    else
      nodes.push(node.kind === "object" ? [id, NodeType.object, parent, key, data] : [id, NodeType.map, parent, key]);
    for (const [name, member] of node.members)
      if (!plain.some(([own]) => own === name)) add(member, `1:${ids++}`, id, name, node.kind);
    return parentKind;
  };
  add(value, "root", "", "", "object");
  return nodes;
}

function treeOf(nodes: readonly CompactNode[]) {
  const tree = createTree();
  tree.load(nodes);
  tree.finishLoad();
  return tree;
}

const text = (texts: Iterable<string>) => [...texts].join("");

const formats: readonly StorageFormat[] = [
  { kind: "json" },
  { kind: "lson", nodeTypeKey: "liveblocksType" },
  { kind: "lson", nodeTypeKey: "weftType" },
];

test.for(formats)("[ST60] [ST61] a tree is written as the document that it is: %j", (format) => {
  fc.assert(
    fc.property(document, (value) => {
      const tree = treeOf(nodesOf(value));
      const written: unknown = JSON.parse(text(storageDocument(tree.verbose(), format)));
      expect(written).toEqual(JSON.parse(JSON.stringify(expected(value, format))));
    }),
  );
});

test("the example of the specification is written as it stands there", () => {
  const tree = treeOf([
    ["root", { n: 1 }],
    ["1:0", NodeType.list, "root", "l"],
    ["1:1", NodeType.register, "1:0", "!", "a"],
    ["1:2", NodeType.object, "1:0", "!!", { x: 1 }],
  ]);
  expect(text(storageDocument(tree.verbose(), { kind: "json" }))).toBe('{"n":1,"l":["a",{"x":1}]}');
  expect(text(storageDocument(tree.verbose(), { kind: "lson", nodeTypeKey: "liveblocksType" }))).toBe(
    '{"liveblocksType":"LiveObject","data":{"n":1,"l":{"liveblocksType":"LiveList","data":["a",{"liveblocksType":"LiveObject","data":{"x":1}}]}}}',
  );
  expect(text(storageText(tree.verbose(), { kind: "nodeLines" }))).toBe(
    [
      '["root",{"type":0,"data":{"n":1}}]',
      '["1:0",{"type":1,"parentId":"root","parentKey":"l"}]',
      '["1:1",{"type":3,"parentId":"1:0","parentKey":"!","data":"a"}]',
      '["1:2",{"type":0,"parentId":"1:0","parentKey":"!!","data":{"x":1}}]',
      "",
    ].join("\n"),
  );
});

test("[ST60] texts and files are written whole", () => {
  const file = { id: "fl_aaaaaaaaaaaaaaaaaaaaa" as StorageFileId, name: "a.txt", size: 3, mimeType: "text/plain" };
  const tree = treeOf([
    ["root", {}],
    ["1:0", NodeType.list, "root", "l"],
    ["1:1", NodeType.text, "1:0", "!", [["a"], ["b", { bold: true }]], 7],
    ["1:2", NodeType.file, "1:0", "!!", file],
  ]);
  const [segments, data] = ['[["a"],["b",{"bold":true}]]', JSON.stringify(file)];
  expect(text(storageDocument(tree.verbose(), { kind: "json" }))).toBe(`{"l":[${segments},${data}]}`);
  expect(text(storageDocument(tree.verbose(), { kind: "lson", nodeTypeKey: "weftType" }))).toBe(
    `{"weftType":"LiveObject","data":{"l":{"weftType":"LiveList","data":[{"weftType":"LiveText","data":${segments}},{"weftType":"LiveFile","data":${data}}]}}}`,
  );
  expect([...storageText(tree.verbose(), { kind: "nodeLines" })][2]).toBe(
    `["1:1",{"type":4,"parentId":"1:0","parentKey":"!","data":${segments},"version":7}]\n`,
  );
});

test("nodes that do not come depth first are refused, not written wrong", () => {
  const nodes: VerboseNode[] = [
    ["root", { type: NodeType.object, data: {} }],
    ["1:0", { type: NodeType.list, parentId: "root", parentKey: "a" }],
    ["1:1", { type: NodeType.list, parentId: "root", parentKey: "b" }],
    ["1:2", { type: NodeType.register, parentId: "1:0", parentKey: "!", data: 1 }],
  ];
  expect(() => [...storageDocument(nodes, { kind: "json" })]).toThrow("Node 1:2 came before its parent");
});
