import { expect, test } from "vitest";
import { figuresFrom, figuresOf, figureSpans } from "./webhook-figures.ts";

const now = Date.parse("2026-11-01T12:34:56.000Z");

test.for(["hour", "day", "week"] as const)(
  "[WH12] attempts of a %s are counted by result, with percentiles",
  (span) => {
    const { steps, stepMs } = figureSpans[span];
    const from = figuresFrom(span, now);
    const many = Array.from({ length: 20 }, (_, n) => ({ at: from, durationMs: n + 1, status: 200 }));
    const figures = figuresOf(
      span,
      [
        ...many,
        { at: from + stepMs, durationMs: 7, status: 500 },
        { at: now, durationMs: 15_000 },
        { at: from - 1, durationMs: 1, status: 200 },
        { at: from + steps * stepMs, durationMs: 1, status: 200 },
      ],
      now,
    );
    expect(Date.parse(figures.to)).toBeGreaterThan(now);
    expect(Date.parse(figures.to) - now).toBeLessThanOrEqual(stepMs);
    expect(Date.parse(figures.to) - Date.parse(figures.from)).toBe(steps * stepMs);
    expect([figures.p50[0], figures.p95[0], figures.p50[1], figures.p95[1]]).toEqual([10, 19, 7, 7]);
    expect([figures.p50.at(-1), figures.results.unanswered.at(-1)]).toEqual([0, 1]);
    expect([figures.results.succeeded[0], figures.results.refused[1]]).toEqual([20, 1]);
    for (const values of [figures.p50, figures.p95, ...Object.values(figures.results)])
      expect(values).toHaveLength(steps);
    expect(
      Object.values(figures.results)
        .flat()
        .reduce((sum, value) => sum + value),
    ).toBe(22);
  },
);
