import { bareSeal, createManualClock, createRecordingSocket } from "@weft/room/suites/fakes.ts";
import { testRoom as address } from "@weft/room/suites/test-host.ts";
import { createRoomEdge, headroom } from "@weft/room";
import type { LinkedConnection, LinkMessage, Pieces, RoomBatch, RoomLink } from "@weft/room";
import { ServerMessageType } from "@weft/protocol";
import { expect, test } from "vitest";
import { isSnapshotPart, largePieceBytes, partsOf } from "./snapshot-parts.ts";

const user = { scopes: ["*:write"], storage: "write", version: 8 } as const;
const MiB = 1_024 * 1_024;

const piece = (nodes: number, bytes: number) =>
  Buffer.from(
    `${" ".repeat(headroom)}{"type":${ServerMessageType.storageChunk},"nodes":[["root",{"${nodes}":"${"x".repeat(bytes)}"}]]}`,
  );
const snapshot = (to: number, first: number): Pieces => ({
  kind: "pieces",
  to,
  pieces: Array.from({ length: 5 }, (_, index) => piece(first + index, 0.4 * MiB)),
  probe: first,
  probeBehind: undefined,
});
const event = (value: number) =>
  ({ kind: "event", from: -1, text: JSON.stringify({ type: 103, actor: -1, event: value }) }) as const;

/** What three sockets of a node are sent, of which the third entered behind `joinedAfter` entries. */
async function framesOf(messages: readonly LinkMessage[], joinedAfter: number) {
  let link: RoomLink | undefined;
  let actors = 0;
  const edge = createRoomEdge({
    host: {
      async enter(_address, _user, to, socket): Promise<LinkedConnection> {
        link = to;
        const actor = actors++;
        to.send({ kind: "entered", socket, actor, reads: 15, joinedAfter: actor === 2 ? joinedAfter : 0 });
        return { actor, receive: () => {}, reply: () => {}, probed: () => {}, leave: () => {} };
      },
    },
    clock: createManualClock(),
    toFrame: bareSeal,
  });
  const sockets = [createRecordingSocket(), createRecordingSocket(), createRecordingSocket()];
  for (const socket of sockets) await edge.enter(address, user, socket);
  for (const message of messages) link!.send(message);
  return sockets.map(({ messages: heard }) => JSON.stringify(heard));
}

const batch: RoomBatch = {
  kind: "batch",
  entries: [event(1), snapshot(0, 10), event(2), snapshot(1, 20), { kind: "void" }, snapshot(0, 30), event(3)],
  special: new Set([0, 1]),
  audiences: 0,
};

test.for([0, 1, 2, 3, 4, 5, 6, 7])(
  "[CL4] a batch with large snapshots is sent in parts, and clients get the same, one that came after %i entries too",
  async (joinedAfter) => {
    const parts = [...partsOf(batch)];
    const whole = await framesOf([batch, { kind: "lone", entry: event(4) }], joinedAfter);
    expect(await framesOf([...parts, { kind: "lone", entry: event(4) }], joinedAfter)).toEqual(whole);
    const sizes = parts.map((part) =>
      part.kind === "pieces" ? part.pieces.reduce((sum, { length }) => sum + length, 0) : 0,
    );
    expect(Math.max(...sizes)).toBeLessThan(MiB);
    expect(parts.flatMap((part) => (part.kind === "pieces" ? (part.probe ?? []) : []))).toEqual([10, 20, 30]);
  },
);

test("[CL4] a batch with small snapshots stays one message", () => {
  const small: RoomBatch = { ...batch, entries: [event(1), { ...snapshot(0, 1), pieces: [piece(1, 10)] }, event(2)] };
  expect([...partsOf(small)]).toEqual([small]);
});

test("[CL4] a frame that holds all of Storage is no part that may wait unencoded without end", () => {
  const alone = (bytes: number): Pieces => ({ ...snapshot(0, 1), pieces: [piece(1, bytes)] });
  const large = alone(largePieceBytes);
  expect([...partsOf(large)]).toEqual([large]);
  expect([isSnapshotPart(large), isSnapshotPart(alone(MiB))]).toEqual([false, true]);
});
