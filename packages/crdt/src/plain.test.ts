import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import { applyMessage, applyOp } from "./apply.ts";
import { op, scaffold } from "./arbitraries.ts";
import { opsFromPlainLson } from "./plain.ts";
import { jsonIn, lsonIn } from "./whole-storage.ts";
import { createTree, type Tree } from "./tree.ts";

function ids() {
  let next = 0;
  return () => `si:${next++}`;
}

function filled(document: unknown): Tree {
  const tree = createTree();
  const { refused, early } = applyMessage(tree, opsFromPlainLson(document, ids()), () => false);
  expect({ refused, early }).toEqual({ refused: [], early: [] });
  return tree;
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

const document = {
  liveblocksType: "LiveObject",
  data: {
    n: 1,
    l: { liveblocksType: "LiveList", data: ["a", { liveblocksType: "LiveObject", data: { x: 1 } }] },
    m: { liveblocksType: "LiveMap", data: { k: [1, { liveblocksType: "LiveMap", data: {} }] } },
  },
};

describe("documents", () => {
  test("[ST60] a document comes back as it was given, and as JSON without types", () => {
    const tree = filled(document);
    expect(plain(lsonIn(tree, "liveblocksType"))).toEqual(document);
    // A typed object inside plain JSON is data.
    expect(plain(jsonIn(tree))).toEqual({
      n: 1,
      l: ["a", { x: 1 }],
      m: { k: [1, { liveblocksType: "LiveMap", data: {} }] },
    });
  });

  test("[ST60] empty Storage is an empty LiveObject", () => {
    expect(plain(lsonIn(createTree(), "weftType"))).toEqual({ weftType: "LiveObject", data: {} });
    expect(plain(jsonIn(createTree()))).toEqual({});
  });

  test("[ST61] either spelling of types is read, and the asked one is written", () => {
    const ours = { weftType: "LiveObject", data: { l: { weftType: "LiveList", data: [] } } };
    const theirs = { liveblocksType: "LiveObject", data: { l: { liveblocksType: "LiveList", data: [] } } };
    expect(plain(lsonIn(filled(ours), "liveblocksType"))).toEqual(theirs);
    expect(plain(lsonIn(filled(theirs), "weftType"))).toEqual(ours);
  });

  test("[ST62] the ops are one update of the root's fields, then creates with parents first", () => {
    const ops = opsFromPlainLson(document, ids());
    expect(ops[0]).toMatchObject({ type: 3, id: "root", data: { n: 1 } });
    const made = new Set(["root"]);
    for (const each of ops.slice(1)) {
      expect("parentId" in each && made.has(each.parentId)).toBe(true);
      made.add(each.id);
    }
  });

  test("[ST60] any tree that ops can build is rebuilt from its plain document", () => {
    fc.assert(
      fc.property(fc.array(op, { maxLength: 40 }), (history) => {
        const tree = createTree();
        for (const each of [...scaffold, ...history]) applyOp(tree, each);
        const lson = plain(lsonIn(tree, "liveblocksType"));
        const again = filled(lson);
        expect(plain(lsonIn(again, "liveblocksType"))).toEqual(lson);
        expect(plain(jsonIn(again))).toEqual(plain(jsonIn(tree)));
        expect(again.nodes).toBe(tree.nodes);
      }),
      { numRuns: 200 },
    );
  });

  test.each<[unknown, string]>([
    [null, "The document must be an object."],
    [[], "The document must be an object."],
    [{}, "Missing key: 'liveblocksType'."],
    [{ data: {} }, "Missing key: 'liveblocksType'."],
    [{ liveblocksType: "LiveObject" }, "Missing key: 'data'."],
    [{ liveblocksType: "LiveList", data: [] }, "The document must be a LiveObject."],
    [{ liveblocksType: "LiveObject", data: [] }, "Value at key 'data': must be an object."],
    [
      { weftType: "Live", data: {} },
      "Value at key 'weftType': must be one of 'LiveObject', 'LiveMap', 'LiveList', 'LiveText', 'LiveFile'.",
    ],
    [
      { liveblocksType: "LiveObject", data: { a: { liveblocksType: "LiveList", data: {} } } },
      "Value at keypath 'data.a.data': must be an array.",
    ],
    [
      {
        liveblocksType: "LiveObject",
        data: { a: { liveblocksType: "LiveList", data: [1, { liveblocksType: "LiveMap" }] } },
      },
      "Missing key at keypath 'data.a.data.1': 'data'.",
    ],
    [
      { liveblocksType: "LiveObject", data: { t: { liveblocksType: "LiveText", data: [["a", 1]] } } },
      "Value at keypath 'data.t.data': must be an array of segments, [text] or [text, attributes].",
    ],
    [
      { liveblocksType: "LiveObject", data: { f: { liveblocksType: "LiveFile", data: { id: "fl_1" } } } },
      "Value at keypath 'data.f.data': must hold the 'id', 'name', 'size' and 'mimeType' of a file.",
    ],
  ])("[ST63] the fault of %j is named by its key path", (faulty, message) => {
    expect(() => opsFromPlainLson(faulty, ids())).toThrow(
      expect.objectContaining({ code: "UNPROCESSABLE_ENTITY", message }),
    );
  });

  test("[ST63] values and nodes nested without end are a fault, not an exhausted stack", () => {
    const deep: unknown = JSON.parse("[".repeat(5000) + "]".repeat(5000));
    expect(() => opsFromPlainLson({ liveblocksType: "LiveObject", data: { deep } }, ids())).toThrow(
      "Value at keypath 'data.deep': is nested too deeply.",
    );
    let nested: unknown = 1;
    for (let i = 0; i < 5000; i++) nested = { liveblocksType: "LiveList", data: [nested] };
    expect(() => opsFromPlainLson({ liveblocksType: "LiveObject", data: { nested } }, ids())).toThrow("too deeply");
  });
});
