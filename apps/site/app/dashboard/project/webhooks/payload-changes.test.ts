import { expect, test } from "vitest";
import { payloadChanges } from "./payload-changes.ts";

const of = (data: unknown) => JSON.stringify({ type: "userEntered", data });

test("values that were changed, added or removed are named by their path", () => {
  expect(payloadChanges(of({ a: 1, info: { name: "Ada" } }), of({ a: 1, info: { name: "Grace" }, b: [true] }))).toEqual(
    [
      { path: "data.info.name", before: '"Ada"', after: '"Grace"' },
      { path: "data.b.0", before: undefined, after: "true" },
    ],
  );
  expect(payloadChanges(of({ info: { name: "Ada" } }), of({ info: {} }))).toEqual([
    { path: "data.info", before: undefined, after: "{}" },
    { path: "data.info.name", before: '"Ada"', after: undefined },
  ]);
});

test("the same payload has no changes, and one that is not JSON differs as a whole", () => {
  expect(payloadChanges(of({ a: null }), of({ a: null }))).toEqual([]);
  expect(payloadChanges("{", "1")).toEqual([{ path: "", before: "{", after: "1" }]);
});
