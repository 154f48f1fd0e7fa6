import { expect, test } from "vitest";
import { EditTimes, shownForMs } from "./edit-times.ts";

const ada = 1;
const made = (times: EditTimes, clock: number, now: number) => times.made({ by: "Ada", author: ada, clock, now });

test("an edit is on disk when the server acknowledges it, and with others when their copy has it", () => {
  const times = new EditTimes();
  const number = made(times, 5, 100);
  expect([times.onDisk, times.pending]).toEqual([0, 1]);
  times.acknowledged(number, 103);
  expect(times.shown).toEqual({ number: 1, by: "Ada", diskMs: 3, othersMs: undefined });
  times.arrived(ada, 4, 103);
  times.arrived(2, 9, 103);
  expect(times.shown?.othersMs).toBeUndefined();
  times.arrived(ada, 5, 104);
  expect(times.shown).toEqual({ number: 1, by: "Ada", diskMs: 3, othersMs: 4 });
  expect([times.onDisk, times.pending]).toEqual([1, 0]);
});

test("an edit that others have is on disk, even before its acknowledgement arrives", () => {
  const times = new EditTimes();
  const number = made(times, 5, 100);
  times.arrived(ada, 5, 104);
  times.acknowledged(number, 106);
  expect(times.shown).toEqual({ number: 1, by: "Ada", diskMs: 4, othersMs: 4 });
  expect(times.onDisk).toBe(1);
});

test("an edit is shown until it has arrived and a moment longer, then the newest one", () => {
  const times = new EditTimes();
  made(times, 1, 0);
  made(times, 2, 10);
  made(times, 3, 20);
  expect(times.shown?.number).toBe(1);
  times.arrived(ada, 3, 30);
  expect([times.shown?.number, times.advance(30)]).toEqual([1, shownForMs]);
  expect([times.advance(30 + shownForMs), times.shown]).toEqual([
    undefined,
    { number: 3, by: "Ada", diskMs: 10, othersMs: 10 },
  ]);
});

test("there is nothing to advance to without a newer edit", () => {
  const times = new EditTimes();
  expect([times.advance(0), times.shown]).toEqual([undefined, undefined]);
  made(times, 1, 0);
  times.arrived(ada, 1, 5);
  expect(times.advance(10_000)).toBeUndefined();
});
