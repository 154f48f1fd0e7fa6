import { expect, test } from "vitest";
import { outcomesOf, statisticsOf } from "./answer-outcomes.ts";

test("answers are counted up to one of a few durations, and failures by their reason", () => {
  expect(outcomesOf({ totalMs: 1_200, firstMs: 80 })).toEqual(["total:2000", "first:100"]);
  expect(outcomesOf({ totalMs: 9_999_999 })).toEqual(["total:300000"]);
  expect(outcomesOf("keyRejected")).toEqual(["failed:keyRejected"]);
});

test("percentiles are estimated within the durations that were counted", () => {
  const counts = new Map([
    ["total:1000", 90],
    ["total:2000", 8],
    ["total:5000", 2],
    ["first:250", 4],
    ["failed:timedOut", 1],
    ["failed:keyRejected", 3],
    ["failed:ofAnotherRelease", 7],
    ["total:123", 5],
  ]);
  expect(statisticsOf(counts)).toEqual({
    latency: { answers: 100, medianMs: 778, p95Ms: 1_625, p99Ms: 4_000, firstTokenMedianMs: 175 },
    failures: [
      { reason: "keyRejected", answers: 3 },
      { reason: "timedOut", answers: 1 },
    ],
  });
});

test("without completed answers there are no percentiles", () => {
  expect(statisticsOf(new Map())).toEqual({ latency: null, failures: [] });
  expect(statisticsOf(new Map([["total:1000", 1]])).latency).toMatchObject({ medianMs: 750, firstTokenMedianMs: null });
});
