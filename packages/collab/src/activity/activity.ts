/**
 * What a project's activity adds up to, for its dashboard.
 *
 *   sockets, REST ──► ActivityWriter (in memory) ──batch, about every 2 s──► ActivityRecords ──► logs, series, usage
 *                            └ `live`: who is connected this moment
 *
 * - Days and months are UTC's. A user is active on a day on which they were connected; in a period, when they were on one
 *   of its days. Who was active on a single day of a month is not billed for it.
 * - Every answer is as of now: whatever waits to be written is written before it is read.
 */
import { limits as platformLimits } from "@weft/protocol";
import type { Limits, ProjectId } from "@weft/protocol";
import type { Cursors } from "../cursor.ts";
import { createActivityCharts } from "./activity-charts.ts";
import type { ActivityCharts } from "./activity-charts.ts";
import { createActivityLogs } from "./activity-logs.ts";
import type { ActivityLogs } from "./activity-logs.ts";
import type { ActivityRecords, Mark, RoomSizes } from "./activity-records.ts";
import { dayMs, dayOf } from "./activity-records.ts";
import { createActivitySummaries } from "./activity-summaries.ts";
import type { ActivitySummaries } from "./activity-summaries.ts";
import type { LiveActivity } from "./live-activity.ts";
import { createMonthlyUsage } from "./team-usage.ts";
import type { MonthlyUsage } from "./team-usage.ts";

/** For how many days a project keeps its events, and its requests if that differs. */
export interface RetainedProject {
  readonly id: ProjectId;
  readonly retentionDays: number;
  readonly requestDays?: number;
}

export interface Activity extends ActivityLogs, ActivityCharts, ActivitySummaries, MonthlyUsage {
  marks(project: ProjectId): Promise<ReadonlyMap<Mark, number>>;
  setMark(project: ProjectId, mark: Mark, isSet: boolean): Promise<void>;
  /** The room that was entered last. */
  latestRoom(project: ProjectId): Promise<string | undefined>;
  sizesOf(project: ProjectId, rooms: readonly string[]): Promise<ReadonlyMap<string, RoomSizes>>;
  /** Forgets what plans no longer keep. */
  sweep(projects: readonly RetainedProject[]): Promise<void>;
  /** Forgets everything of a project that was deleted. */
  forget(project: ProjectId): Promise<void>;
}

export interface ActivityOptions {
  readonly records: ActivityRecords;
  readonly live: LiveActivity;
  readonly cursors: Cursors;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly limits?: Limits;
}

export function createActivity(options: ActivityOptions): Activity {
  const { records, live, now, limits = platformLimits } = options;
  return {
    ...createActivityLogs({ ...options, limits }),
    ...createActivityCharts(options),
    ...createActivitySummaries(options),
    ...createMonthlyUsage(options),

    async marks(project: ProjectId): Promise<ReadonlyMap<Mark, number>> {
      await live.settle();
      return records.marks(project);
    },

    async setMark(project: ProjectId, mark: Mark, isSet: boolean): Promise<void> {
      await records.mark(project, mark, isSet ? now() : undefined);
    },

    async latestRoom(project: ProjectId): Promise<string | undefined> {
      await live.settle();
      const [entry] = await records.events(project, { kinds: ["userEntered"] }, { limit: 1 });
      return entry?.room ?? undefined;
    },

    async sizesOf(project: ProjectId, rooms: readonly string[]) {
      await live.settle();
      return records.sizesOf(project, rooms);
    },

    async sweep(projects: readonly RetainedProject[]): Promise<void> {
      const at = now();
      const { eventsKept, requestContentsKept, samplesKeptMs, roomsCountedPerDay } = limits;
      for (const { id, retentionDays, requestDays = retentionDays } of projects)
        await records.sweep(id, {
          before: at - retentionDays * dayMs,
          requestsBefore: at - requestDays * dayMs,
          most: eventsKept,
          mostContents: requestContentsKept,
          samplesBefore: at - samplesKeptMs,
          mostRooms: roomsCountedPerDay,
          today: dayOf(at),
        });
      await records.sweepDeleted();
    },

    async forget(project: ProjectId): Promise<void> {
      await live.settle();
      await records.forget(project);
    },
  };
}
