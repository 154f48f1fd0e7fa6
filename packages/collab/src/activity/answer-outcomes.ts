/** How answers of copilots end, as names that are counted: there are few, and percentiles are estimated from their counts. */
import { answerFailures } from "@weft/protocol";
import type { AnswerFailure } from "@weft/protocol";

/** The times of an answer, as far as they are counted. */
interface CountedTimes {
  readonly totalMs: number;
  readonly firstMs?: number;
}

/** Durations are counted up to each of these milliseconds; longer ones with the last. */
const bounds = [100, 250, 500, 1_000, 2_000, 3_000, 5_000, 8_000, 12_000, 20_000, 30_000, 60_000, 120_000, 300_000];

export function outcomesOf(end: CountedTimes | AnswerFailure): readonly string[] {
  if (typeof end === "string") return [`failed:${end}`];
  const { totalMs, firstMs } = end;
  return [`total:${boundOf(totalMs)}`, ...(firstMs === undefined ? [] : [`first:${boundOf(firstMs)}`])];
}

function boundOf(ms: number): number {
  return bounds.find((bound) => ms <= bound) ?? bounds.at(-1)!;
}

export interface AnswerStatistics {
  readonly latency: {
    readonly answers: number;
    readonly medianMs: number;
    readonly p95Ms: number;
    readonly p99Ms: number;
    readonly firstTokenMedianMs: number | null;
  } | null;
  /** The most frequent first. */
  readonly failures: { readonly reason: AnswerFailure; readonly answers: number }[];
}

/** Of counts by outcome. Names that this release does not know are left out. */
export function statisticsOf(outcomes: ReadonlyMap<string, number>): AnswerStatistics {
  const totals = countsOf(outcomes, "total");
  const firsts = countsOf(outcomes, "first");
  const answers = sumOf(totals);
  const firstMedian = percentile(firsts, 0.5);
  const failures = (Object.keys(answerFailures) as AnswerFailure[])
    .map((reason) => ({ reason, answers: outcomes.get(`failed:${reason}`) ?? 0 }))
    .filter((failure) => failure.answers > 0)
    .toSorted((one, other) => other.answers - one.answers);
  if (answers === 0) return { latency: null, failures };
  return {
    latency: {
      answers,
      medianMs: percentile(totals, 0.5)!,
      p95Ms: percentile(totals, 0.95)!,
      p99Ms: percentile(totals, 0.99)!,
      firstTokenMedianMs: firstMedian ?? null,
    },
    failures,
  };
}

/** The counts of each bound. */
function countsOf(outcomes: ReadonlyMap<string, number>, kind: "total" | "first"): readonly number[] {
  return bounds.map((bound) => outcomes.get(`${kind}:${bound}`) ?? 0);
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** In whole milliseconds, as if the durations up to a bound were spread evenly. Undefined of nothing. */
function percentile(counts: readonly number[], part: number): number | undefined {
  const rank = sumOf(counts) * part;
  let before = 0;
  for (const [at, count] of counts.entries()) {
    if (count > 0 && before + count >= rank) {
      const from = bounds[at - 1] ?? 0;
      return Math.round(from + ((bounds[at]! - from) * (rank - before)) / count);
    }
    before += count;
  }
  return undefined;
}
