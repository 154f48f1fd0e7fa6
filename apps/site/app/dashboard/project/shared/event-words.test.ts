import { platformEventKinds } from "@weft/protocol";
import type { PlatformEvent } from "@weft/protocol";
import { expect, test } from "vitest";
import { eventSummary, eventWords, stationOf } from "./event-words.ts";

const event = (members: Partial<PlatformEvent>): PlatformEvent => ({
  id: "e1",
  at: "2026-11-22T00:00:00.000Z",
  kind: "userEntered",
  roomId: "r1",
  userId: null,
  connectionId: null,
  data: {},
  ...members,
});

test("every kind has words", () => {
  for (const kind of platformEventKinds) {
    expect(eventWords[kind].label).not.toBe("");
    expect(eventSummary(event({ kind }))).not.toBe("");
  }
});

test("a summary names the user, else the connection, and why", () => {
  expect(eventSummary(event({ userId: "ada", connectionId: 3 }))).toBe("ada entered");
  expect(eventSummary(event({ connectionId: 3 }))).toBe("Connection 3 entered");
  expect(eventSummary(event({ kind: "entryRefused", userId: "ada", data: { code: "ROOM_FULL" } }))).toBe(
    "ada was refused: ROOM_FULL",
  );
});

test("what was refused or lost has not reached its station", () => {
  expect(stationOf("userEntered")).toBe("reached");
  expect(stationOf("entryRefused")).toBe("failed");
  expect(stationOf("connectionLost")).toBe("failed");
});
