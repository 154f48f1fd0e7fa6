import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { limits } from "@weft/protocol";
import { WebSocket } from "ws";
import { expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import { openConnection } from "./connection.ts";

/** A connection whose peer and whose time are in the test's hand. */
function world() {
  let now = 1_000;
  const wire = Object.assign(new EventEmitter(), {
    writableLength: 0,
    bytesWritten: 0,
    write(frame: Buffer) {
      wire.writableLength += frame.length;
      wire.bytesWritten += frame.length;
    },
  });
  const done: string[] = [];
  const state: { readyState: number } = { readyState: WebSocket.OPEN };
  const socket = Object.assign(new EventEmitter(), state, {
    pause() {},
    resume() {},
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
    clock: { ...systemClock, monotonic: () => now, setTimer: () => ({ cancel() {} }) },
    events: {
      messagesReceived() {},
      messagesSent() {},
      bufferRoseOverSoft: () => void done.push("over"),
      bufferFellUnderSoft: () => void done.push("under"),
      connectionClosed() {},
      oversized() {},
    },
    closed() {},
  });
  connection.attach({ receive() {}, leave: () => void done.push("leave") } as unknown as Parameters<
    typeof connection.attach
  >[0]);
  return {
    connection,
    wire,
    socket,
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

test("what the peer does not read for 10 s ends the connection, and not a millisecond sooner", () => {
  const { connection, take, at } = world();
  connection.send(bytes(limits.outputSoft));
  expect(connection.slow).toBe(false);
  connection.send(bytes(1));
  expect(connection.slow).toBe(true);
  at(limits.outputStallMs - 1);
  expect(take()).toEqual(["over"]);
  at(limits.outputStallMs);
  expect(take()).toEqual(["leave", "close 1013"]);
});

test("a peer that reads again before that has all the time anew", () => {
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
  expect(take()).toEqual(["leave", "close 1013"]);
});

test("more than 8 MiB unread end the connection at once", () => {
  const { connection, take } = world();
  connection.send(bytes(limits.outputHard));
  connection.send(bytes(1));
  expect(take()).toEqual(["over"]);
  connection.send(bytes(1));
  expect(take()).toEqual(["leave", "close 1013"]);
});

test("a silent peer is asked, stays while it answers, and is cut off a minute after its last word", () => {
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
