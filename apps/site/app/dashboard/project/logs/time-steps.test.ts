import { expect, test } from "vitest";
import { between, stepAt, stepsOf, stepWords, timeOf, wider } from "./time-steps.ts";

const start = "2026-11-22T12:00:00.000Z";

test("a pointer is over a step, even where it has left the chart", () => {
  expect([-5, 0, 9.9, 10, 99, 100, 500].map((x) => stepAt(x, 100, 10))).toEqual([0, 0, 0, 1, 9, 9, 9]);
  expect(stepAt(5, 0, 10)).toBe(0);
});

test("a range is the same whichever way it was dragged, and includes its last step", () => {
  expect(between(7, 3)).toEqual(between(3, 7));
  expect(timeOf(between(7, 3), start, 60_000)).toEqual({
    from: "2026-11-22T12:03:00.000Z",
    to: "2026-11-22T12:08:00.000Z",
  });
});

test("a chosen time stays where it is while the chart moves on", () => {
  const chosen = timeOf({ from: 3, to: 8 }, start, 60_000);
  expect(stepsOf(chosen, start, 60_000, 60)).toEqual({ from: 3, to: 8 });
  expect(stepsOf(chosen, "2026-11-22T12:02:00.000Z", 60_000, 60)).toEqual({ from: 1, to: 6 });
  expect(stepsOf(chosen, "2026-11-22T13:00:00.000Z", 60_000, 60)).toEqual({ from: 0, to: 1 });
});

test("a time is widened on both sides, and ends with now", () => {
  const to = "2026-11-22T12:10:00.000Z";
  expect(wider(start, to, Date.parse("2026-11-23T00:00:00.000Z"))).toEqual({
    from: "2026-11-22T11:55:00.000Z",
    to: "2026-11-22T12:15:00.000Z",
  });
  expect(wider(start, to, Date.parse(to))).toEqual({ from: "2026-11-22T11:55:00.000Z", to: null });
});

test("steps are named", () => {
  expect([1, 15, 60, 360, 1_440].map((minutes) => stepWords(minutes * 60_000))).toEqual([
    "minute",
    "15 minutes",
    "hour",
    "6 hours",
    "day",
  ]);
});
