import { expect, test } from "vitest";
import { formatDuration, isoDuration } from "./duration-format.ts";
import { formatFileSize } from "./file-size-format.ts";
import { formatDayInUtc, formatFullTimestamp, formatTimestamp } from "./timestamp-format.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const now = new Date(2026, 5, 15, 12).getTime();

test.each([
  [0, "now"],
  [-(minute - 1), "now"],
  [minute - 1, "now"],
  [-minute, "1 min. ago"],
  [minute, "in 1 min."],
  [-(hour - 1), "59 min. ago"],
  [-hour, "1 hr. ago"],
  [-(day - 1), "23 hr. ago"],
  [-day, "yesterday"],
  [day, "tomorrow"],
  [-(7 * day - 1), "6 days ago"],
  [-7 * day, "Jun 8"],
  [7 * day, "Jun 22"],
  [-200 * day, "Nov 27, 2025"],
  [Number.NaN, ""],
])("[UI100] a date at a distance of %d ms is %s", (distance, text) => {
  expect(formatTimestamp(new Date(now + distance), now, "en")).toBe(text);
});

test("[UI100] dates are in the language, and what is no date is empty", () => {
  expect(formatTimestamp(new Date(now - 2 * hour), now, "de")).toBe("vor 2 Std.");
  expect(formatTimestamp(new Date(now - 2 * hour), now, "no such locale")).toBe("2 hr. ago");
  expect(formatFullTimestamp(new Date(now), "en")).toContain("Monday, June 15, 2026");
  expect(formatDayInUtc(new Date("2026-03-05T23:59:59.000Z"), "en")).toBe("Mar 5, 2026");
  expect([formatFullTimestamp(new Date(Number.NaN)), formatDayInUtc(new Date("never"))]).toEqual(["", ""]);
});

test.each([
  [-5, "0s"],
  [999, "0s"],
  [second, "1s"],
  [minute - 1, "59s"],
  [minute, "1m"],
  [200 * second, "3m 20s"],
  [hour - 1, "59m 59s"],
  [hour, "1h"],
  [hour + minute + second, "1h 1m"],
  [hour + second, "1h"],
  [day - 1, "23h 59m"],
  [day + hour, "1d 1h"],
  [Number.NaN, ""],
])("[UI101] %d ms is %s", (duration, text) => {
  expect(formatDuration(duration, "en")).toBe(text);
});

test("[UI101] durations have long names, and a form for machines", () => {
  expect(formatDuration(200 * second, "en", "long")).toBe("3 minutes 20 seconds");
  expect(formatDuration(200 * second, "de", "long")).toBe("3 Minuten, 20 Sekunden");
  expect([isoDuration(200 * second), isoDuration(-1), isoDuration(Number.NaN)]).toEqual(["PT200S", "PT0S", undefined]);
});

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1000, "1 kB"],
  [1250, "1.3 kB"],
  [999_940, "999.9 kB"],
  [999_950, "1 MB"],
  [1_000_000, "1 MB"],
  [2_500_000_000, "2.5 GB"],
  [3e15, "3,000 TB"],
  [-1, "0 bytes"],
  [Number.NaN, ""],
])("[UI102] %d bytes are %s", (size, text) => {
  expect(formatFileSize(size, "en")).toBe(text);
});
