import * as fc from "fast-check";
import { expect, test } from "vitest";
import { applyPatch } from "./patch.ts";
import { jsonIn } from "./whole-storage.ts";
import { createTree } from "./tree.ts";

/**
 * JSON Patch by the letter of RFC 6902 over plain JSON, written without the tree. Everything that is added becomes nodes, so
 * objects and arrays can always be entered, and the oracle need not know what a node is.
 */
type Value = null | boolean | number | string | Value[] | { [key: string]: Value };
type Operation =
  | { op: "add" | "replace" | "test"; path: string; value: Value }
  | { op: "remove"; path: string }
  | { op: "move" | "copy"; from: string; path: string };

function oracle(document: Value, patch: readonly Operation[]): Value | undefined {
  try {
    return patch.reduce(step, structuredClone(document));
  } catch {
    return undefined;
  }
}

const fail = (): never => {
  throw new Error("impossible");
};
const segments = (pointer: string) => (pointer === "" ? [] : pointer.slice(1).split("/"));

function step(document: Value, operation: Operation): Value {
  const isArray = (value: Value): value is Value[] => Array.isArray(value);
  const indexIn = (list: Value[], segment: string, end: number) => {
    const index = /^(0|[1-9]\d*)$/.test(segment) ? Number(segment) : fail();
    return index < list.length + end ? index : fail();
  };
  const read = (path: string[]): Value =>
    path.reduce<Value>((at, segment) => {
      if (typeof at !== "object" || at === null) return fail();
      if (isArray(at)) return at[indexIn(at, segment, 0)]!;
      return Object.hasOwn(at, segment) ? at[segment]! : fail();
    }, document);
  const place = (path: string[]): [Value[] | { [key: string]: Value }, string] => {
    const parent = read(path.slice(0, -1));
    return typeof parent === "object" && parent !== null && path.length > 0 ? [parent, path.at(-1)!] : fail();
  };
  const add = (path: string[], value: Value) => {
    const [parent, key] = place(path);
    if (isArray(parent)) parent.splice(key === "-" ? parent.length : indexIn(parent, key, 1), 0, value);
    else parent[key] = value;
  };
  const remove = (path: string[]) => {
    const [parent, key] = place(path);
    read(path);
    if (isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  };
  const sorted = (value: Value): Value =>
    typeof value !== "object" || value === null
      ? value
      : isArray(value)
        ? value.map(sorted)
        : Object.fromEntries(
            Object.keys(value)
              .sort()
              .map((key) => [key, sorted(value[key]!)]),
          );

  const path = segments(operation.path);
  switch (operation.op) {
    case "test":
      if (JSON.stringify(sorted(read(path))) !== JSON.stringify(sorted(operation.value))) fail();
      return document;
    case "add":
    case "replace": {
      const value = structuredClone(operation.value);
      if (path.length === 0) return typeof value === "object" && value !== null && !isArray(value) ? value : fail();
      if (operation.op === "add") add(path, value);
      else {
        const [parent, key] = place(path);
        read(path);
        if (isArray(parent)) parent[Number(key)] = value;
        else parent[key] = value;
      }
      return document;
    }
    case "remove":
      remove(path);
      return document;
    case "copy":
      add(path, structuredClone(read(segments(operation.from))));
      return document;
    default: {
      const from = segments(operation.from);
      const value = read(from);
      if (from.length === 0 || path.length === 0) return fail();
      if (operation.from === operation.path) return document;
      if (operation.path.startsWith(`${operation.from}/`)) return fail();
      remove(from);
      add(path, value);
      return document;
    }
  }
}

const scalar = fc.constantFrom<Value[]>(0, 1, "x", true, null);
const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "0"), tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
const object = fc.dictionary(fc.constantFrom("a", "b", "0"), value, { minKeys: 1, maxKeys: 3, noNullPrototype: true });

/** Pointers into a document, most of them to something that is there, some a step beyond. */
function pointers(document: Value, at = ""): string[] {
  if (typeof document !== "object" || document === null) return [at];
  const below = Object.entries(document).flatMap(([key, member]) => pointers(member, `${at}/${key}`));
  return [
    at,
    ...below,
    `${at}/${Array.isArray(document) ? "-" : "c"}`,
    `${at}/${Array.isArray(document) ? document.length : "0"}`,
  ];
}

test("[ST56] any patch gives what RFC 6902 gives over plain JSON, or fails where that fails and changes nothing", () => {
  let applied = 0;
  fc.assert(
    fc.property(
      object,
      fc.array(
        fc.tuple(fc.constantFrom("add", "replace", "remove", "move", "copy", "test"), fc.nat(), fc.nat(), value),
        { minLength: 3, maxLength: 12 },
      ),
      (document, choices) => {
        let next = 0;
        const newId = () => `si:${next++}`;
        const tree = createTree();
        applyPatch(tree, [{ op: "add", path: "", value: document }], newId);
        const json = (): Value => JSON.parse(JSON.stringify(jsonIn(tree)));
        expect(json()).toEqual(document);

        // Paths are chosen against what the patch has made of the document so far, so that most operations hit.
        const patch: Operation[] = [];
        let current: Value = document;
        for (const [op, first, second, given] of choices) {
          const known = pointers(current);
          const path = known[first % known.length]!;
          const from = known[second % known.length]!;
          const operation: Operation =
            op === "move" || op === "copy"
              ? { op, from, path }
              : op === "remove"
                ? { op, path }
                : op === "test"
                  ? {
                      op,
                      path,
                      value:
                        second % 3 === 0
                          ? given
                          : ((
                              oracle({ v: current }, [{ op: "copy", from: `/v${path}`, path: "/got" }]) as
                                | { got: Value }
                                | undefined
                            )?.got ?? given),
                    }
                  : { op, path, value: given };
          const result = oracle(current, [operation]);
          if (result === undefined && second % 4 !== 0) continue;
          patch.push(operation);
          current = result ?? current;
        }
        const expected = oracle(document, patch);
        const { nodes, bytes } = tree;
        if (expected === undefined) {
          expect(() => applyPatch(tree, patch, newId)).toThrow(
            expect.objectContaining({ code: "INVALID_STORAGE_MUTATION_REQUEST" }),
          );
          expect(json()).toEqual(document);
          expect(tree).toMatchObject({ nodes, bytes });
        } else {
          applyPatch(tree, patch, newId);
          expect(json()).toEqual(expected);
          applied += patch.length;
        }
      },
    ),
    { numRuns: 500 },
  );
  expect(applied).toBeGreaterThan(500);
});
