import type { AiAssistantPart, AiDelta } from "@weft/protocol";
import { expect, test } from "vitest";
import { partialObject, partsAfterDelta } from "./message-parts.ts";

const at = "2026-05-02T10:00:00.000Z";

function afterAll(deltas: readonly AiDelta[], begin: readonly AiAssistantPart[] = []): readonly AiAssistantPart[] {
  let parts = begin;
  let argumentText: string | undefined;
  for (const delta of deltas) ({ parts, argumentText } = partsAfterDelta(parts, delta, at, argumentText));
  return parts;
}

test("arguments of a tool can be read while they arrive, and the whole invocation replaces them", () => {
  const begun: AiDelta[] = [
    { type: "text-delta", textDelta: "Looking." },
    { type: "tool-stream", invocationId: "i1", name: "get-docs-links" },
    { type: "tool-delta", delta: '{"query":"reg' },
  ];
  const tool = { type: "tool-invocation", invocationId: "i1", name: "get-docs-links" } as const;
  expect(afterAll(begun).at(-1)).toEqual({ ...tool, stage: "receiving", partialArgs: { query: "reg" } });
  const whole = { ...tool, stage: "executing", args: { query: "regions" } } as const;
  expect(afterAll([...begun, { type: "tool-delta", delta: 'ions"}' }, whole])).toEqual([
    { type: "text", text: "Looking." },
    whole,
  ]);
});

test("pieces of arguments are dropped unless the last part was opened while this page listened", () => {
  const received: AiAssistantPart = {
    type: "tool-invocation",
    stage: "receiving",
    invocationId: "i1",
    name: "t",
    partialArgs: { a: 1 },
  };
  expect(afterAll([{ type: "tool-delta", delta: "{}" }], [received])).toEqual([received]);
  const text: AiAssistantPart = { type: "text", text: "x" };
  expect(afterAll([{ type: "tool-delta", delta: "{}" }], [text])).toEqual([text]);
});

test.each([
  ["", {}],
  ["[1,2]", {}],
  ['"text"', {}],
  ["{", {}],
  ['{"a', {}],
  ['{"a":', {}],
  ['{"a":"b\\', { a: "b" }],
  ['{"a":"b","c":[1,{"d":"e', { a: "b", c: [1, { d: "e" }] }],
  ['{"a":true,"b":nul', { a: true }],
  [' {"a":{}}', { a: {} }],
  ['{"__proto__":{"x":1}', {}],
])("of %j an object can be read", (text, object) => {
  expect(JSON.stringify(partialObject(text))).toBe(JSON.stringify(object));
});
