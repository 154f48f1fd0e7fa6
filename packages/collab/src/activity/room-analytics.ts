/** What was counted of one room, day by day. */
import type { getAnalytics, ProjectId } from "@weft/protocol";
import type { z } from "zod";
import { dayMs, roomCounted } from "./activity-records.ts";
import type { ActivityRecords, Day, RoomCounted } from "./activity-records.ts";
import { isoOf } from "./activity-search.ts";
import type { Metric } from "./activity-series.ts";

export interface RoomChart {
  readonly metrics: readonly Metric[];
  readonly from: Day;
  /** Exclusive. */
  readonly to: Day;
  /** Whether the days before are read too. */
  readonly isCompared: boolean;
  readonly topLength: number;
}

/** Of the metrics, those that are counted by room. */
export async function roomAnalytics(
  records: Pick<ActivityRecords, "roomUsage" | "socketErrors">,
  project: ProjectId,
  room: string,
  { metrics, from, to, isCompared, topLength }: RoomChart,
): Promise<z.output<typeof getAnalytics.returns>> {
  const days = to - from;
  const known: readonly Metric[] = roomCounted;
  const counted = metrics.filter((metric): metric is RoomCounted => known.includes(metric));
  const valuesFrom = async (first: Day) => {
    const values = new Map(counted.map((metric) => [metric, Array.from({ length: days }, () => 0)]));
    for (const usage of await records.roomUsage(project, room, first, first + days))
      for (const metric of counted) values.get(metric)![usage.day - first] = usage[metric];
    return values;
  };
  const [values, previous, socketErrors] = await Promise.all([
    valuesFrom(from),
    isCompared ? valuesFrom(from - days) : undefined,
    records.socketErrors(project, from * dayMs, to * dayMs, topLength, room),
  ]);
  return {
    from: isoOf(from * dayMs),
    to: isoOf(to * dayMs),
    stepMs: dayMs,
    series: counted.map((metric) => ({
      metric,
      values: values.get(metric)!,
      ...(previous && { previous: previous.get(metric)! }),
    })),
    topRooms: [],
    topUsers: [],
    socketErrors: [...socketErrors],
    activeUsers: null,
  };
}
