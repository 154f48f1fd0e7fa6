import type { CompactNode } from "@weft/protocol/types";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyMessage, applyOp as apply } from "./apply.ts";
import { op, scaffold, sent } from "./arbitraries.ts";
import { isPosition } from "./position.ts";
import { createTree, type Tree, type TreeChanges } from "./tree.ts";

/** Every file has been uploaded. */
const applyOp = (tree: Tree, each: Parameters<typeof apply>[1]) => apply(tree, each, () => ({ size: 1_000 }));

const ops = fc.array(op, { maxLength: 60 });
const few = fc.array(op, { maxLength: 15 });

function grown(history: readonly Parameters<typeof applyOp>[1][]): Tree {
  const tree = createTree();
  for (const each of [...scaffold, ...history]) applyOp(tree, each);
  return tree;
}

const texts = (tree: Tree) => [...tree.encode()];
const parsed = (tree: Tree) => texts(tree).map((text): CompactNode => JSON.parse(text));
const byId = (tree: Tree) => new Map(parsed(tree).map((node, i) => [node[0], texts(tree)[i]!]));

const sorted = ({ puts, drops }: TreeChanges) => [[...puts].sort(), [...drops].sort()];

describe("the tree", () => {
  test("[ST1] its invariants hold after any ops: unique ids, parents first, places unique, siblings in order", () => {
    fc.assert(
      fc.property(ops, (history) => {
        const types = new Map<string, number>();
        const places = new Set<string>();
        const lastPosition = new Map<string, string>();
        for (const [id, node] of grown(history).verbose()) {
          expect(types.has(id)).toBe(false);
          types.set(id, node.type);
          if (node.parentId === undefined) continue;
          const parentType = types.get(node.parentId);
          expect([0, 1, 2]).toContain(parentType);
          expect(parentType === 0 && node.type === 3).toBe(false);
          const place = JSON.stringify([node.parentId, node.parentKey]);
          expect(places.has(place)).toBe(false);
          places.add(place);
          if (parentType !== 1) continue;
          expect(isPosition(node.parentKey!)).toBe(true);
          expect(node.parentKey! > (lastPosition.get(node.parentId) ?? "")).toBe(true);
          lastPosition.set(node.parentId, node.parentKey!);
        }
        // A key of an object is a field or a child, never both.
        for (const [id, node] of grown(history).verbose()) {
          if (node.type !== 0) continue;
          for (const field of Object.keys(node.data ?? {})) {
            expect(places.has(JSON.stringify([id, field]))).toBe(false);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test("[ST2] its counters equal a recount after any ops", () => {
    fc.assert(
      fc.property(ops, (history) => {
        const tree = grown(history);
        const all = texts(tree);
        expect(tree.nodes).toBe(all.length);
        expect(tree.bytes).toBe(all.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0));
        expect(tree.empty).toBe(all.length === 1 && all[0] === '["root",{}]');
      }),
      { numRuns: 500 },
    );
  });

  test("[ST3] what it encodes loads again, in any order and any pieces, into the same tree", () => {
    fc.assert(
      fc.property(ops, fc.infiniteStream(fc.nat()), fc.integer({ min: 1, max: 7 }), (history, random, piece) => {
        const tree = grown(history);
        const order = new Map(parsed(tree).map((node) => [node, random.next().value]));
        const shuffled = [...order].sort((a, b) => a[1] - b[1]).map(([node]) => node);
        const loaded = createTree();
        for (let i = 0; i < shuffled.length; i += piece) loaded.load(shuffled.slice(i, i + piece));
        loaded.finishLoad();
        expect(byId(loaded)).toEqual(byId(tree));
        expect(loaded).toMatchObject({ nodes: tree.nodes, bytes: tree.bytes });
        expect(loaded.takeChanges()).toEqual({ clear: false, puts: [], drops: [] });
      }),
      { numRuns: 300 },
    );
  });

  test("[ST4] changes folded into a store equal the tree, each node encoded at most once", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(few, fc.boolean()), { maxLength: 6 }), (turns) => {
        const tree = createTree();
        const store = new Map<string, string>([["root", '["root",{}]']]);
        for (const [turn, clears] of [[scaffold, false] as const, ...turns]) {
          if (clears) tree.clear();
          for (const each of turn) applyOp(tree, each);
          const { clear, puts, drops } = tree.takeChanges();
          if (clear) store.clear();
          const ids = puts.filter((_, i) => i % 2 === 0);
          expect(new Set([...ids, ...drops]).size).toBe(ids.length + drops.length);
          for (const id of drops) expect(store.delete(id)).toBe(true);
          for (let i = 0; i < puts.length; i += 2) store.set(puts[i]!, puts[i + 1]!);
          expect(store).toEqual(byId(tree));
        }
      }),
      { numRuns: 200 },
    );
  });

  test("[ST5] a transaction that throws leaves tree, counters and changes exactly as they were", () => {
    fc.assert(
      fc.property(few, few, few, few, fc.boolean(), (before, pending, outer, inner, clears) => {
        const twins = [grown(before), grown(before)] as const;
        for (const tree of twins) {
          tree.takeChanges();
          for (const each of pending) applyOp(tree, each);
        }
        const [tree, untouched] = twins;
        expect(() =>
          tree.transaction(() => {
            for (const each of outer) applyOp(tree, each);
            if (clears) tree.clear();
            const inside = texts(tree);
            expect(() =>
              tree.transaction(() => {
                for (const each of inner) applyOp(tree, each);
                throw new Error("inner");
              }),
            ).toThrow("inner");
            expect(byId(tree)).toEqual(new Map(inside.map((text): [string, string] => [JSON.parse(text)[0], text])));
            for (const each of inner) applyOp(tree, each);
            throw new Error("outer");
          }),
        ).toThrow("outer");
        expect(byId(tree)).toEqual(byId(untouched));
        expect(tree).toMatchObject({ nodes: untouched.nodes, bytes: untouched.bytes });
        expect(sorted(tree.takeChanges())).toEqual(sorted(untouched.takeChanges()));
        for (const each of inner) expect(applyOp(tree, each)).toEqual(applyOp(untouched, each));
        expect(byId(tree)).toEqual(byId(untouched));
      }),
      { numRuns: 300 },
    );
  });

  test("[ST6] a transaction that returns leaves what its ops alone would have left", () => {
    fc.assert(
      fc.property(few, few, few, (before, first, second) => {
        const [tree, plain] = [grown(before), grown([...before, ...first, ...second])];
        tree.transaction(() => {
          for (const each of first) applyOp(tree, each);
          tree.transaction(() => second.forEach((each) => applyOp(tree, each)));
        });
        expect(byId(tree)).toEqual(byId(plain));
        expect(tree.bytes).toBe(plain.bytes);
      }),
      { numRuns: 200 },
    );
  });

  test("[ST29] the same ops in the same order have the same outcome, and never change what was handed in", () => {
    fc.assert(
      fc.property(ops, sent, (history, message) => {
        const frozen = JSON.stringify([history, message]);
        const [one, two] = [grown(history), grown(history)];
        expect(applyMessage(one, message, () => false)).toEqual(applyMessage(two, message, () => false));
        expect(texts(one)).toEqual(texts(two));
        expect(JSON.stringify([history, message])).toBe(frozen);
      }),
      { numRuns: 200 },
    );
  });

  test("[ST40] a replay changes nothing and is answered to its sender only", () => {
    fc.assert(
      fc.property(ops, few, sent, (history, later, message) => {
        const tree = grown(history);
        const { applied } = applyMessage(tree, message, () => false);
        for (const each of later) applyOp(tree, each);
        const before = texts(tree);
        const reply = applyMessage(
          tree,
          message.filter(({ opId }) => applied.includes(opId)),
          () => true,
        );
        expect(reply).toMatchObject({ early: [], forwards: [], refused: [], applied: [], changed: false });
        expect(reply.acks.filter(({ opId }) => opId !== undefined).map(({ opId }) => opId)).toEqual(applied);
        expect(texts(tree)).toEqual(before);
      }),
      {
        numRuns: 200,
        // A text is created again under the id of another structure.
        examples: [
          [
            [],
            [],
            [
              { type: 5, id: "root", opId: "1:0" },
              { type: 9, id: "0:0", parentId: "root", parentKey: "!", data: [], version: 99, opId: "1:1" },
            ],
          ],
        ],
      },
    );
  });
});
