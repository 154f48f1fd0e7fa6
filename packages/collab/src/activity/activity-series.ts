/** Series of a project's activity: one value for each step, aligned to the epoch. */
import type { analyticsMetrics, ProjectId } from "@weft/protocol";
import type { ActivityRecords, Counted, SampleRecord } from "./activity-records.ts";
import { dayMs, dayOf } from "./activity-records.ts";

export type Metric = (typeof analyticsMetrics)[number];

export type SeriesRecords = Pick<ActivityRecords, "samples" | "activeByDay">;

/** Steps of a chart. `now` ends the last one. */
export interface ChartSteps {
  readonly from: number;
  readonly stepMs: number;
  readonly steps: number;
  readonly now: number;
}

/** The values of each metric, step by step. */
export async function seriesOf(
  records: SeriesRecords,
  project: ProjectId,
  metrics: readonly Metric[],
  { from, stepMs, steps, now }: ChartSteps,
): Promise<number[][]> {
  const samples = new Map<number, SampleRecord>();
  for (const sample of await records.samples(project, from, from + steps * stepMs, stepMs))
    samples.set((sample.at - from) / stepMs, sample);
  const days = dayMs === stepMs;
  const daily = async (what: "users" | "rooms") => activeByDay(records, project, what, dayOf(from), steps);
  const exact: Partial<Record<Metric, readonly number[]>> = {
    ...(days && metrics.includes("activeUsers") ? { activeUsers: await daily("users") } : undefined),
    ...(days && metrics.includes("roomsActive") ? { roomsActive: await daily("rooms") } : undefined),
  };
  return metrics.map((metric) =>
    Array.from({ length: steps }, (_, step) => {
      const known = exact[metric];
      if (known !== undefined) return known[step]!;
      const lasted = Math.min(stepMs, now - (from + step * stepMs));
      const sample = samples.get(step);
      return sample === undefined ? 0 : valueOf(metric, sample, lasted);
    }),
  );
}

/** Counts by day, from a day on. */
export async function activeByDay(
  records: Pick<ActivityRecords, "activeByDay">,
  project: ProjectId,
  what: "users" | "rooms",
  from: number,
  days: number,
): Promise<number[]> {
  const counts = Array.from({ length: days }, () => 0);
  for (const { day, count } of await records.activeByDay(project, what, from, from + days)) counts[day - from] = count;
  return counts;
}

/** Of steps shorter than a day, active users and rooms are the most that five minutes of it had. */
function valueOf(metric: Metric, sample: SampleRecord, lastedMs: number): number {
  switch (metric) {
    case "connectionsMax":
      return sample.connectionsMax;
    case "connectionsAverage":
      return lastedMs <= 0 ? 0 : rounded(sample.connectionMs / lastedMs);
    case "activeUsers":
      return sample.activeUsers;
    case "roomsActive":
      return sample.activeRooms;
    case "peoplePerRoom":
      return sample.roomMs === 0 ? 0 : rounded(sample.connectionMs / sample.roomMs);
    case "messagesPerSecond":
      return lastedMs <= 0 ? 0 : rounded((sample.messages * 1_000) / lastedMs);
    default:
      return sample[metric satisfies Counted];
  }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
