import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../json.ts";
import { ClientMessage } from "./client-message.ts";
import { decodeFrame } from "./decode.ts";
import { createFrameCutter, scanFrame } from "./frame-scan.ts";

const bounds = { depth: 64, tokens: 3_000_000 };
const text = fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "", "0:1", '"', "\\", '\\"'));
/** Mostly right, sometimes of a wrong type, sometimes missing. */
const bent = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: value }, { weight: 1, arbitrary: fc.jsonValue() });

const anyOp = fc.record(
  {
    type: bent(fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 8)),
    id: bent(text),
    opId: bent(text),
    parentId: bent(text),
    parentKey: bent(text),
    intent: bent(fc.constantFrom("set", "push")),
    deletedId: bent(text),
    data: bent(fc.dictionary(text, fc.jsonValue())),
    key: bent(text),
    extra: fc.jsonValue(),
  },
  { requiredKeys: ["type", "id", "opId"] },
);
const anyMessage = fc.record(
  {
    type: bent(fc.constantFrom(100, 103, 200, 201)),
    data: bent(fc.dictionary(text, fc.jsonValue())),
    targetActor: bent(fc.integer()),
    event: fc.jsonValue(),
    ops: bent(fc.array(anyOp, { maxLength: 6 })),
  },
  { requiredKeys: ["type"] },
);
const frame = fc.array(anyMessage, { maxLength: 5 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);

const known = new Set<unknown>([100, 103, 200, 201]);
const isLater = (value: unknown) => [9, 10, 11].includes((value as { type?: number } | null)?.type ?? 0);

test("the hand-written decoder and the declared schema accept the same frames and answer the same values", () => {
  fc.assert(
    fc.property(frame, (value) => {
      const items = value as Json[];
      // What the decoder passes over on purpose has no twin: unknown numeric types, ops of a later issue.
      fc.pre(
        !items.some(
          (item) =>
            typeof (item as { type: unknown }).type === "number" && !known.has((item as { type: unknown }).type),
        ),
      );
      fc.pre(
        !items.some(
          (item) => Array.isArray((item as { ops?: unknown[] }).ops) && (item as { ops: unknown[] }).ops.some(isLater),
        ),
      );
      const decoded = decodeFrame(value);
      const parsed = ClientMessage.array().safeParse(value);
      expect(decoded.kind === "messages").toBe(parsed.success);
      if (decoded.kind === "messages")
        expect(JSON.stringify(decoded.messages.map(sortKeys))).toBe(JSON.stringify(parsed.data!.map(sortKeys)));
    }),
    { numRuns: 2_000 },
  );
});

/** Same keys in the same order, all the way down, `__proto__` included. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sortKeys(inner)]);
}

test("any JSON value decodes to messages or to a sentence, and never throws", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const decoded = decodeFrame(value);
      if (decoded.kind === "malformed") expect(decoded.reason).toMatch(/\.$/);
    }),
  );
});

test("ops of LiveText and LiveFile come back as unsupported, beside the ops that are known", () => {
  const decoded = decodeFrame([
    {
      type: 201,
      ops: [
        { type: 10, id: "0:1", opId: "0:7", baseVersion: 0, ops: [] },
        { type: 5, id: "0:2", opId: "0:8" },
      ],
    },
  ]);
  expect(decoded).toEqual({
    kind: "messages",
    messages: [{ type: 201, ops: [{ type: 5, id: "0:2", opId: "0:8" }] }],
    unsupported: ["0:7"],
  });
});

test("a message of an unknown type is passed over and the rest of its frame is kept", () => {
  expect(decodeFrame([{ type: 9_999, x: 1 }, { type: 200 }])).toMatchObject({ messages: [{ type: 200 }] });
});

test("the cutter finds the same messages and ops as a parse, in steps of any size", () => {
  fc.assert(
    fc.property(frame, fc.integer({ min: 1, max: 64 }), fc.constantFrom(undefined, 1), (value, step, indent) => {
      const source = JSON.stringify(value, undefined, indent);
      const bytes = Buffer.from(source);
      const cutter = createFrameCutter(bytes, bounds);
      let steps = 0;
      while (!cutter.advance(step)) if (++steps > bytes.length) throw new Error("the cutter does not advance");
      const slice = (from: number, to: number) => bytes.subarray(from, to).toString();
      expect(cutter.messages.map(({ from, to }) => JSON.parse(slice(from, to)))).toEqual(value);
      cutter.messages.forEach(({ ops }, index) => {
        const declared = (value as { ops?: unknown[] }[])[index]!.ops;
        if (!Array.isArray(declared)) return;
        const elements: unknown[] = [];
        for (let i = 0; i < ops!.elements.length; i += 2) {
          const piece = slice(ops!.elements[i]!, ops!.elements[i + 1]!).trim();
          if (piece !== "") elements.push(JSON.parse(piece));
        }
        expect(elements).toEqual(declared);
      });
    }),
    { numRuns: 300 },
  );
});

test("nesting and token counts beyond the bounds are found before a parse", () => {
  expect(scanFrame(Buffer.from("[".repeat(65)), bounds)).toBe("tooDeep");
  expect(scanFrame(Buffer.from(`"${"[".repeat(65)}"`), bounds)).toBe(undefined);
  expect(scanFrame(Buffer.from(`[${"1,".repeat(20)}1]`), { depth: 64, tokens: 10 })).toBe("tooManyTokens");
});

test("what is parsed in one go, an op or the rest of a message, has a bound of its own on its tokens", () => {
  const fault = (source: string, more: { opTokens?: number; messageTokens?: number }) =>
    scanFrame(Buffer.from(source), { ...bounds, ...more });
  const op = (keys: number) => `{"type":3,"data":{${Array.from({ length: keys }, (_, n) => `"${n}":0`).join(",")}}}`;
  const update = (...ops: string[]) => `[{"type":201,"ops":[${ops.join(",")}]}]`;
  expect(fault(update(op(30)), { opTokens: 50 })).toBe("tooManyTokens");
  expect(fault(update(op(10), op(30), op(1)), { opTokens: 50 })).toBe("tooManyTokens");
  expect(fault(update(...Array.from({ length: 40 }, () => op(10))), { opTokens: 50, messageTokens: 20 })).toBe(
    undefined,
  );
  expect(fault(`[{"type":100},{"type":103,"event":[${"0,".repeat(60)}0]}]`, { messageTokens: 50 })).toBe(
    "tooManyTokens",
  );
  expect(fault(`[${'{"type":200},'.repeat(60)}{"type":200}]`, { messageTokens: 50 })).toBe(undefined);
});
