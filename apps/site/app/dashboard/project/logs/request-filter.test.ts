import type { RequestEntry } from "@weft/protocol";
import { expect, test } from "vitest";
import { passesRequest } from "./request-filter.ts";

const entry = { status: 404, method: "GET", path: "/v2/rooms/{roomId}", errorCode: "ROOM_NOT_FOUND" } as RequestEntry;
const none = { status: "", method: "", path: "", errorCode: "" };

test("a live request passes the filters that the list was asked with", () => {
  expect(passesRequest(entry, none)).toBe(true);
  expect(
    passesRequest(entry, { ...none, status: "4xx", method: "GET", path: "rooms", errorCode: "ROOM_NOT_FOUND" }),
  ).toBe(true);
  expect(passesRequest(entry, { ...none, status: "2xx" })).toBe(false);
  expect(passesRequest(entry, { ...none, errorCode: "FORBIDDEN" })).toBe(false);
});
