import type { RoomMessage, Limits, Op } from "@weft/protocol";
import { expect, test } from "vitest";
import { createRecordingSocket, settled } from "../suites/fakes.ts";
import type { RecordingSocket } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";
import type { ConnectedUser } from "./connection.ts";

const writer = { scopes: ["*:write"], storage: "write", version: 8 } as const satisfies ConnectedUser;
const frame = 600;

/** A room whose backlog holds little more than one frame, and two clients that have loaded its Storage. */
async function world(overrides: Partial<Limits> = {}) {
  const opened = openTestHost({ limits: { roomUnstored: 1_000, ...overrides } });
  const { edge, store, clock } = opened;
  const enter = async () => {
    const socket = createRecordingSocket();
    const connection = await edge.enter(address, writer, socket);
    return { socket, connection, say: (...messages: RoomMessage[]) => connection.receive(messages, frame) };
  };
  const a = await enter();
  const b = await enter();
  for (const { say } of [a, b]) say({ type: 200 });
  await clock.advance(5_000);
  await store.flush();
  for (const { socket } of [a, b]) socket.take();
  return { ...opened, enter, a, b };
}

const set = (actor: number, clock: number): Op => ({
  type: 3,
  id: "root",
  opId: `${actor}:${clock}`,
  data: { [`k${actor}`]: clock },
});
const ops = (...all: Op[]): RoomMessage => ({ type: 201, ops: all });
const opIds = (socket: RecordingSocket) =>
  socket
    .take()
    .flatMap(({ type, ops: told }) => (type === 201 ? (told as unknown as Op[]).map(({ opId }) => opId) : []));

test("[RM31] a room that holds too much stops reading from writers, and resumes once it is stored", async () => {
  const { a, b, store, clock } = await world();
  a.say(ops(set(0, 0)));
  expect(a.socket.paused).toBe(false);
  a.say(ops(set(0, 1)));
  expect(a.socket.paused).toBe(true);
  // Nothing of a frame that was read already is lost.
  a.say(ops(set(0, 2)));
  b.say({ type: 100, data: { cursor: 1 } }, { type: 103, event: "hi" });
  expect(b.socket.paused).toBe(false);
  b.say(ops(set(1, 0)));
  expect(b.socket.paused).toBe(true);
  await clock.advance(20);
  expect(a.socket.take().map(({ type }) => type)).toEqual([100, 103]);

  // The first commit held one frame; the next holds three.
  await store.flush(1);
  await clock.advance(20);
  expect(opIds(a.socket)).toEqual(["0:0"]);
  expect([a.socket.paused, b.socket.paused]).toEqual([true, true]);
  await store.flush(1);
  await clock.advance(20);
  expect([a.socket.paused, b.socket.paused]).toEqual([false, false]);
  expect(opIds(a.socket)).toEqual(["0:1", "0:2", undefined]);
  expect([a.socket.closed, b.socket.closed]).toEqual([undefined, undefined]);
  expect(store.durable.seq).toBe(4);
});

test("[RM31] frames that wait for their turn count as well", async () => {
  const { a, b, host, store, clock } = await world({ turnSliceMs: 0 });
  const entries = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, n]));
  const filling = host.changeStorage(address, {
    kind: "patch",
    patch: [{ op: "add", path: "/map", value: { liveblocksType: "LiveMap", data: entries } }],
  });
  while (store.waiting.length === 0) await settled();
  await store.flush();
  await filling;
  await clock.advance(20);
  a.socket.take();
  const reading = Promise.withResolvers<void>();
  clock.yieldToEventLoop = () => reading.promise;
  const read = host.storageText(address, { kind: "json" });
  await settled();
  a.say(ops(set(0, 0)));
  a.say(ops(set(0, 1)));
  b.say({ type: 100, data: { cursor: 1 } });
  expect([a.socket.paused, b.socket.paused]).toEqual([true, false]);
  reading.resolve();
  await settled();
  // Both were decided and are being written now.
  expect(a.socket.paused).toBe(true);
  await store.flush();
  await read;
  await clock.advance(20);
  expect(a.socket.paused).toBe(false);
  expect(opIds(a.socket)).toEqual(["0:0", "0:1"]);
});

test("[RM31] what waits behind a change counts: events of its sender, and snapshots, once for all who share one", async () => {
  const { a, b, store, clock, enter } = await world({ roomUnstored: 3_000 });
  a.say(ops(set(0, 0)));
  a.say({ type: 103, event: "e".repeat(1_000) });
  a.say({ type: 103, event: "e".repeat(2_000) });
  // Messages that are only shown pause no connection; one that requests Storage then is paused.
  expect(a.socket.paused).toBe(false);
  b.say({ type: 200 });
  expect(b.socket.paused).toBe(true);
  await store.flush();
  await clock.advance(3_000);
  await store.flush();
  expect(b.socket.paused).toBe(false);

  a.say(ops({ type: 3, id: "root", opId: "0:1", data: { text: "x".repeat(2_000) } }));
  const others = [await enter(), await enter()];
  for (const { say } of others) say({ type: 200 });
  await clock.advance(20);
  expect(others.map(({ socket }) => socket.paused)).toEqual([false, false]);
  a.say(ops(set(0, 2)));
  expect(a.socket.paused).toBe(true);
  await store.flush();
  await clock.advance(20);
  expect(a.socket.paused).toBe(false);
});

test("[RM31] updates of documents count from when they are decided", async () => {
  const { a, b, store, clock } = await world();
  const update = (text: string): RoomMessage => ({ type: 301, update: Buffer.from(text).toString("base64") });
  a.say(update("x".repeat(900)));
  await clock.advance(50);
  expect(a.socket.paused).toBe(false);
  a.say(update("y"));
  b.say(ops(set(1, 0)));
  expect([a.socket.paused, b.socket.paused]).toEqual([true, true]);
  await store.flush();
  await clock.advance(50);
  await store.flush();
  await clock.advance(50);
  expect([a.socket.paused, b.socket.paused]).toEqual([false, false]);
});

test("[RM31] a stopped connection that leaves is forgotten, and a room that is dropped closes those it stopped", async () => {
  const { a, b, store, clock } = await world();
  for (const clockOfOp of [0, 1]) a.say(ops(set(0, clockOfOp)));
  b.say(ops(set(1, 0)));
  expect([a.socket.paused, b.socket.paused]).toEqual([true, true]);
  a.connection.leave();
  await store.fail();
  await clock.advance(20);
  expect(b.socket.closed?.error).toBe("RESTARTING");
});

test("[RM31] requests for Storage that are answered while it is read count no longer", async () => {
  const { host, store, clock, enter, a, b } = await world();
  store.flushAtOnce();
  a.say(ops(set(0, 0)));
  for (const { connection } of [a, b]) connection.leave();
  await clock.advance(60_000);
  expect(host.awake).toBe(0);
  const back = [await enter(), await enter(), await enter()];
  for (const { say } of back) say({ type: 200 });
  await clock.advance(5_000);
  back[0]!.say(ops(set(2, 0)));
  expect(back.map(({ socket }) => socket.paused)).toEqual([false, false, false]);
});
