import { expect, test } from "vitest";
import { announcementOf, formatMs } from "./announcement.ts";
import { sampleState } from "./note-state.ts";

const live = { ...sampleState, connection: "live" } as const;
const edit = { number: 3, by: "You", diskMs: 12.4, othersMs: 4.26 };

test.each([
  [0.04, "0.0 ms"],
  [3.42, "3.4 ms"],
  [9.96, "10 ms"],
  [12.4, "12 ms"],
  [999.4, "999 ms"],
  [1_940, "1.9 s"],
])("%d is shown as %s", (ms, shown) => {
  expect(formatMs(ms)).toBe(shown);
});

test("the sample announces nothing, and a live room its connections", () => {
  expect(announcementOf(sampleState)).toBe("");
  expect(announcementOf(live)).toBe("Live. 2 connections.");
});

test("the visitor's edits are announced with their times", () => {
  expect(announcementOf({ ...live, ownEdits: 1, edit })).toBe(
    "All edits on disk. The last one was on disk after 12 ms, with other users after 4.3 ms. 2 connections.",
  );
  expect(announcementOf({ ...live, ownEdits: 1, edit, editsPending: 2 })).toBe("Writing to disk. 2 connections.");
});

test("a lost connection is announced", () => {
  expect(announcementOf({ ...live, connection: "offline" })).toBe(
    "Offline. Edits are kept and sent when the connection is back.",
  );
});
