import type { PlatformEvent } from "@weft/protocol";
import { expect, test } from "vitest";
import { mergeEvents, passes } from "./live-events.ts";

test("an event that comes live and in the list stands once, the newest first", () => {
  const list = (...ids: string[]) => ids.map((id) => ({ id }));
  expect(mergeEvents(list("4", "3"), list("3", "2", "1"), 3)).toEqual(list("4", "3", "2"));
});

test("a live event passes the filters that the list was asked with", () => {
  const event = {
    kind: "userLeft",
    at: "2026-11-22T12:00:00.000Z",
    roomId: "r",
    userId: null,
    data: { closeCode: 1006 } as PlatformEvent["data"],
  } as PlatformEvent;
  const none = { kinds: new Set<string>(), roomId: "", userId: "", text: "", from: "" };
  expect(passes(event, none)).toBe(true);
  expect(passes(event, { ...none, kinds: new Set(["userLeft"]), roomId: "r" })).toBe(true);
  expect(passes(event, { ...none, kinds: new Set(["userEntered"]) })).toBe(false);
  expect(passes(event, { ...none, userId: "ada" })).toBe(false);
  expect(["R", "1006", "1007"].map((text) => passes(event, { ...none, text }))).toEqual([true, true, false]);
  expect(passes(event, { ...none, from: "2026-11-22T12:00:00.001Z" })).toBe(false);
});
