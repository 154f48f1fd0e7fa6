import fc from "fast-check";
import { expect, test } from "vitest";
import { film } from "./clip/draw-harbor.ts";
import { clockOf, durationMs, isShownAt, readMoment } from "./moment.ts";

test("the length of the clip is that of the film", () => {
  expect(durationMs).toBe(film.durationMs);
});

test("a thread is at a moment of the video, whatever its metadata", () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), fc.anything(), (time, x, y) => {
      const moment = readMoment({ time, x, y });
      expect(Number.isInteger(moment.time) && moment.time >= 0 && moment.time <= durationMs).toBe(true);
      for (const fraction of [moment.x, moment.y]) expect(fraction >= 0 && fraction <= 1).toBe(true);
    }),
  );
  expect(readMoment({ time: 2500.4, x: 0.25, y: 2 })).toEqual({ time: 2500, x: 0.25, y: 1 });
  expect(readMoment({})).toEqual({ time: 0, x: 0.5, y: 0.5 });
});

test("a pin is shown for a second before and after its moment", () => {
  const moment = { time: 5000, x: 0.5, y: 0.5 };
  expect([3999, 4000, 6000, 6001].map((time) => isShownAt(moment, time))).toEqual([false, true, true, false]);
});

test("times read as on a clock", () => {
  expect([0, 999, 61_000, 3_729_000].map(clockOf)).toEqual(["0:00", "0:00", "1:01", "1:02:09"]);
});
