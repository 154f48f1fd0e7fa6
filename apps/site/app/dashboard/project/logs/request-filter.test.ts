import type { RequestEntry } from "@weft/protocol";
import { expect, test } from "vitest";
import { passesRequest } from "./request-filter.ts";

const entry = {
  id: "req-1",
  at: "2026-11-22T12:00:00.000Z",
  status: 404,
  method: "GET",
  path: "/v2/rooms/{roomId}",
  errorCode: "ROOM_NOT_FOUND",
  key: "abcd",
} as RequestEntry;
const none = { status: "", method: "", path: "", errorCode: "", key: "", requestId: "", from: "" };

test("a live request is checked against the filters of the list", () => {
  expect(passesRequest(entry, none)).toBe(true);
  const all = { status: "4xx", method: "GET", path: "Rooms", errorCode: "ROOM_NOT_FOUND", key: "abcd", from: entry.at };
  expect(passesRequest(entry, { ...none, ...all, requestId: "req-1" })).toBe(true);
  for (const other of [
    { status: "2xx" },
    { method: "POST" },
    { path: "/v2/users" },
    { errorCode: "FORBIDDEN" },
    { key: "none" },
    { requestId: "req-2" },
    { from: "2026-11-22T13:00:00.000Z" },
  ])
    expect(passesRequest(entry, { ...none, ...other })).toBe(false);
});
