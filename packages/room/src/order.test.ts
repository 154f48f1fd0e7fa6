import type { RoomMessage, Limits, Op } from "@weft/protocol";
import { expect, test } from "vitest";
import type { RecordingSocket } from "../suites/fakes.ts";
import { createRecordingSocket, settled } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";
import type { ConnectedUser } from "./connection.ts";
import type { ObservedEvent } from "./observers.ts";

const writer = { scopes: ["*:write"], storage: "write", version: 8 } as const satisfies ConnectedUser;

/** A room with these connections in it, actors 0, 1, …, that all have Storage; nothing is being written. */
async function roomOf(members: number, limits: Partial<Limits> = {}) {
  const world = openTestHost({ limits });
  const enter = async () => {
    const socket = createRecordingSocket();
    const connection = await world.edge.enter(address, writer, socket);
    return { socket, connection, say: (...messages: RoomMessage[]) => connection.receive(messages) };
  };
  const all: Awaited<ReturnType<typeof enter>>[] = [];
  for (let at = 0; at < members; at++) all.push(await enter());
  for (const { say } of all) say({ type: 200 });
  await world.clock.advance(2_000);
  await world.store.flush();
  await world.clock.advance(2_000);
  await world.store.flush();
  for (const { socket } of all) socket.take();
  return { ...world, enter, all };
}

const set = (opId: string, data: Record<string, number>): Op => ({ type: 3, id: "root", opId, data });
const ops = (...all: Op[]): RoomMessage => ({ type: 201, ops: all });
const heard = (socket: RecordingSocket) =>
  socket.take().map(({ type, actor }) => (type === 201 ? type : [type, actor]));

test("[RM25] a connection's messages after its own Storage change reach the others after that change", async () => {
  const { all, clock, store } = await roomOf(3);
  const [a, b, c] = all;
  a!.say(ops(set("0:0", { x: 1 })));
  a!.say({ type: 103, event: "look at x" });
  a!.say({ type: 100, data: { at: "x" } });
  a!.say({ type: 100, data: { at: "x" }, targetActor: 2 });
  await clock.advance(100);
  expect([heard(b!.socket), heard(c!.socket)]).toEqual([[], []]);
  await store.flush();
  await clock.advance(100);
  expect(heard(b!.socket)).toEqual([201, [103, 0], [100, 0]]);
  expect(heard(c!.socket)).toEqual([201, [103, 0], [100, 0], [100, 0]]);
});

test("[RM25] they are sent with the commit of that change, and wait for no later one", async () => {
  const { all, clock, store } = await roomOf(3);
  const [a, b, c] = all;
  a!.say(ops(set("0:0", { x: 1 })));
  // Decided during the commit of x: the next one holds it.
  c!.say(ops(set("2:0", { y: 1 })));
  a!.say({ type: 103, event: "look at x" });
  c!.say({ type: 103, event: "look at y" });
  await store.flush(1);
  await clock.advance(100);
  expect(heard(b!.socket)).toEqual([201, [103, 0]]);
  await store.flush(1);
  await clock.advance(100);
  expect(heard(b!.socket)).toEqual([201, [103, 2]]);
});

test("[RM25] other connections do not wait meanwhile, nor does the same one once its change is durable", async () => {
  const { all, clock, store } = await roomOf(3);
  const [a, b, c] = all;
  a!.say(ops(set("0:0", { x: 1 })));
  c!.say({ type: 103, event: "meanwhile" }, { type: 100, data: { busy: true } });
  await clock.advance(100);
  expect(heard(b!.socket)).toEqual([
    [103, 2],
    [100, 2],
  ]);
  await store.flush();
  c!.say(ops(set("2:0", { y: 1 })));
  a!.say({ type: 103, event: "after" });
  await clock.advance(100);
  expect(heard(b!.socket)).toEqual([201, [103, 0]]);
});

test("[RM25] a connection's departure is announced after everything that it sent", async () => {
  const { all, clock, store, host } = await roomOf(2);
  const [a, b] = all;
  const told: ObservedEvent[] = [];
  const { members } = await host.observe(address, (event) => void told.push(structuredClone(event)));
  expect(members).toHaveLength(2);
  a!.say(ops(set("0:0", { x: 1 })), { type: 100, data: { at: "x" } }, { type: 103, event: "bye" });
  a!.connection.leave();
  await clock.advance(100);
  expect(heard(b!.socket)).toEqual([]);
  await store.flush();
  await clock.advance(100);
  expect(heard(b!.socket)).toEqual([201, [100, 0], [103, 0], [102, 0]]);
  expect(told.filter(({ type }) => type !== "storageChanged")).toEqual([
    { type: "presenceUpdated", actor: 0, presence: { at: "x" } },
    { type: "eventBroadcast", actor: 0, event: "bye" },
    { type: "left", actor: 0 },
  ]);
  expect([...(await host.members(address))].map(({ actor }) => actor)).toEqual([1]);
});

test("[RM25] messages after a lost change are lost with it", async () => {
  const { all, clock, store } = await roomOf(2);
  const [a, b] = all;
  a!.say(ops(set("0:0", { x: 1 })), { type: 103, event: "look at x" });
  await store.fail();
  await clock.advance(100);
  expect(heard(b!.socket)).toEqual([]);
  expect(b!.socket.closed?.error).toBe("RESTARTING");
});

test("[RM26] a connection that sends too much after a change that is not durable is closed, and no other", async () => {
  const { all, clock, store } = await roomOf(3, { outputHard: 10_000 });
  const [a, b, c] = all;
  a!.say(ops(set("0:0", { x: 1 })));
  c!.say(ops(set("2:0", { y: 1 })), { type: 103, event: "z".repeat(5_000) });
  for (let count = 0; count < 3; count++) a!.say({ type: 103, event: "z".repeat(4_000) });
  await settled();
  expect(a!.socket.closed?.error).toBe("TRY_AGAIN_LATER");
  await store.flush();
  await clock.advance(100);
  expect([b!.socket.closed, c!.socket.closed]).toEqual([undefined, undefined]);
  // The changes were accepted and are sent. Of the held messages, only those of the remaining connection are.
  expect(heard(b!.socket)).toEqual([201, [102, 0], 201, [103, 2]]);
});

test("[RM26] sent messages no longer count", async () => {
  const { all, clock, store } = await roomOf(2, { outputHard: 10_000 });
  const [a, b] = all;
  for (let clockOfOp = 0; clockOfOp < 5; clockOfOp++) {
    a!.say(ops(set(`0:${clockOfOp}`, { x: clockOfOp })), { type: 103, event: "z".repeat(6_000) });
    await store.flush();
    await clock.advance(100);
  }
  expect(a!.socket.closed).toBeUndefined();
  expect(heard(b!.socket)).toHaveLength(10);
});

test("[RM27] in a quiet room messages of separate frames are sent in separate frames", async () => {
  const { all, clock, store } = await roomOf(3);
  const [a, b] = all;
  const before = b!.socket.frames.length;
  a!.say(ops(set("0:0", { x: 1 })));
  a!.say(ops(set("0:1", { x: 2 })), ops(set("0:2", { y: 2 })));
  a!.say(ops(set("0:3", { x: 3 })));
  a!.say({ type: 103, event: "done" });
  await store.flush();
  await clock.advance(100);
  const types = b!.socket.frames.slice(before).map((frame) => (frame as { type: number }[]).map(({ type }) => type));
  expect(types).toEqual([[201], [201, 201], [201], [103]]);
  const acks = a!.socket.frames.slice(-3).map((frame) => (frame as { ops: Op[] }[]).flatMap((each) => each.ops));
  expect(acks.map((each) => each.map(({ opId }) => opId))).toEqual([["0:0"], ["0:1", "0:2"], ["0:3"]]);
});

test("[RM27] frames of different connections that waited for one commit are sent together", async () => {
  const { all, clock, store } = await roomOf(4);
  const [a, b, c, d] = all;
  a!.say(ops(set("0:0", { x: 0 })));
  const before = d!.socket.frames.length;
  a!.say(ops(set("0:1", { x: 1 })));
  b!.say(ops(set("1:0", { y: 1 })));
  c!.say(ops(set("2:0", { z: 1 })));
  a!.say(ops(set("0:2", { x: 2 })));
  await store.flush();
  await clock.advance(100);
  const sizes = d!.socket.frames.slice(before).map((frame) => (frame as unknown[]).length);
  expect(sizes).toEqual([1, 3, 1]);
});

test("[RM27] in a busy room they are merged: with many receivers, or many frames waiting for one commit", async () => {
  for (const { members, frames } of [
    { members: 33, frames: 3 },
    { members: 2, frames: 6 },
  ]) {
    const { all, clock, store } = await roomOf(members);
    const [a, b] = all;
    const before = b!.socket.frames.length;
    for (let frame = 0; frame < frames; frame++) a!.say(ops(set(`0:${frame}`, { x: frame })));
    await store.flush();
    await clock.advance(100);
    // The first frame has a commit of its own, the others share one.
    expect(b!.socket.frames.length - before).toBe(2);
  }
});
