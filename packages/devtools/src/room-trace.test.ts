import { ClientMessageType, ServerMessageType } from "@weft/protocol/codes";
import { expect, test } from "vitest";
import { RoomTrace } from "./room-trace.ts";

const op = (opId: string) => ({ type: 3, id: "root", opId, data: {} });

test("[DT7] an op is pending until it is acknowledged, rejected or known to be decided, over reconnects as well", () => {
  let now = 10;
  let changes = 0;
  const record = new RoomTrace({ id: "r", now: () => now, changed: () => changes++ });
  const first = record.tap();
  first.opened();
  const say = (direction: "sent" | "received", ...messages: object[]) =>
    first.passed(direction, JSON.stringify(messages));
  say("sent", { type: ClientMessageType.updateStorage, ops: ["1:0", "1:1", "1:2", "1:3"].map(op) });
  say("received", { type: ServerMessageType.storageUpdated, ops: [{ type: 5, id: "ACK", opId: "1:0" }, op("2:0")] });
  say("received", { type: ServerMessageType.rejectStorageOp, opIds: ["1:1"], reason: "No." });
  first.closed(1006);
  const second = record.tap();
  second.opened();
  now = 20;
  second.passed("sent", JSON.stringify({ type: ClientMessageType.updateStorage, ops: [op("1:2")] }));
  second.passed("received", JSON.stringify({ type: ServerMessageType.decidedOps, opIds: ["1:3"] }));
  expect(record.unackedOps).toEqual([{ opId: "1:2", op: op("1:2"), sentAt: 10 }]);
  expect(record.connections).toEqual({ count: 2, isOpen: true, lastClose: 1006 });
  expect(changes).toBe(8);
});

test("[DT7] the round trip is that of a ping, and frames that are no JSON are logged as they are", () => {
  let now = 0;
  const record = new RoomTrace({ id: "r", now: () => now, changed: () => {} });
  const tap = record.tap();
  tap.passed("received", "pong");
  expect(record.roundTripMs).toBeUndefined();
  tap.passed("sent", "ping");
  now = 42;
  tap.passed("received", "pong");
  tap.passed("received", "{");
  tap.passed("received", new ArrayBuffer(1));
  expect(record.roundTripMs).toBe(42);
  expect(record.log.messages.map(({ name }) => name)).toEqual(['"{"']);
});
