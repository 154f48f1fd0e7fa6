import type { PlatformEvent } from "@weft/protocol";
import { expect, test } from "vitest";
import { groupEvents } from "./group-events.ts";

const event = (id: string, kind: PlatformEvent["kind"], roomId: string | null, userId: string | null = null) =>
  ({ id, at: `2026-11-22T12:00:0${id}.000Z`, kind, roomId, userId, connectionId: null, data: {} }) as PlatformEvent;

test("consecutive events of one kind and room are one group, with the latest and the oldest of them", () => {
  const events = [
    event("6", "storageUpdated", "a"),
    event("5", "storageUpdated", "a"),
    event("4", "storageUpdated", "b"),
    event("3", "commentCreated", "b", "ada"),
    event("2", "commentCreated", "b", "bob"),
    event("1", "storageUpdated", "a"),
  ];
  const groups = groupEvents(events);
  expect(groups.map(({ latest, oldest, count, isOfOne }) => [latest.id, oldest.id, count, isOfOne])).toEqual([
    ["6", "5", 2, true],
    ["4", "4", 1, true],
    ["3", "2", 2, false],
    ["1", "1", 1, true],
  ]);
  expect(groupEvents([])).toEqual([]);
});
