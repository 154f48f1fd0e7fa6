import { expect, test } from "vitest";
import { offeredRooms } from "./room-items.ts";
import { parseVisited } from "./visited-rooms.ts";

test("visited rooms come first, the last one before the others; the rest stay in the order of the server", () => {
  const found = ["acme:okrs", "okrs-2026", "old-okrs", "team-okrs"];
  expect(offeredRooms(found, [], "okrs")).toEqual(["acme:okrs", "okrs-2026", "old-okrs"]);
  expect(offeredRooms(found, ["board", "team-okrs", "old-okrs"], "OKRs")).toEqual([
    "team-okrs",
    "old-okrs",
    "acme:okrs",
  ]);
});

test("rooms of the query before are not offered", () => {
  expect(offeredRooms(["planning-board", "plans"], [], "planning")).toEqual(["planning-board"]);
});

test("only visits that can be read count", () => {
  const room = { projectId: "p", roomId: "board" };
  expect(parseVisited(null)).toEqual([]);
  expect(parseVisited("{")).toEqual([]);
  expect(parseVisited(JSON.stringify({ room }))).toEqual([]);
  expect(parseVisited(JSON.stringify([room, null, { projectId: "p" }, "x"]))).toEqual([room]);
});
