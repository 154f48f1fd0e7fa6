import { expect, test } from "vitest";
import { bareSeal } from "../suites/fakes.ts";
import { bitOf, everyone } from "./audience.ts";
import type { Receiver } from "./edge/frames.ts";
import { createFrames } from "./edge/frames.ts";
import { createFanOut } from "./fan-out.ts";
import type { RoomBatch } from "./link.ts";

function receiver(actor: number, send: (frame: Buffer) => void): Receiver {
  return {
    actor,
    reads: bitOf("storage"),
    slow: false,
    joinedAfter: 0,
    miss: () => {},
    send,
    sendPieces: () => {},
    sendPart: send,
  };
}

test("what is said while a flush is under way, as when a receiver is closed by it, is told by the next", () => {
  const fanOut = createFanOut();
  const told: unknown[] = [];
  // It cannot take the frame: it is closed, and the room says so at once.
  const full = receiver(0, () => fanOut.others(0, JSON.stringify({ type: 102, actor: 0 }), everyone));
  const other = receiver(1, (frame) => told.push(JSON.parse(frame.toString())));

  fanOut.others(1, JSON.stringify({ type: 103, actor: 1 }), everyone);
  const frames = createFrames(bareSeal);
  const flush = (receivers: readonly Receiver[]) => frames.batch(fanOut.take() as RoomBatch, receivers);
  flush([full, other]);
  expect(fanOut.waiting).toBe(1);
  flush([other]);
  expect(told).toEqual([[{ type: 102, actor: 0 }]]);
  expect(fanOut.waiting).toBe(0);
});
