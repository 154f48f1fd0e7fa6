import { explainIssues, initialiseStorage, patchStorage, sendMessage } from "@weft/protocol";
import { expect, test } from "vitest";
import type { z } from "zod";
import { checkInSteps } from "./check-in-steps.ts";

/** What a caller is told, or what a handler is given. */
function told(value: unknown, check: () => z.ZodSafeParseResult<unknown>) {
  const checked = check();
  return checked.success ? checked.data : explainIssues(checked.error, value);
}

function inSteps(schema: z.ZodType, value: unknown) {
  let steps = 1;
  const outcome = told(value, () => {
    for (const work = checkInSteps(schema, value); ; steps++) {
      const { done, value: checked } = work.next();
      if (done === true) return checked;
    }
  });
  return { steps, outcome };
}

const [patch, messages, document] = [patchStorage.body!, sendMessage.body!, initialiseStorage.body!] as const;
const count = 3_000;
const operations = Array.from({ length: count }, (_, at) => ({ op: "add", path: `/${at}`, value: [at], more: 1 }));
const ops = Array.from({ length: count }, (_, at) => ({ type: 3, id: "root", opId: `1:${at}`, data: { at } }));
const update = { type: 201, ops };
const instead = (list: readonly unknown[], at: number, value: unknown) =>
  list.map((item, n) => (n === at ? value : item));

test.for<readonly [string, z.ZodType, unknown]>([
  ["a long patch", patch, operations],
  ["a patch that is no list", patch, { op: "add" }],
  ["an empty patch", patch, []],
  ["an operation that is none", patch, instead(operations, 2_200, 1)],
  ["an operation of another kind", patch, instead(operations, 2_200, { op: "sort", path: "/" })],
  ["an operation without members", patch, instead(operations, 2_200, {})],
  ["two bad operations", patch, instead(instead(operations, 2_300, { op: "add" }), 1_700, { path: "/a" })],
  ["many messages", messages, { messages: [update, { type: 201, ops: [] }, update], more: 1 }],
  ["messages that are no list", messages, { messages: 1 }],
  ["no messages", messages, {}],
  ["a body that is no object", messages, ops],
  ["a message of another type", messages, { messages: [update, { type: 200, ops }] }],
  ["a message without ops", messages, { messages: [update, { type: 201 }] }],
  ["a bad op", messages, { messages: [update, { type: 201, ops: instead(ops, 2_999, { type: 3, id: 4 }) }] }],
  ["an op of another type", messages, { messages: [{ type: 201, ops: instead(ops, 501, { type: 99 }) }, update] }],
  ["a document", document, { liveblocksType: "LiveObject", data: { a: 1 } }],
  ["a document of another type", document, { liveblocksType: "LiveList", data: [] }],
])("[HE15] %s is taken, or refused with the same sentence, as at once", ([, schema, value]) => {
  expect(inSteps(schema, value).outcome).toEqual(told(value, () => schema.safeParse(value)));
});

test.for([
  ["operations", patch, operations],
  ["ops", messages, { messages: [update] }],
  ["messages", messages, { messages: Array.from({ length: count }, () => ({ type: 201, ops: [] })) }],
] as const)("[HE15] many %s are checked in many steps", ([, schema, value]) => {
  expect(inSteps(schema, value).steps).toBeGreaterThan(5);
});

test("of many faults only the first are looked for", () => {
  const checked = checkInSteps(
    patch,
    Array.from({ length: 100_000 }, () => 1),
  ).next().value;
  expect(checked?.error?.issues.length).toBeLessThan(1_000);
});
