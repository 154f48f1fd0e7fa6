import type { PlatformEvent } from "@weft/protocol";
import { expect, test } from "vitest";
import { mergeEvents, passes } from "./live-events.ts";

test("an event that is both live and in the list appears once, newest first", () => {
  const list = (...ids: string[]) => ids.map((id) => ({ id, at: `2026-11-22T12:00:0${id}.000Z` }));
  expect(mergeEvents(list("4", "3"), list("3", "2", "1"), 3)).toEqual(list("4", "3", "2"));
});

test("a batch that arrives oldest first, or late, is put in its place by time", () => {
  const at = (...times: string[]) => times.map((time) => ({ id: time, at: `2026-11-22T${time}Z` }));
  const listed = at("23:04:52.010", "23:04:40.000");
  const batch = at("23:05:47.185", "23:05:48.805", "23:05:51.691", "23:04:50.000");
  const sorted = at("23:05:51.691", "23:05:48.805", "23:05:47.185", "23:04:52.010", "23:04:50.000", "23:04:40.000");
  expect(mergeEvents(batch, listed)).toEqual(sorted);
  // One by one, as a stream delivers them.
  let shown: typeof batch = [];
  for (const event of batch) shown = mergeEvents([event], shown, 500);
  expect(mergeEvents(shown, listed)).toEqual(sorted);
  expect(mergeEvents(batch.toReversed(), listed, 2)).toEqual(sorted.slice(0, 2));
});

test("entries of one instant keep the order of the list, below those that arrived later", () => {
  const at = "2026-11-22T12:00:00.000Z";
  const list = (...ids: string[]) => ids.map((id) => ({ id, at }));
  expect(mergeEvents(list("c"), list("b", "a"))).toEqual(list("c", "b", "a"));
  expect(mergeEvents(list("a"), list("b", "a"))).toEqual(list("a", "b"));
});

test("a live event is checked against the filters of the list", () => {
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
