import type { AiAssistantPart, AiDelta } from "@weft/protocol";
import { expect, test } from "vitest";
import { partialObject, withDelta } from "./message-parts.ts";

const at = "2026-05-02T10:00:00.000Z";

function afterAll(deltas: readonly AiDelta[], begin: readonly AiAssistantPart[] = []): readonly AiAssistantPart[] {
  let parts = begin;
  let argumentText: string | undefined;
  for (const delta of deltas) ({ parts, argumentText } = withDelta(parts, delta, at, argumentText));
  return parts;
}

test("text and reasoning grow while they are last, and reasoning ends when something else begins", () => {
  expect(
    afterAll([
      { type: "reasoning-delta", textDelta: "Hm" },
      { type: "reasoning-delta", textDelta: "m." },
      { type: "text-delta", textDelta: "Use " },
      { type: "text-delta", textDelta: "`eu`." },
      { type: "reasoning-delta", textDelta: "Again." },
    ]),
  ).toEqual([
    { type: "reasoning", text: "Hmm.", startedAt: at, endedAt: at },
    { type: "text", text: "Use `eu`." },
    { type: "reasoning", text: "Again.", startedAt: at },
  ]);
});

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

test("a retrieval replaces the one of its id", () => {
  const begun = { type: "retrieval", kind: "knowledge", id: "r1", query: "regions", startedAt: at } as const;
  const ended = { ...begun, endedAt: at };
  expect(afterAll([begun, { type: "text-delta", textDelta: "a" }, ended])).toEqual([
    ended,
    { type: "text", text: "a" },
  ]);
});

test("sources are collected into one part, which stays last", () => {
  const source = (url: string) => ({ type: "source", kind: "url", url, title: url }) as const;
  expect(
    afterAll([
      { type: "text-delta", textDelta: "See" },
      source("/docs/a"),
      { type: "text-delta", textDelta: " below." },
      source("/docs/b"),
    ]),
  ).toEqual([
    { type: "text", text: "See below." },
    { type: "sources", sources: [source("/docs/a"), source("/docs/b")] },
  ]);
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
