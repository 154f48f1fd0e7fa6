import type { InspectMessage } from "@weft/protocol";
import { expect, test } from "vitest";
import { inspected, nothingInspected } from "./inspect-state.ts";
import type { InspectState } from "./inspect-state.ts";

const at = "2026-11-22T00:00:00.000Z";
const ada = {
  connectionId: 1,
  userId: "ada",
  info: {},
  writes: true,
  connectedAt: at,
  presence: { x: 1, y: 1 },
  software: "3.24.0",
  roundTripMs: null,
};
const ben = { ...ada, connectionId: 2, userId: null };
const root = (data: object) => ({ liveblocksType: "LiveObject", data }) as never;

function after(...messages: InspectMessage[]): InspectState {
  return messages.reduce((state, message) => inspected(state, { type: "message", message }), nothingInspected);
}
const snapshot: InspectMessage = { type: "snapshot", connections: [ada], storage: root({ a: 1 }), documentBytes: 5 };

test("a snapshot replaces the state, and later messages change it", () => {
  const state = after(snapshot, { type: "entered", connection: ben }, { type: "left", connectionId: 1 });
  expect(state).toMatchObject({ status: "live", connections: [ben], documentBytes: 5 });
});

test("presence names the keys that changed", () => {
  const state = after(snapshot, { type: "presence", connectionId: 1, presence: { x: 2, y: 1 } });
  expect(state.connections![0]!.presence).toEqual({ x: 2, y: 1 });
  expect(state.changedPresence.get(1)).toEqual({ keys: new Set(["x"]), fast: new Set(), turn: 1 });
  // Keys that change with every message are distinguished from those that change occasionally.
  const presences = [
    { x: 3, y: 1, tool: "pen" },
    { x: 4, y: 1, tool: "pen" },
  ];
  const later = presences.reduce(
    (before, presence) =>
      inspected(before, { type: "message", message: { type: "presence", connectionId: 1, presence } }),
    state,
  );
  expect(later.changedPresence.get(1)).toEqual({ keys: new Set(["x"]), fast: new Set(["x"]), turn: 3 });
  expect(after(snapshot, { type: "presence", connectionId: 9, presence: {} }).connections).toEqual([ada]);
});

test("a round trip belongs to its connection", () => {
  const state = after(snapshot, { type: "entered", connection: ben }, { type: "roundTrip", connectionId: 2, ms: 40 });
  expect(state.connections!.map(({ roundTripMs }) => roundTripMs)).toEqual([null, 40]);
});

test("storage names the pointers that changed", () => {
  const state = after(snapshot, { type: "storage", storage: root({ a: 2, b: 1 }) });
  expect(state.changed).toEqual(new Set(["/a", "/b"]));
  expect(state.storageTurn).toBe(1);
});

test("after a disconnect, the last known state is kept until the next snapshot", () => {
  const lost = inspected(after(snapshot), { type: "lost" });
  expect(lost).toMatchObject({ status: "reconnecting", connections: [ada] });
  expect(inspected(nothingInspected, { type: "lost" }).status).toBe("connecting");
  const again = inspected(lost, { type: "message", message: { ...snapshot, connections: [ben] } });
  expect(again).toMatchObject({ status: "live", connections: [ben] });
});

test("the newest broadcasts and documents come first, and a bounded number is kept", () => {
  const events: InspectMessage[] = Array.from({ length: 60 }, (_, index) => ({
    type: "broadcast",
    connectionId: 1,
    event: index,
    at,
  }));
  const state = after(snapshot, ...events, { type: "document", guid: "sub", bytes: 9, at });
  expect(state.broadcasts).toHaveLength(50);
  expect(state.broadcasts[0]!.event).toBe(59);
  expect(state).toMatchObject({ documentBytes: 5, documents: [{ guid: "sub", bytes: 9 }] });
});
