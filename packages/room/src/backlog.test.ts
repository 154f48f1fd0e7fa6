import type { ClientMessage, Limits, Op } from "@weft/protocol";
import { expect, test } from "vitest";
import { createRecordingLink, settled } from "../suites/fakes.ts";
import type { RecordingLink } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";
import type { Visitor } from "./session.ts";

const writer = { scopes: ["*:write"], storage: "write", version: 8 } as const satisfies Visitor;
const frame = 600;

/** A room that takes little more than one frame, and two who have loaded its Storage. */
async function world(overrides: Partial<Limits> = {}) {
  const opened = openTestHost({ limits: { roomUnstored: 1_000, ...overrides } });
  const { host, store, clock } = opened;
  const enter = async () => {
    const link = createRecordingLink();
    const session = await host.enter(address, writer, link);
    return { link, session, say: (...messages: ClientMessage[]) => session.receive(messages, frame) };
  };
  const a = await enter();
  const b = await enter();
  for (const { say } of [a, b]) say({ type: 200 });
  await clock.advance(5_000);
  await store.flush();
  for (const { link } of [a, b]) link.take();
  return { ...opened, enter, a, b };
}

const set = (actor: number, clock: number): Op => ({
  type: 3,
  id: "root",
  opId: `${actor}:${clock}`,
  data: { [`k${actor}`]: clock },
});
const ops = (...all: Op[]): ClientMessage => ({ type: 201, ops: all });
const opIds = (link: RecordingLink) =>
  link.take().flatMap(({ type, ops: told }) => (type === 201 ? (told as unknown as Op[]).map(({ opId }) => opId) : []));

test("[RM31] a room that holds too much stops reading from who writes, and reads on when it is stored", async () => {
  const { a, b, store, clock } = await world();
  a.say(ops(set(0, 0)));
  expect(a.link.paused).toBe(false);
  a.say(ops(set(0, 1)));
  expect(a.link.paused).toBe(true);
  // Of a frame that was read already nothing is lost.
  a.say(ops(set(0, 2)));
  b.say({ type: 100, data: { cursor: 1 } }, { type: 103, event: "hi" });
  expect(b.link.paused).toBe(false);
  b.say(ops(set(1, 0)));
  expect(b.link.paused).toBe(true);
  await clock.advance(20);
  expect(a.link.take().map(({ type }) => type)).toEqual([100, 103]);

  // The first commit held one frame; the next holds three.
  await store.flush(1);
  await clock.advance(20);
  expect(opIds(a.link)).toEqual(["0:0"]);
  expect([a.link.paused, b.link.paused]).toEqual([true, true]);
  await store.flush(1);
  await clock.advance(20);
  expect([a.link.paused, b.link.paused]).toEqual([false, false]);
  expect(opIds(a.link)).toEqual(["0:1", "0:2", undefined]);
  expect([a.link.closed, b.link.closed]).toEqual([undefined, undefined]);
  expect(store.durable.seq).toBe(4);
});

test("[RM31] frames that wait for their turn count as well", async () => {
  const { a, b, host, store, clock } = await world();
  const reading = Promise.withResolvers<void>();
  const read = host.readStorage(address, () => reading.promise);
  await settled();
  a.say(ops(set(0, 0)));
  a.say(ops(set(0, 1)));
  b.say({ type: 100, data: { cursor: 1 } });
  expect([a.link.paused, b.link.paused]).toEqual([true, false]);
  reading.resolve();
  await settled();
  // Both were decided and are on their way to the disk now.
  expect(a.link.paused).toBe(true);
  await store.flush();
  await read;
  await clock.advance(20);
  expect(a.link.paused).toBe(false);
  expect(opIds(a.link)).toEqual(["0:0", "0:1"]);
});

test("[RM31] what waits behind a change counts: events of its sender, and snapshots, once for all who share one", async () => {
  const { a, b, store, clock, enter } = await world({ roomUnstored: 3_000 });
  a.say(ops(set(0, 0)));
  a.say({ type: 103, event: "e".repeat(1_000) });
  a.say({ type: 103, event: "e".repeat(2_000) });
  // What only shows something does not stop anybody; who asks for Storage then is stopped.
  expect(a.link.paused).toBe(false);
  b.say({ type: 200 });
  expect(b.link.paused).toBe(true);
  await store.flush();
  await clock.advance(3_000);
  await store.flush();
  expect(b.link.paused).toBe(false);

  a.say(ops({ type: 3, id: "root", opId: "0:1", data: { text: "x".repeat(2_000) } }));
  const others = [await enter(), await enter()];
  for (const { say } of others) say({ type: 200 });
  await clock.advance(20);
  expect(others.map(({ link }) => link.paused)).toEqual([false, false]);
  a.say(ops(set(0, 2)));
  expect(a.link.paused).toBe(true);
  await store.flush();
  await clock.advance(20);
  expect(a.link.paused).toBe(false);
});

test("[RM31] updates of documents count from when they are decided", async () => {
  const { a, b, store, clock } = await world();
  const update = (text: string): ClientMessage => ({ type: 301, update: Buffer.from(text).toString("base64") });
  a.say(update("x".repeat(900)));
  await clock.advance(50);
  expect(a.link.paused).toBe(false);
  a.say(update("y"));
  b.say(ops(set(1, 0)));
  expect([a.link.paused, b.link.paused]).toEqual([true, true]);
  await store.flush();
  await clock.advance(50);
  await store.flush();
  await clock.advance(50);
  expect([a.link.paused, b.link.paused]).toEqual([false, false]);
});

test("[RM31] a stopped connection that leaves is forgotten, and a room that is dropped closes those it stopped", async () => {
  const { a, b, store, clock } = await world();
  for (const clockOfOp of [0, 1]) a.say(ops(set(0, clockOfOp)));
  b.say(ops(set(1, 0)));
  expect([a.link.paused, b.link.paused]).toEqual([true, true]);
  a.session.leave();
  await store.fail();
  await clock.advance(20);
  expect(b.link.closed?.error).toBe("RESTARTING");
});

test("[RM31] requests for Storage that are answered while it is read count no longer", async () => {
  const { host, store, clock, enter, a, b } = await world();
  store.flushAtOnce();
  a.say(ops(set(0, 0)));
  for (const { session } of [a, b]) session.leave();
  await clock.advance(60_000);
  expect(host.awake).toBe(0);
  const back = [await enter(), await enter(), await enter()];
  for (const { say } of back) say({ type: 200 });
  await clock.advance(5_000);
  back[0]!.say(ops(set(2, 0)));
  expect(back.map(({ link }) => link.paused)).toEqual([false, false, false]);
});
