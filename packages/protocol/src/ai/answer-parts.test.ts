import { expect, test } from "vitest";
import { withDelta } from "./answer-parts.ts";
import type { AiAssistantPart } from "./chat.ts";
import type { AiDelta } from "./event.ts";

const at = "2026-05-02T10:00:00.000Z";

function afterAll(deltas: readonly AiDelta[]): readonly AiAssistantPart[] {
  return deltas.reduce<readonly AiAssistantPart[]>((parts, delta) => withDelta(parts, delta, at), []);
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

test("the complete invocation replaces the part that was opened for its arguments", () => {
  const tool = { type: "tool-invocation", invocationId: "i1", name: "t" } as const;
  const begun: AiDelta[] = [
    { type: "reasoning-delta", textDelta: "Hm." },
    { type: "tool-stream", invocationId: "i1", name: "t" },
    { type: "tool-delta", delta: '{"a":1}' },
  ];
  const reasoning = { type: "reasoning", text: "Hm.", startedAt: at, endedAt: at };
  expect(afterAll(begun)).toEqual([reasoning, { ...tool, stage: "receiving", partialArgs: {} }]);
  const whole = { ...tool, stage: "executing", args: { a: 1 } } as const;
  expect(afterAll([...begun, whole])).toEqual([reasoning, whole]);
});

test("a retrieval replaces the one of its id", () => {
  const begun = { type: "retrieval", kind: "knowledge", id: "r1", query: "regions", startedAt: at } as const;
  const ended = { ...begun, endedAt: at };
  expect(afterAll([begun, { type: "text-delta", textDelta: "a" }, ended])).toEqual([
    ended,
    { type: "text", text: "a" },
  ]);
});

test("sources are collected into one part, which stays last and has each address once", () => {
  const source = (url: string) => ({ type: "source", kind: "url", url, title: url }) as const;
  expect(
    afterAll([
      { type: "text-delta", textDelta: "See" },
      source("/docs/a"),
      { type: "text-delta", textDelta: " below." },
      source("/docs/b"),
      source("/docs/a"),
    ]),
  ).toEqual([
    { type: "text", text: "See below." },
    { type: "sources", sources: [source("/docs/a"), source("/docs/b")] },
  ]);
});
