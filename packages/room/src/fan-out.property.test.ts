import type { JsonObject, PresenceUpdated } from "@weft/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bareSeal } from "../suites/fakes.ts";
import { audiencesOf, bitOf, everyone, isIn } from "./audience.ts";
import type { Audience, Audiences } from "./audience.ts";
import type { Receiver } from "./edge/frames.ts";
import { addMissed, createFrames } from "./edge/frames.ts";
import { createFanOut } from "./fan-out.ts";
import { headroom } from "./link.ts";

type Step =
  | { kind: "presence"; from: number; full: boolean; key: string; value: number }
  | { kind: "presenceFor"; to: number; from: number; key: string; value: number }
  | { kind: "event"; from: number; value: number }
  | { kind: "ops"; from: number; value: number }
  | { kind: "comment"; audience: Audience; value: number }
  | { kind: "joined"; from: number }
  | { kind: "one"; to: number; value: number }
  | { kind: "frames"; to: number; value: number };

const actor = fc.integer({ min: 0, max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("presence" as const),
    from: actor,
    full: fc.boolean(),
    key: fc.constantFrom("x", "é", "__proto__"),
    value: fc.nat(9),
  }),
  fc.record({
    kind: fc.constant("presenceFor" as const),
    to: actor,
    from: actor,
    key: fc.constantFrom("x", "é"),
    value: fc.nat(9),
  }),
  fc.record({ kind: fc.constant("event" as const), from: fc.oneof(actor, fc.constant(-1)), value: fc.nat() }),
  fc.record({ kind: fc.constant("ops" as const), from: actor, value: fc.nat() }),
  fc.record({
    kind: fc.constant("comment" as const),
    audience: fc.constantFrom<Audience[]>("everyone", "commentsPublic", "commentsPrivate", "feeds"),
    value: fc.nat(),
  }),
  fc.record({ kind: fc.constant("joined" as const), from: actor }),
  fc.record({ kind: fc.constant("one" as const), to: actor, value: fc.nat() }),
  fc.record({ kind: fc.constant("frames" as const), to: actor, value: fc.nat() }),
);

const framesOf = createFrames(bareSeal);
const readsAll = audiencesOf({ storage: "read", commentsPublic: "read", commentsPrivate: "write", feeds: "read" });

function receiver(number: number, reads: Audiences, slow: boolean) {
  const frames: unknown[] = [];
  const buffers: Buffer[] = [];
  const lag = new Map<number, PresenceUpdated>();
  const made: Receiver & { frames: unknown[]; buffers: Buffer[]; lag: typeof lag } = {
    actor: number,
    reads,
    slow,
    joinedAfter: 0,
    lag,
    miss: (message) => addMissed(lag, message),
    frames,
    buffers,
    send(frame) {
      buffers.push(frame);
      frames.push(JSON.parse(frame.toString()));
    },
    sendPieces({ pieces }) {
      for (const piece of pieces) this.send(framesOf.piece(piece));
    },
    sendPart(frame) {
      this.send(frame);
    },
  };
  return made;
}

function play(steps: readonly Step[], receivers: ReturnType<typeof receiver>[]) {
  const fanOut = createFanOut();
  for (const one of steps) {
    switch (one.kind) {
      case "presence":
        fanOut.presence(presenceOf(one));
        break;
      case "presenceFor":
        fanOut.presenceFor(one.to, addressed(one));
        break;
      case "event":
        fanOut.event(one.from, JSON.stringify({ type: 103, actor: one.from, event: one.value }));
        break;
      case "ops":
        fanOut.others(one.from, JSON.stringify({ type: 201, ops: [one.value] }), bitOf("storage"));
        break;
      case "comment":
        fanOut.others(-1, JSON.stringify({ type: 402, value: one.value }), bitOf(one.audience));
        break;
      case "joined":
        fanOut.others(one.from, JSON.stringify({ type: 101, actor: one.from, scopes: [] }), everyone);
        break;
      case "one":
        fanOut.one(one.to, JSON.stringify({ type: 299, value: one.value }));
        break;
      case "frames":
        fanOut.snapshot(one.to, [Buffer.from(" ".repeat(headroom) + JSON.stringify({ type: 211, value: one.value }))]);
    }
  }
  if (fanOut.waiting === 0) return;
  const collected = fanOut.take();
  if (collected.kind === "lone") framesOf.lone(collected.entry, receivers);
  else framesOf.batch(collected, receivers);
}

function presenceOf({ from, full, key, value }: Extract<Step, { kind: "presence" }>): PresenceUpdated {
  const data = JSON.parse(`{${JSON.stringify(key)}:${value}}`) as JsonObject;
  return full ? { type: 100, actor: from, data, targetActor: -1 } : { type: 100, actor: from, data };
}

function addressed({ from, to, key, value }: Extract<Step, { kind: "presenceFor" }>): PresenceUpdated {
  return { type: 100, actor: from, data: { [key]: value }, targetActor: to };
}

/** The messages of one receiver if every step is sent to it separately. */
function heard(steps: readonly Step[], { actor: me, reads, slow, joinedAfter }: Receiver): Record<string, unknown>[] {
  return steps.slice(joinedAfter).flatMap((one): Record<string, unknown>[] => {
    switch (one.kind) {
      case "presence":
        return one.from === me || slow ? [] : [presenceOf(one)];
      case "presenceFor":
        return one.to !== me || slow ? [] : [addressed(one)];
      case "event":
        return one.from === me || slow ? [] : [{ type: 103, actor: one.from, event: one.value }];
      case "ops":
        return one.from === me || !isIn(bitOf("storage"), reads) ? [] : [{ type: 201, ops: [one.value] }];
      case "comment":
        return isIn(bitOf(one.audience), reads) ? [{ type: 402, value: one.value }] : [];
      case "joined":
        return one.from === me ? [] : [{ type: 101, actor: one.from, scopes: [] }];
      case "one":
        return one.to === me ? [{ type: 299, value: one.value }] : [];
      case "frames":
        return one.to === me ? [{ type: 211, value: one.value }] : [];
    }
  });
}

/** Presence as a receiver ends up with it: full replaces, a patch adds to what is known. */
function fold(messages: readonly Record<string, unknown>[]): Map<unknown, [string, unknown][]> {
  const state = new Map<unknown, Map<string, unknown>>();
  for (const { type, actor: from, data, targetActor } of messages) {
    if (type !== 100) continue;
    const known = targetActor === undefined ? (state.get(from) ?? new Map()) : new Map();
    for (const [key, value] of Object.entries(data as object)) known.set(key, value);
    state.set(from, known);
  }
  return new Map([...state].map(([from, known]) => [from, [...known].sort(([a], [b]) => (a < b ? -1 : 1))]));
}

const flat = (frames: readonly unknown[]) => frames.flat() as Record<string, unknown>[];

test("[RF1] every connection receives exactly its messages, in order, and ends with everyone's newest presence", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), fc.array(fc.nat(readsAll), { minLength: 3 }), (steps, some) => {
      // Receivers that read everything, among those that read a part.
      const receivers = [readsAll, ...some, readsAll].map((reads, number) => receiver(number, reads, false));
      play(steps, receivers);
      for (const one of receivers) {
        const expected = heard(steps, one);
        const got = flat(one.frames);
        const notPresence = (messages: readonly Record<string, unknown>[]) =>
          messages.filter(({ type }) => type !== 100);
        expect(notPresence(got)).toEqual(notPresence(expected));
        expect(fold(got)).toEqual(fold(expected));
      }
    }),
    { numRuns: 1_000 },
  );
});

test("[RF2] presence never passes an event of the same actor", () => {
  const one = receiver(9, readsAll, false);
  play(
    [
      { kind: "presence", from: 1, full: false, key: "x", value: 1 },
      { kind: "event", from: 1, value: 7 },
      { kind: "presence", from: 1, full: false, key: "x", value: 2 },
      { kind: "presence", from: 1, full: false, key: "x", value: 3 },
    ],
    [one],
  );
  expect(flat(one.frames).map(({ data, event }) => (data as { x?: number } | undefined)?.x ?? event)).toEqual([
    1, 7, 3,
  ]);
});

test("[RF2] [RF4] presence that an actor addresses to one reader replaces its older one, even while the reader is slow", () => {
  const addressedTo = (to: number, value: number): Step => ({ kind: "presenceFor", from: 1, to, key: "x", value });
  const steps = [1, 2, 3].flatMap((value) => [addressedTo(2, value), addressedTo(3, 10 * value)]);
  const [two, three, slow] = [receiver(2, readsAll, false), receiver(3, readsAll, false), receiver(2, readsAll, true)];
  play(steps, [two, three]);
  expect([two, three].map(({ frames }) => flat(frames).map(({ data }) => data))).toEqual([[{ x: 3 }], [{ x: 30 }]]);
  for (const one of steps) play([one], [slow]);
  expect(slow.frames).toEqual([]);
  expect([...slow.lag.values()]).toEqual([{ type: 100, actor: 1, data: { x: 3 }, targetActor: 2 }]);
});

test("[RF3] all receivers that neither sent nor are addressed get one frame with the same bytes", () => {
  const receivers = [0, 1, 2, 3].map((number) => receiver(number, readsAll, false));
  play(
    [
      { kind: "presence", from: 0, full: false, key: "x", value: 1 },
      { kind: "ops", from: 1, value: 5 },
    ],
    receivers,
  );
  expect(receivers.map(({ buffers }) => buffers.length)).toEqual([1, 1, 1, 1]);
  expect(receivers[2]!.buffers[0]).toBe(receivers[3]!.buffers[0]);
  expect(flat(receivers[0]!.frames)).toEqual([{ type: 201, ops: [5] }]);
  expect(flat(receivers[1]!.frames)).toEqual([{ type: 100, actor: 0, data: { x: 1 } }]);
});

test("[RF4] a slow reader keeps every op, loses events, and is owed only the newest presence", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
      const slow = receiver(4, readsAll, true);
      play(steps, [slow]);
      expect(flat(slow.frames)).toEqual(heard(steps, slow));
      const owed = framesOf.lag(slow.lag);
      const paid = owed.length === 0 ? [] : (JSON.parse(owed.toString()) as Record<string, unknown>[]);
      expect(fold(paid)).toEqual(fold(heard(steps, { ...slow, slow: false })));
    }),
    { numRuns: 500 },
  );
});

test("[RF5] a newcomer receives nothing that was sent before it came", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), fc.nat(8), (steps, at) => {
      // Presence of one actor may have been merged across the newcomer's arrival; it has no one's presence yet anyway.
      const quiet = steps.filter(({ kind }) => kind !== "presence" && kind !== "presenceFor");
      const newcomer = receiver(2, readsAll, false);
      newcomer.joinedAfter = Math.min(at, quiet.length);
      const expected = heard(quiet, newcomer);
      play(quiet, [newcomer]);
      expect(flat(newcomer.frames)).toEqual(expected);
    }),
  );
});
