import type { RoomMessage, Limits, Op, VerboseNode } from "@weft/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createManualClock, createRecordingSocket, settled } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";
import type { RoomHost } from "./host.ts";
import { doInSlices, encodeTexts } from "./pace.ts";
import type { ConnectedUser } from "./connection.ts";

const writer = { scopes: ["*:write"], storage: "write", version: 8 } as const satisfies ConnectedUser;

function world(limits: Partial<Limits>) {
  const opened = openTestHost({ limits });
  const enter = async () => {
    const socket = createRecordingSocket();
    const connection = await opened.edge.enter(address, writer, socket);
    return { socket, connection, say: (...messages: RoomMessage[]) => connection.receive(messages) };
  };
  return { ...opened, enter };
}

/** A room of two clients that have Storage, in which the test decides when the event loop continues. */
async function pairOf(limits: Partial<Limits>) {
  const opened = world(limits);
  const { store, clock, enter } = opened;
  const a = await enter();
  const b = await enter();
  await store.flush();
  for (const { say } of [a, b]) say({ type: 200 });
  await clock.advance(3_000);
  await store.flush();
  for (const { socket } of [a, b]) socket.take();
  let breath: PromiseWithResolvers<void> | undefined;
  let yields = 0;
  clock.yieldToEventLoop = () => {
    yields++;
    return (breath = Promise.withResolvers<void>()).promise;
  };
  return {
    ...opened,
    a,
    b,
    get yields() {
      return yields;
    },
    yieldToEventLoop: async () => {
      const taken = breath;
      breath = undefined;
      taken?.resolve();
      await settled();
      return taken !== undefined;
    },
  };
}

const set = (actor: number, clock: number): Op => ({
  type: 3,
  id: "root",
  opId: `${actor}:${clock}`,
  data: { n: clock },
});
const update = (...ops: Op[]): RoomMessage => ({ type: 201, ops });
const typesOf = (messages: readonly Record<string, unknown>[]) => messages.map(({ type }) => type);

test("[RM22] between steps of a long update other messages are handled, and none of it is stored or sent", async () => {
  const { a, b, store, clock, yieldToEventLoop } = await pairOf({ turnSliceMs: 0 });
  a.say(update(set(0, 0), set(0, 1), set(0, 2)));
  b.say({ type: 103, event: "meanwhile" });
  await clock.advance(20);
  expect(typesOf(a.socket.take())).toEqual([103]);
  b.say(update(set(1, 0)));
  expect(await yieldToEventLoop()).toBe(true);
  await clock.advance(20);
  expect([store.waiting.length, typesOf(b.socket.take())]).toEqual([0, []]);
  expect(await yieldToEventLoop()).toBe(true);
  expect(store.waiting.map(({ seq, puts }) => [seq, puts[1]])).toEqual([[4, '["root",{"n":0}]']]);
  await store.flush();
  await clock.advance(20);
  expect(store.durable.seq).toBe(4);
  expect(a.socket.take().flatMap(({ ops }) => (ops as unknown as { data: unknown }[]).map(({ data }) => data))).toEqual(
    [{ n: 0 }, { n: 1 }, { n: 2 }, { n: 0 }],
  );
});

test("[RM22] the update of a connection that leaves in the middle of it is applied as a whole", async () => {
  const { a, b, store, clock, yieldToEventLoop } = await pairOf({ turnSliceMs: 0 });
  a.say(update(set(0, 0), set(0, 1)), update(set(0, 2)));
  a.connection.leave();
  while (await yieldToEventLoop());
  await store.flush();
  await clock.advance(20);
  expect(store.durable.nodes.get("root")).toBe('["root",{"n":1}]');
  expect(typesOf(b.socket.take())).toEqual([102, 201]);
});

test("[RM15][RM22] a room that is closed in the middle of a change ends once that is stored", async () => {
  const { host, store, yieldToEventLoop } = await pairOf({ turnSliceMs: 0 });
  const actor = await host.newActor(address);
  const changing = host.changeStorage(address, { kind: "ops", ops: [set(actor, 0), set(actor, 1)] });
  await settled();
  store.flushAtOnce();
  const closing = host.close(address, "RESTARTING");
  await settled();
  expect(host.awake).toBe(0);
  while (await yieldToEventLoop());
  await changing;
  await closing;
  expect(store.durable.nodes.get("root")).toBe('["root",{"n":1}]');
});

const operation = fc.oneof(
  fc.record({
    type: fc.constant("insert" as const),
    index: fc.nat(30),
    text: fc.string({ minLength: 1, maxLength: 4 }),
  }),
  fc.record({ type: fc.constant("delete" as const), index: fc.nat(30), length: fc.integer({ min: 1, max: 5 }) }),
);
const anyOp = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("text" as const),
      lag: fc.nat(3),
      ops: fc.array(operation, { minLength: 1, maxLength: 4 }),
    }),
  },
  fc.record({ kind: fc.constant("set" as const), key: fc.constantFrom("x", "y", "t") }),
  fc.record({ kind: fc.constant("create" as const), id: fc.constantFrom("9:1", "9:2") }),
  fc.record({ kind: fc.constant("delete" as const), id: fc.constantFrom("9:1", "9:2", "9:0") }),
  fc.record({ kind: fc.constant("again" as const), back: fc.nat(5) }),
);
const script = fc.array(fc.record({ by: fc.nat(1), ops: fc.array(anyOp, { minLength: 1, maxLength: 8 }) }), {
  minLength: 1,
  maxLength: 6,
});

/** The messages that each connection receives, and what is stored in the end. */
async function play(frames: typeof script extends fc.Arbitrary<infer T> ? T : never, turnSliceMs: number) {
  const { store, clock, enter } = world({ turnSliceMs });
  const clients = [await enter(), await enter()];
  store.flushAtOnce();
  await clock.advance(20);
  for (const { say } of clients) say({ type: 200 });
  await clock.advance(200);
  const text: Op = {
    type: 9,
    id: "9:0",
    opId: "0:0",
    parentId: "root",
    parentKey: "text",
    data: [["Hello"]],
    version: 0,
  };
  clients[0]!.say(update(text));
  await clock.advance(20);
  const clocks = [1, 0];
  let version = 0;
  for (const { by, ops } of frames) {
    const said = ops.map((one): Op => {
      const at = clocks[by]!++;
      const opId = `${by}:${one.kind === "again" ? Math.max(0, at - 1 - one.back) : at}`;
      switch (one.kind) {
        case "text":
          return { type: 10, id: "9:0", opId, baseVersion: Math.max(0, version++ - one.lag), ops: one.ops };
        case "create":
          return { type: 4, id: one.id, opId, parentId: "root", parentKey: one.id, data: {} };
        case "delete":
          return { type: 5, id: one.id, opId };
        default:
          return { type: 3, id: "root", opId, data: { [one.kind === "set" ? one.key : "z"]: at } };
      }
    });
    clients[by]!.say(update(...said));
    await clock.advance(20);
  }
  return {
    heard: clients.map(({ socket }) => [socket.messages, socket.closed]),
    stored: [...store.durable.nodes],
    seq: store.durable.seq,
  };
}

test("[RM22] an update that is decided in steps has the same result as one that is decided at once", async () => {
  await fc.assert(
    fc.asyncProperty(script, async (frames) => {
      expect(await play(frames, 0)).toEqual(await play(frames, Infinity));
    }),
    { numRuns: 100 },
  );
});

test("[RM23] a connection that causes too much work on texts is refused and closed; others continue", async () => {
  const { store, clock, enter } = world({ textStepsBurst: 2_000, textStepsPerSecond: 1_000 });
  const a = await enter();
  const b = await enter();
  store.flushAtOnce();
  await clock.advance(20);
  for (const { say } of [a, b]) say({ type: 200 });
  await clock.advance(200);
  a.say(update({ type: 9, id: "0:0", opId: "0:0", parentId: "root", parentKey: "t", data: [], version: 0 }));
  const insert = { type: "insert", index: 0, text: "x" } as const;
  const old = (actor: number, at: number): Op => ({
    type: 10,
    id: "0:0",
    opId: `${actor}:${at}`,
    baseVersion: 0,
    ops: [insert, insert],
  });
  await clock.advance(20);
  a.socket.take();
  // Each has to be rebased over all before it.
  a.say(update(...Array.from({ length: 40 }, (_, at) => old(0, at + 1))));
  await clock.advance(20);
  expect(a.socket.closed?.error).toBe("RESTARTING");
  const refused = a.socket.take().filter(({ type }) => type === 299);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ reason }) => reason === "The update of the LiveText takes too much work.")).toBe(true);
  expect(b.socket.closed).toBe(undefined);
  b.socket.take();
  b.say(update(old(1, 0)));
  await clock.advance(20);
  expect([b.socket.closed, typesOf(b.socket.take())]).toEqual([undefined, [201]]);
});

test("[RM23] the work that a connection may cause is replenished", async () => {
  const { store, clock, enter } = world({ textStepsBurst: 100, textStepsPerSecond: 1_000 });
  const a = await enter();
  store.flushAtOnce();
  await clock.advance(20);
  a.say({ type: 200 });
  await clock.advance(200);
  a.say(update({ type: 9, id: "0:0", opId: "0:0", parentId: "root", parentKey: "t", data: [], version: 0 }));
  for (let at = 0; at < 50; at++) {
    a.say(
      update({
        type: 10,
        id: "0:0",
        opId: `0:${at + 1}`,
        baseVersion: at,
        ops: [{ type: "insert", index: at, text: "x" }],
      }),
    );
    await clock.advance(20);
  }
  expect([a.socket.closed, store.durable.seq]).toEqual([undefined, 51]);
});

test("[RM32] a large change over REST yields to the event loop, and is stored whole or not at all", async () => {
  const { host, b, store, clock, yieldToEventLoop } = await pairOf({ turnSliceMs: 0 });
  store.flushAtOnce();
  const entries = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, at]));
  const document = { liveblocksType: "LiveObject", data: { map: { liveblocksType: "LiveMap", data: entries } } };
  const filling = host.changeStorage(address, { kind: "initialise", document });
  await clock.advance(20);
  let yields = 0;
  for (; await yieldToEventLoop(); yields++) {
    b.say({ type: 103, event: yields });
    await clock.advance(20);
    if (yields < 40) expect(store.durable.nodes.size).toBe(0);
  }
  await filling;
  // Made and placed, and encoded: one step for each entry.
  expect(yields).toBeGreaterThan(40);
  expect(store.durable.nodes.size).toBe(22);
});

test("[RM32] a patch that cannot be applied to its end changes nothing, however many steps it took", async () => {
  const { host, store, clock, yieldToEventLoop } = await pairOf({ turnSliceMs: 0 });
  store.flushAtOnce();
  const patch = [
    { op: "add", path: "/a", value: [1, 2] },
    { op: "add", path: "/b", value: 2 },
    { op: "test", path: "/b", value: 3 },
  ];
  const patching = expect(host.changeStorage(address, { kind: "patch", patch })).rejects.toMatchObject({
    code: "INVALID_STORAGE_MUTATION_REQUEST",
  });
  await clock.advance(20);
  while (await yieldToEventLoop()) await clock.advance(20);
  await patching;
  expect((await host.storageText(address, { kind: "json" })).empty).toBe(true);
  expect(store.durable.nodes.size).toBe(0);
});

test("[RM32] restoring an earlier state yields to the event loop, and is stored whole", async () => {
  const { host, b, store, clock, yieldToEventLoop } = await pairOf({ turnSliceMs: 0 });
  store.flushAtOnce();
  const count = 20;
  const nodes: VerboseNode[] = [
    ["root", { type: 0, data: {} }],
    ["1:0", { type: 2, parentId: "root", parentKey: "map" }],
    ...Array.from({ length: count }, (_, at): VerboseNode => [
      `1:${at + 1}`,
      { type: 3, parentId: "1:0", parentKey: `k${at}`, data: at },
    ]),
  ];
  const restoring = host.changeStorage(address, { kind: "restore", nodes });
  await clock.advance(20);
  let yields = 0;
  for (; await yieldToEventLoop(); yields++) {
    b.say({ type: 103, event: yields });
    await clock.advance(20);
    if (yields < 4 * count) expect(store.durable.nodes.size).toBe(0);
  }
  await restoring;
  // Looked through for files, loaded, read, made into ops, applied, and encoded: one step for each entry.
  expect(yields).toBeGreaterThan(6 * count);
  expect(store.durable.nodes.size).toBe(count + 2);
});

test.for([
  [
    "waits behind another",
    async (host: RoomHost) => {
      const actor = await host.newActor(address);
      const changing = host.changeStorage(address, { kind: "ops", ops: [set(actor, 0), set(actor, 1)] });
      await settled();
      return [changing, host.storageText(address, { kind: "json" })];
    },
  ],
  [
    "is looked through for files",
    async (host: RoomHost) => [
      host.changeStorage(address, { kind: "patch", patch: [{ op: "add", path: "/a", value: [1, 2] }] }),
    ],
  ],
] as const)("[RM37] a call that %s when its room ends is answered", async ([, calls]) => {
  const { host, a, store, clock, yieldToEventLoop } = await pairOf({ turnSliceMs: 0 });
  a.say(update(set(0, 0)));
  await clock.advance(20);
  const answers = Promise.allSettled(await calls(host));
  await settled();
  await store.fail();
  expect(host.awake).toBe(0);
  while (await yieldToEventLoop());
  for (const answer of await answers)
    expect(answer).toMatchObject({ status: "rejected", reason: { code: "SERVICE_UNAVAILABLE" } });
});

test("encoding stops once no one waits for the texts", async () => {
  const cancelling = new AbortController();
  let taken = 0;
  const texts = function* () {
    for (;;) {
      if (++taken === 1_000) cancelling.abort(new Error("Nobody reads it."));
      yield "x";
    }
  };
  const encoding = doInSlices(encodeTexts(texts(), cancelling.signal), createManualClock(), 0);
  await expect(encoding).rejects.toThrow("Nobody reads it.");
  expect(taken).toBeLessThan(1_100);
});
