import type { Json } from "@weft/protocol";
import { decodeFrame, limits } from "@weft/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import { decodeLargeFrame } from "./large-frame.ts";

const clock = { ...systemClock, yieldToEventLoop: () => Promise.resolve() };

const op = fc.record({
  type: fc.constant(3),
  id: fc.string(),
  opId: fc.string(),
  data: fc.dictionary(fc.string(), fc.jsonValue()),
});
const message = fc.oneof(
  fc.record({ type: fc.constant(100), data: fc.dictionary(fc.string(), fc.jsonValue()) }),
  fc.record({ type: fc.constant(201), ops: fc.array(op, { maxLength: 30 }) }),
  fc.record({ type: fc.constant(103), event: fc.jsonValue() }),
  // Something that looks like ops where there are none.
  fc.record({ type: fc.constant(103), event: fc.record({ ops: fc.array(fc.jsonValue()) }) }),
);

test("[SE7] a frame decoded piece by piece says the same as one decoded whole, in the same order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 6 }), fc.nat(40_000), async (messages, padding) => {
      // Long ops make the decoder cut, whatever the generator came up with.
      const frame = [
        ...messages,
        { type: 201, ops: Array.from({ length: 9 }, (_, at) => long(at, padding)) },
      ] as Json[];
      const whole = decodeFrame(JSON.parse(JSON.stringify(frame)) as Json);
      const pieces = await decodeLargeFrame(Buffer.from(JSON.stringify(frame)), limits, clock);
      if (whole.kind === "malformed") return expect(pieces.kind).toBe("malformed");
      if (pieces.kind === "malformed") throw new Error(pieces.reason);
      expect(joined(pieces.parts.flatMap((part) => part.messages))).toEqual(joined(whole.messages));
    }),
    { numRuns: 100 },
  );
});

/** Merges neighboring Storage updates, since it does not matter where a frame was split. */
function joined(messages: readonly unknown[]): unknown[] {
  const result: { type: number; ops?: unknown[] }[] = [];
  for (const one of messages as { type: number; ops?: unknown[] }[]) {
    const last = result.at(-1);
    if (one.type === 201 && last?.type === 201) last.ops!.push(...one.ops!);
    else result.push(one.type === 201 ? { ...one, ops: [...one.ops!] } : one);
  }
  return result;
}

function long(at: number, padding: number) {
  return { type: 3, id: "root", opId: `0:${at}`, data: { text: "x".repeat(padding) } };
}

test("[SE7] one malformed piece anywhere refuses the whole frame", async () => {
  const good = Array.from({ length: 9 }, (_, at) => long(at, 20_000));
  const frames = [
    JSON.stringify([{ type: 201, ops: [...good, { type: 3, id: "root", data: {} }] }]),
    JSON.stringify([{ type: 201, ops: good }, { type: 100 }]),
    JSON.stringify([{ type: 201, ops: good }]).slice(0, -1),
    `${JSON.stringify([{ type: 201, ops: good }])}]`,
    JSON.stringify([{ type: 201, ops: good }]).replace("},{", "} {"),
    JSON.stringify([{ type: 201, ops: good }]).replace("},{", "},,{"),
    JSON.stringify({ type: 201, ops: good }),
    `[${JSON.stringify({ type: 201, ops: good })} ${JSON.stringify({ type: 201, ops: good })}]`,
    `[1, ${JSON.stringify({ type: 201, ops: good })}]`,
  ];
  for (const frame of frames) {
    const decoded = await decodeLargeFrame(Buffer.from(frame), limits, clock);
    expect(decoded.kind, frame.slice(0, 40)).toBe("malformed");
  }
});
