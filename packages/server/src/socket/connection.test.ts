import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { limits } from "@weft/protocol";
import type { ClientMessage } from "@weft/protocol";
import { WebSocket } from "ws";
import { expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import { createErrorBoundary } from "../error-boundary.ts";
import { createHeldMemory, openUnreadInput } from "../held-memory.ts";
import { openConnection } from "./connection.ts";
import { createReadingTurns } from "./reading-turns.ts";
import { ownersOf } from "./unread-frame.ts";
import { countUnsentBytes } from "./unsent-bytes.ts";

/** A connection whose peer and whose time are in the test's hand. */
function world(unsent = countUnsentBytes(limits.outputTotal), unread = openUnreadInput(limits, () => 0)) {
  let now = 1_000;
  const done: string[] = [];
  const wire = Object.assign(new EventEmitter(), {
    writableLength: 0,
    writableNeedDrain: false,
    bytesWritten: 0,
    cork() {},
    uncork() {},
    pause: () => void done.push("wait for a turn"),
    resume: () => void done.push("go on"),
    write(frame: Buffer) {
      wire.writableLength += frame.length;
      wire.bytesWritten += frame.length;
    },
  });
  const boundary = createErrorBoundary({ log: { error: () => done.push("error") }, contained() {} });
  const state: { readyState: number } = { readyState: WebSocket.OPEN };
  const socket = Object.assign(new EventEmitter(), state, {
    pause: () => void done.push("pause"),
    resume: () => void done.push("resume"),
    ping: () => void done.push("ping"),
    terminate: () => void done.push("terminate"),
    close(code: number) {
      done.push(`close ${code}`);
      socket.readyState = WebSocket.CLOSING;
    },
  });
  const connection = openConnection({
    socket: socket as unknown as WebSocket,
    wire: wire as unknown as Socket,
    limits,
    boundary,
    clock: {
      ...systemClock,
      monotonic: () => now,
      setTimer(afterMs) {
        done.push(`wait ${afterMs}`);
        return { cancel() {} };
      },
    },
    events: {
      messagesReceived() {},
      messagesSent() {},
      bufferRoseOverSoft: () => void done.push("over"),
      bufferFellUnderSoft: () => void done.push("under"),
      connectionClosed() {},
    },
    unsent,
    unread,
    turns: createReadingTurns((run) => systemClock.defer(run)),
    owners: () => ownersOf("ada", undefined, limits),
    closed() {},
  });
  const heard: ClientMessage[] = [];
  connection.attach({
    receive: (messages: readonly ClientMessage[]) => heard.push(...messages),
    leave: () => void done.push("leave"),
  });
  done.length = 0;
  return {
    connection,
    wire,
    socket,
    heard,
    /** The peer sends a frame. */
    hear: (frame: string) => socket.emit("message", Buffer.from(frame), false),
    /** What was done since the last time it was asked. */
    take: () => done.splice(0),
    /** Goes on to this long after the beginning, and sweeps. */
    at: (ms: number) => {
      now = 1_000 + ms;
      connection.sweep(now);
    },
  };
}

const bytes = (count: number) => Buffer.alloc(count);
/** What is done to close a connection: it is given a moment to answer. */
const gone = ["leave", "close 1013", "wait 2000", "resume"];

test("[SE11] what the peer does not read for 10 s ends the connection, and not a millisecond sooner", () => {
  const { connection, take, at } = world();
  connection.send(bytes(limits.outputSoft));
  expect(connection.slow).toBe(false);
  connection.send(bytes(1));
  expect(connection.slow).toBe(true);
  at(limits.outputStallMs - 1);
  expect(take()).toEqual(["over"]);
  at(limits.outputStallMs);
  expect(take()).toEqual(gone);
});

test("[SE10] [RM31] a connection that the room has stopped is not silent, and is read from when no other reason is left", () => {
  const { connection, take, at } = world();
  connection.pause();
  at(limits.silentConnectionMs);
  at(2 * limits.silentConnectionMs);
  expect(take()).toEqual(["pause"]);
  connection.resume();
  connection.resume();
  at(2 * limits.silentConnectionMs + limits.heartbeatMs - 1);
  expect(take()).toEqual(["resume"]);
  at(3 * limits.silentConnectionMs);
  expect(take()).toEqual(["terminate"]);

  const hurried = world();
  const frame = JSON.stringify(Array.from({ length: limits.messagesPerFrame }, () => ({ type: 100, data: {} })));
  hurried.hear(frame);
  hurried.hear(frame);
  hurried.connection.pause();
  hurried.connection.resume();
  expect(hurried.take().map((done) => done.split(" ")[0])).toEqual(["pause", "wait", "pause"]);
});

test("[FE7] [RM31] a connection that is paused for two reasons is read when both have ended", () => {
  const { connection, take } = world();
  connection.pause("feeds");
  connection.pause();
  connection.resume("feeds");
  connection.resume("feeds");
  expect(take()).toEqual(["pause", "pause"]);
  connection.resume();
  expect(take()).toEqual(["resume"]);
});

test("[SE11] a peer that reads again before that has all the time anew", () => {
  const { connection, wire, take, at } = world();
  connection.send(bytes(limits.outputSoft + 1));
  at(limits.outputStallMs - 1);
  wire.writableLength = 0;
  wire.emit("drain");
  expect(connection.slow).toBe(false);
  connection.send(bytes(limits.outputSoft + 1));
  at(2 * limits.outputStallMs - 2);
  expect(take()).toEqual(["over", "under", "over"]);
  at(2 * limits.outputStallMs - 1);
  expect(take()).toEqual(gone);
});

test("[SE11] more than 8 MiB unread end the connection at once", () => {
  const { connection, take } = world();
  connection.send(bytes(limits.outputHard));
  connection.send(bytes(1));
  expect(take()).toEqual(["over"]);
  connection.send(bytes(1));
  expect(take()).toEqual(gone);
});

test("[SE11] over the total of the process, the connection that owes the most is ended, and no other", () => {
  const unsent = countUnsentBytes(5 * limits.outputSoft);
  const [small, large, third] = [world(unsent), world(unsent), world(unsent)];
  small.connection.send(bytes(2 * limits.outputSoft));
  large.connection.send(bytes(3 * limits.outputSoft));
  expect([...small.take(), ...large.take()]).toEqual(["over", "over"]);
  third.connection.send(bytes(limits.outputSoft));
  expect(large.take()).toEqual(["leave", "close 1013", "wait 2000", "resume", "terminate"]);
  expect([...small.take(), ...third.take()]).toEqual([]);
  expect(unsent.total).toBe(3 * limits.outputSoft);
});

test("[SE11] what was taken, and what belonged to a connection that is gone, no longer counts in the total", () => {
  const unsent = countUnsentBytes(limits.outputTotal);
  const [reader, departed] = [world(unsent), world(unsent)];
  reader.connection.send(bytes(2 * limits.outputSoft));
  departed.connection.send(bytes(2 * limits.outputSoft));
  expect(unsent.total).toBe(4 * limits.outputSoft);
  reader.wire.writableLength = limits.outputSoft;
  reader.at(1_000);
  departed.socket.emit("close", 1006);
  expect(unsent.total).toBe(limits.outputSoft);
  reader.wire.writableLength = 0;
  reader.wire.emit("drain");
  expect(unsent.total).toBe(0);
});

test("[SE11] a snapshot that was asked for counts neither for the connection nor in the total", () => {
  const unsent = countUnsentBytes(limits.outputSoft);
  const { connection, take } = world(unsent);
  connection.send(bytes(2 * limits.outputHard), true);
  expect(take()).toEqual(["over"]);
  expect(unsent.total).toBe(0);
});

test("[SE11] a peer that takes a snapshot slowly, but steadily, is not stalled", () => {
  const { connection, socket, wire, take, at } = world();
  connection.send(bytes(2 * limits.outputHard), true);
  for (let round = 1; round <= 20; round++) {
    wire.writableLength -= 64 * 1_024;
    socket.emit("ping");
    at(round * (limits.outputStallMs - 1));
  }
  expect(take()).toEqual(["over"]);
  at(20 * (limits.outputStallMs - 1) + limits.outputStallMs);
  expect(take()).toEqual(gone);
});

test("[SE17] a snapshot is handed on as fast as its reader takes it, what is behind it waits, and a pong does not", () => {
  const { connection, wire, hear, socket } = world();
  const written: string[] = [];
  const full = { after: 1 };
  wire.write = (frame: Buffer) => {
    written.push(frame.toString("latin1").slice(-4));
    wire.writableNeedDrain = written.length >= full.after;
  };
  socket.ping = () => void written.push("ping");
  const frame = (name: string) => Buffer.from(name);
  for (const name of ["aaaa", "bbbb", "cccc"]) connection.send(frame(name), true);
  const answered: string[] = [];
  connection.probe(() => answered.push("probe"));
  connection.send(frame("last"), true);
  connection.send(frame("op 1"));
  hear("ping");
  expect(written).toEqual(["aaaa", "pong"]);
  // The step in front of the last frame leaves with it.
  full.after = 5;
  wire.writableNeedDrain = false;
  wire.emit("drain");
  expect(written).toEqual(["aaaa", "pong", "bbbb", "cccc", "ping", "last"]);
  full.after = Infinity;
  wire.writableNeedDrain = false;
  wire.emit("drain");
  connection.send(frame("op 2"));
  expect(written.slice(6)).toEqual(["op 1", "op 2"]);
});

test("[SE17] what waits behind a slow reader is still sent before its connection is closed", () => {
  const { connection, wire, take } = world();
  const written: string[] = [];
  wire.write = (frame: Buffer) => void written.push(frame.toString());
  wire.writableNeedDrain = true;
  connection.send(Buffer.from("chunk"), true);
  connection.send(Buffer.from("refusal"));
  connection.close("RESTARTING");
  expect(written).toEqual(["chunk", "refusal"]);
  expect(take()).toContain("close 1012");
});

test("[SE10] a silent peer is asked, stays while it answers, and is cut off a minute after its last word", () => {
  const { socket, take, at } = world();
  at(limits.heartbeatMs - 1);
  expect(take()).toEqual([]);
  at(limits.heartbeatMs);
  expect(take()).toEqual(["ping"]);
  socket.emit("pong");
  at(limits.heartbeatMs + limits.silentConnectionMs - 1);
  expect(take()).toEqual(["ping"]);
  at(limits.heartbeatMs + limits.silentConnectionMs);
  expect(take()).toEqual(["terminate"]);
});

const { messagesBurst, messagesPerSecond, messagesPerFrame, storageFetchCost } = limits;
const frameOf = (count: number, message: string) => `[${Array.from({ length: count }, () => message).join(",")}]`;
const event = '{"type":103,"event":1}';

test("[SE6] [S14] messages count one by one, whatever frames they come in", () => {
  const { hear, take, heard } = world();
  hear(frameOf(messagesBurst, event));
  expect(take()).toEqual([]);
  hear(frameOf(messagesPerSecond, event));
  expect(take()).toEqual(["pause", "wait 1000"]);
  expect(heard.length).toBe(messagesBurst + messagesPerSecond);
});

test("[SE6] [S14] requests for Storage count for more, and updates count as ops", () => {
  const { hear, take } = world();
  const update = '{"type":201,"ops":[{"type":3,"id":"root","opId":"1:1","data":{}}]}';
  hear(frameOf(messagesPerFrame, `${event},${update}`));
  expect(take()).toEqual([]);
  const fetches = (2 * messagesPerSecond) / storageFetchCost;
  hear(frameOf(fetches, '{"type":200}'));
  expect(take()).toEqual(["pause", "wait 2000"]);
});

test("[SE6] [S14] a frame of more messages than an honest client sends at once is refused, and nothing of it taken", () => {
  for (const [message, most] of [
    [event, messagesPerFrame],
    ['{"type":9999}', messagesPerFrame],
    ['{"type":200}', messagesPerFrame / storageFetchCost],
  ] as const) {
    const { hear, take, heard } = world();
    hear(frameOf(most, message));
    expect(take(), message).not.toContain("close 4000");
    const before = heard.length;
    hear(frameOf(most + 1, message));
    expect(take(), message).toContain("close 4000");
    expect(heard.length).toBe(before);
  }
});

test("[SE6] [S14] what was typed into documents offline comes in one frame, as one message for each edit", () => {
  const { hear, take, heard } = world();
  hear(frameOf(3 * messagesPerFrame, '{"type":301,"update":""}'));
  expect(take()).toEqual([]);
  expect(heard.length).toBe(3 * messagesPerFrame);
});

test("[SE6] [S14] a connection that goes on over its rate is closed", () => {
  const { hear, take, at } = world();
  hear(frameOf(messagesBurst, event));
  const secondly = () => hear(frameOf(2 * messagesPerSecond, event));
  for (let ms = 0; ms < limits.overRateCloseMs; ms += 1_000) {
    at(ms);
    secondly();
  }
  expect(take()).not.toContain("close 1013");
  at(limits.overRateCloseMs);
  secondly();
  expect(take()).toContain("close 1013");
});

test("[SE12] an unexpected error in a handler closes that connection", () => {
  const failing = () => {
    throw new Error("broken");
  };
  const frame = world();
  frame.connection.attach({ receive: failing, leave() {} });
  frame.take();
  frame.socket.emit("message", Buffer.from('[{"type":100,"data":{}}]'), false);
  expect(frame.take()).toEqual(expect.arrayContaining(["error", "close 1011"]));

  const pong = world();
  pong.connection.probe(failing);
  pong.take();
  pong.socket.emit("pong", Buffer.from("probe 0"));
  expect(pong.take()).toEqual(expect.arrayContaining(["error", "leave", "close 1011"]));
});

const presenceOf = (length: number) => JSON.stringify({ text: "x".repeat(length) });

test.for([
  ["what is not JSON", "nonsense"],
  ["an object", '{"type":100,"data":{}}'],
  ["an array of something else", "[1]"],
  ["a message without its members beside a sound one", `[${event},{"type":100}]`],
  ["values nested too deeply", `[{"type":103,"event":${"[".repeat(2_000)}${"]".repeat(2_000)}}]`],
  ["a presence over its limit", `[${event},{"type":100,"data":${presenceOf(limits.presence)}}]`],
  ["an event over its limit", `[${event},{"type":103,"event":${presenceOf(limits.broadcastEvent)}}]`],
] as const)("[SE5] %s closes the connection with 4000, and no message of the frame is taken", async ([, frame]) => {
  const { hear, take, heard } = world();
  hear(frame);
  // Large frames are decoded in steps.
  const done: string[] = [];
  await expect.poll(() => done.push(...take()) && done, { timeout: 30_000 }).toContain("close 4000");
  hear(`[${event}]`);
  expect(heard).toEqual([]);
});

test("[SE5] a frame of bytes closes the connection with 4000", () => {
  const { socket, take, heard } = world();
  socket.emit("message", Buffer.from(`[${event}]`), true);
  expect(take()).toContain("close 4000");
  expect(heard).toEqual([]);
});

test("[SE7] what comes behind a large frame waits until that is decoded, and is taken in order", async () => {
  const { hear, take, heard } = world();
  const padding = "x".repeat(Math.ceil(limits.frameSlice / 100));
  hear(JSON.stringify(Array.from({ length: 101 }, (_, n) => ({ type: 103, event: `${n} ${padding}` }))));
  hear('[{"type":103,"event":"behind"}]');
  expect(take()).toContain("pause");
  expect(heard).toEqual([]);
  await expect.poll(() => heard.length, { timeout: 30_000 }).toBe(102);
  const events = [...Array.from({ length: 101 }, (_, n) => `${n} ${padding}`), "behind"];
  expect(heard).toMatchObject(events.map((expected) => ({ event: expected })));
});

test("[SE10] ping is answered with pong, and counts as a word of the peer", () => {
  const { hear, wire, take, at } = world();
  at(limits.heartbeatMs - 1);
  hear("ping");
  expect(wire.bytesWritten).toBe("\x81\x04pong".length);
  at(2 * limits.heartbeatMs - 2);
  expect(take()).toEqual([]);
});

test("[SE24] what has arrived of a frame that is not whole counts against its user, until the frame is whole", () => {
  const time = { now: 0 };
  const unread = createHeldMemory({ total: 1e9, stalledMs: 30_000, strideBytes: 16_384 }, () => time.now);
  const { wire, hear, take, heard } = world(undefined, unread);
  const piece = bytes(60_000);
  wire.emit("data", piece);
  expect(unread.total).toBe(0);
  wire.emit("data", piece);
  expect([unread.total, unread.heldBy("ada")]).toEqual([120_000, 120_000]);
  hear('[{"type":200}]');
  expect([unread.total, heard.length]).toEqual([0, 1]);
  // It is this connection that is refused when its user holds its share, and it is not read any more.
  for (let arrived = 0; arrived <= limits.unreadInputPerCaller; arrived += 1e6) wire.emit("data", bytes(1e6));
  expect(take()).toEqual(["wait for a turn", ...gone, "pause"]);
  expect(unread.total).toBeLessThanOrEqual(limits.unreadInputPerCaller);
});

test("[SE24] a frame of which much has arrived in one turn of the event loop is read on in another", async () => {
  const { connection, wire, take } = world();
  for (let n = 0; n < 5; n++) wire.emit("data", bytes(1e6));
  expect(take()).toEqual(["wait for a turn"]);
  await systemClock.yieldToEventLoop();
  expect(take()).toEqual(["go on"]);
  // It is not read on while there is another reason to pause.
  for (let n = 0; n < 5; n++) wire.emit("data", bytes(1e6));
  connection.pause("room");
  take();
  await systemClock.yieldToEventLoop();
  expect(take()).toEqual([]);
});

test("[SE24] a frame that stalls ends its connection, but not while it is the server that does not read on", () => {
  const time = { now: 0 };
  const unread = createHeldMemory({ total: 1e9, stalledMs: 30_000, strideBytes: 16_384 }, () => time.now);
  const { connection, wire, take } = world(undefined, unread);
  wire.emit("data", bytes(100_000));
  connection.pause("room");
  take();
  time.now = 60_000;
  unread.sweep();
  expect(take()).toEqual([]);
  connection.resume("room");
  take();
  time.now = 89_999;
  unread.sweep();
  expect(take()).toEqual([]);
  time.now = 90_000;
  unread.sweep();
  expect(take()).toEqual([...gone, "pause", "terminate"]);
});
