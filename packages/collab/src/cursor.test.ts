import * as fc from "fast-check";
import { expect, test } from "vitest";
import { propertyOptions } from "../suites/property-options.ts";
import { createCursors } from "./cursor.ts";

const cursors = createCursors(new Uint8Array(32).fill(1));
const scope = { project: "p", list: "rooms" };

test("a cursor gives back the sort key it was made from, in letters that fit a URL", () => {
  const value = fc.oneof(fc.string({ unit: "grapheme" }), fc.integer());
  fc.assert(
    fc.property(fc.array(value, { maxLength: 4 }), (key) => {
      const cursor = cursors.encode(scope, key);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(cursors.decode(scope, cursor)).toEqual(key);
    }),
    propertyOptions(200),
  );
});

test("[QL3] a cursor opens no other list, no other project and no other server", () => {
  const cursor = cursors.encode(scope, [1, "r"]);
  const refused = expect.objectContaining({ code: "UNPROCESSABLE_ENTITY" });
  expect(() => cursors.decode({ ...scope, list: "threads" }, cursor)).toThrow(refused);
  expect(() => cursors.decode({ ...scope, project: "q" }, cursor)).toThrow(refused);
  expect(() => createCursors(new Uint8Array(32).fill(2)).decode(scope, cursor)).toThrow(refused);
});

test("[QL3] [S8] anything else is refused as unprocessable, whatever it looks like", () => {
  const genuine = cursors.encode(scope, [1_772_366_400_000, "room"]);
  const altered = fc.tuple(fc.nat(genuine.length - 1), fc.string({ minLength: 1, maxLength: 1 }));
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.base64String().map((base64) => base64.replaceAll("=", "")),
    altered.map(([at, letter]) => genuine.slice(0, at) + letter + genuine.slice(at + 1)),
    fc.nat(genuine.length - 1).map((length) => genuine.slice(0, length)),
    fc.string().map((tail) => `${genuine}${tail}`),
    fc.constant("A".repeat(100_000)),
  );
  fc.assert(
    fc.property(text, (cursor) => {
      fc.pre(cursor !== genuine);
      expect(() => cursors.decode(scope, cursor)).toThrow(expect.objectContaining({ code: "UNPROCESSABLE_ENTITY" }));
    }),
    propertyOptions(1_000),
  );
});
