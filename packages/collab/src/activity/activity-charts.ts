/** The charts of a project's activity. */
import { analyticsMetrics } from "@weft/protocol";
import type { countRequests, getAnalytics, ProjectId } from "@weft/protocol";
import type { z } from "zod";
import { invalid } from "../invalid.ts";
import type { ActivityRecords } from "./activity-records.ts";
import { dayMs, dayOf, minuteMs, sampleMs } from "./activity-records.ts";
import { isoOf, namesIn } from "./activity-search.ts";
import { roomAnalytics } from "./room-analytics.ts";
import { seriesOf } from "./activity-series.ts";
import type { Metric, SeriesRecords } from "./activity-series.ts";
import type { LiveActivity } from "./live-activity.ts";

export type Analytics = z.output<typeof getAnalytics.returns>;
export type AnalyticsSearch = z.output<NonNullable<typeof getAnalytics.query>>;
export type RequestCounts = z.output<typeof countRequests.returns>;

export interface ActivityCharts {
  /** By steps of whole minutes, aligned to the epoch. UNPROCESSABLE_ENTITY for a time that ends before it begins. */
  requestCounts(
    project: ProjectId,
    search: { readonly from?: string; readonly to?: string },
    retentionDays: number,
  ): Promise<RequestCounts>;
  /** Steps are aligned to the epoch; the last one is the present one. */
  analytics(project: ProjectId, search: AnalyticsSearch): Promise<Analytics>;
}

export interface ActivityChartsOptions {
  readonly records: SeriesRecords & Pick<ActivityRecords, "minutes" | "active" | "top" | "socketErrors" | "roomUsage">;
  readonly live: Pick<LiveActivity, "settle">;
  readonly now: () => number;
}

/** The windows of analytics: how long a step is, and how many there are. */
const ranges = {
  "1h": { stepMs: sampleMs, steps: 12 },
  "1d": { stepMs: 6 * sampleMs, steps: 48 },
  "1w": { stepMs: dayMs / 4, steps: 28 },
  "1mo": { stepMs: dayMs, steps: 30 },
} as const;
/** Steps of a custom range, each for what lasts up to so long. */
const customSteps = [
  { stepMs: sampleMs, upToMs: dayMs / 8 },
  { stepMs: 6 * sampleMs, upToMs: 2 * dayMs },
  { stepMs: dayMs / 4, upToMs: 14 * dayMs },
  { stepMs: dayMs, upToMs: 92 * dayMs },
] as const;
/** Steps of charts of requests, of which at most `chartSteps` make one. */
const minuteSteps = [1, 2, 5, 10, 15, 30, 60, 120, 360, 720, 1_440].map((minutes) => minutes * minuteMs);
const chartSteps = 120;
const chartMs = 60 * minuteMs;
const topLength = 10;

export function createActivityCharts({ records, live, now: clock }: ActivityChartsOptions): ActivityCharts {
  return {
    async requestCounts(
      project: ProjectId,
      search: { readonly from?: string; readonly to?: string },
      retentionDays: number,
    ): Promise<RequestCounts> {
      const now = clock();
      const end = Math.min(now, search.to === undefined ? now : Date.parse(search.to));
      const asked =
        search.from === undefined ? Math.ceil(end / minuteMs) * minuteMs - chartMs : Date.parse(search.from);
      if (asked > end && search.from !== undefined && asked <= now) throw invalid(["from"], "must be before the end.");
      // Nothing older is kept, so that no request can ask for more steps than a chart has.
      const start = Math.min(Math.max(asked, now - retentionDays * dayMs), end);
      const stepMs = minuteSteps.find((step) => (end - start) / step <= chartSteps) ?? dayMs;
      const from = Math.floor(start / stepMs) * stepMs;
      const steps = Math.max(1, Math.ceil((end - from) / stepMs));
      await live.settle();
      const found = await records.minutes(project, from, from + steps * stepMs, stepMs);
      const counts = { "2xx": zeros(steps), "3xx": zeros(steps), "4xx": zeros(steps), "5xx": zeros(steps) };
      let unlisted = 0;
      for (const minute of found) {
        const step = (minute.at - from) / stepMs;
        counts["2xx"][step] = minute.done;
        counts["3xx"][step] = minute.redirected;
        counts["4xx"][step] = minute.refused;
        counts["5xx"][step] = minute.failed;
        unlisted += minute.unlisted;
      }
      return { from: isoOf(from), to: isoOf(from + steps * stepMs), stepMs, counts, unlisted };
    },

    async analytics(project: ProjectId, search: AnalyticsSearch): Promise<Analytics> {
      const metrics = metricsIn(search.metrics);
      const now = clock();
      const { stepMs, steps, to } = windowOf(search, now);
      await live.settle();
      if (search.roomId !== undefined)
        return roomAnalytics(records, project, search.roomId, {
          metrics,
          from: dayOf(to - steps * stepMs),
          to: dayOf(to - 1) + 1,
          isCompared: search.compare === "previous",
          topLength,
        });
      const from = to - steps * stepMs;
      const series = await seriesOf(records, project, metrics, { from, stepMs, steps, now });
      const before =
        search.compare === "previous"
          ? await seriesOf(records, project, metrics, { from: from - steps * stepMs, stepMs, steps, now })
          : undefined;
      const last = dayOf(Math.min(now, to - 1));
      const activeIn = (days: number) => records.active(project, "users", last - days + 1, last + 1);
      const [topRooms, topUsers, socketErrors, day, week, month] = await Promise.all([
        records.top(project, "rooms", dayOf(from), dayOf(to - 1) + 1, topLength),
        records.top(project, "users", dayOf(from), dayOf(to - 1) + 1, topLength),
        records.socketErrors(project, from, to, topLength),
        activeIn(1),
        activeIn(7),
        activeIn(30),
      ]);
      return {
        from: isoOf(from),
        to: isoOf(to),
        stepMs,
        series: metrics.map((metric, index) => ({
          metric,
          values: series[index]!,
          ...(before === undefined ? undefined : { previous: before[index]! }),
        })),
        topRooms: [...topRooms],
        topUsers: [...topUsers],
        socketErrors: [...socketErrors],
        activeUsers: { day, week, month },
      };
    },
  };
}

/** The steps that a search asks for: the last of them ends at `to`. */
function windowOf({ range, from, to }: AnalyticsSearch, now: number) {
  if (range !== "custom") {
    const { stepMs, steps } = ranges[range];
    return { stepMs, steps, to: (Math.floor(now / stepMs) + 1) * stepMs };
  }
  const end = to === undefined ? now : Math.min(now, Date.parse(to));
  const start = from === undefined ? end - dayMs : Date.parse(from);
  if (start >= end) throw invalid(["from"], "must be before the end, and in the past.");
  const found = customSteps.find(({ upToMs }) => end - start <= upToMs);
  if (found === undefined) throw invalid(["from"], "must be at most 92 days before the end.");
  const { stepMs } = found;
  const until = Math.ceil(end / stepMs) * stepMs;
  return { stepMs, steps: Math.ceil((until - start) / stepMs), to: until };
}

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

function metricsIn(text: string | undefined): readonly Metric[] {
  const named = namesIn(text);
  if (named === undefined) return analyticsMetrics;
  const known: readonly string[] = analyticsMetrics;
  if (!named.every((name) => known.includes(name)))
    throw invalid(["metrics"], `must be metrics, separated by commas: ${analyticsMetrics.join(", ")}.`);
  return named as Metric[];
}
