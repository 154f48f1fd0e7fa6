import type { WebhookFigures } from "@weft/protocol";
import type { WebhookAttemptRecord } from "./webhook-records.ts";

const minuteMs = 60_000;

/** The spans of charts: how many steps, and how long each is. */
export const figureSpans = {
  hour: { steps: 60, stepMs: minuteMs },
  day: { steps: 96, stepMs: 15 * minuteMs },
  week: { steps: 84, stepMs: 120 * minuteMs },
} as const;
export type FigureSpan = keyof typeof figureSpans;

/** When the first step of a span begins that ends with the step of an instant. */
export function figuresFrom(span: FigureSpan, now: number): number {
  const { steps, stepMs } = figureSpans[span];
  return (Math.floor(now / stepMs) - steps + 1) * stepMs;
}

/** Counts attempts by time. */
export function figuresOf(
  span: FigureSpan,
  attempts: readonly Pick<WebhookAttemptRecord, "at" | "durationMs" | "status">[],
  now: number,
): Omit<WebhookFigures, "countedSince"> {
  const { steps, stepMs } = figureSpans[span];
  const from = figuresFrom(span, now);
  const durations: number[][] = Array.from({ length: steps }, () => []);
  const zeros = () => Array.from({ length: steps }, () => 0);
  const results = { succeeded: zeros(), refused: zeros(), unanswered: zeros() };
  for (const { at, durationMs, status } of attempts) {
    const step = Math.floor((at - from) / stepMs);
    if (step < 0 || step >= steps) continue;
    if (status === undefined) results.unanswered[step]! += 1;
    else {
      durations[step]!.push(durationMs);
      if (status >= 200 && status <= 299) results.succeeded[step]! += 1;
      else results.refused[step]! += 1;
    }
  }
  for (const list of durations) list.sort((one, other) => one - other);
  return {
    from: new Date(from).toISOString(),
    to: new Date(from + steps * stepMs).toISOString(),
    stepMs,
    p50: durations.map((list) => percentile(list, 0.5)),
    p95: durations.map((list) => percentile(list, 0.95)),
    results,
  };
}

/** The nearest rank of a sorted list; 0 of an empty one. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
