/** A project's activity as of now, beside what it was before. */
import type { ProjectId } from "@weft/protocol";
import type { ActivityRecords, RoomSizes } from "./activity-records.ts";
import { dayMs, dayOf, sampleMs } from "./activity-records.ts";
import { activeByDay, seriesOf } from "./activity-series.ts";
import type { SeriesRecords } from "./activity-series.ts";
import type { LiveActivity } from "./live-activity.ts";

export interface ProjectStatistics {
  readonly rooms: number;
  readonly connectedNow: number;
  /** A server did not answer: its connections are not counted. */
  readonly connectedNowIsPartial: boolean;
  readonly activeUsers24h: number;
  readonly lastActivityAt: number | undefined;
  /** The last 14 days, oldest first. */
  readonly activeUsersByDay: readonly number[];
}

export interface Overview {
  readonly connectedNow: number;
  /** A server did not answer: its connections are not counted. */
  readonly connectedNowIsPartial: boolean;
  readonly activeUsersToday: Compared;
  readonly activeUsers30d: Compared;
  readonly roomsActiveToday: Compared;
  readonly sizes: RoomSizes;
  readonly connections: readonly { readonly at: number; readonly value: number }[];
  readonly dailyActiveUsers: readonly { readonly at: number; readonly value: number }[];
  readonly recentErrors: readonly { readonly code: string; readonly count: number; readonly lastAt: number }[];
}

/** A number beside the same of the period before. */
export interface Compared {
  readonly value: number;
  readonly before: number;
}

export interface ActivitySummaries {
  overview(project: ProjectId): Promise<Overview>;
  statistics(projects: readonly ProjectId[]): Promise<ReadonlyMap<ProjectId, ProjectStatistics>>;
}

export interface ActivitySummariesOptions {
  readonly records: SeriesRecords &
    Pick<ActivityRecords, "active" | "errors" | "sizes" | "rooms" | "usersSeen" | "lastAt">;
  readonly live: LiveActivity;
  readonly now: () => number;
}

const recentErrors = 10;
/** Users of the last 24 hours that are told apart. */
const usersTold = 10_000;

export function createActivitySummaries({ records, live, now: clock }: ActivitySummariesOptions): ActivitySummaries {
  return {
    async overview(project: ProjectId): Promise<Overview> {
      await live.settle();
      const now = clock();
      const today = dayOf(now);
      const compared = async (what: "users" | "rooms", days: number): Promise<Compared> => {
        const from = today - days + 1;
        const [value, before] = await Promise.all([
          records.active(project, what, from, today + 1),
          records.active(project, what, from - days, from),
        ]);
        return { value, before };
      };
      const steps = dayMs / sampleMs;
      const from = (Math.floor(now / sampleMs) + 1 - steps) * sampleMs;
      const [[connected], [connections], daily, errors, sizes, activeUsersToday, activeUsers30d, roomsActiveToday] =
        await Promise.all([
          live.connected([project]),
          seriesOf(records, project, ["connectionsMax"], { from, stepMs: sampleMs, steps, now }),
          activeByDay(records, project, "users", today - 29, 30),
          records.errors(project, now - dayMs, recentErrors),
          records.sizes(project),
          compared("users", 1),
          compared("users", 30),
          compared("rooms", 1),
        ]);
      return {
        connectedNow: connected!.connections,
        connectedNowIsPartial: !connected!.isComplete,
        activeUsersToday,
        activeUsers30d,
        roomsActiveToday,
        sizes,
        connections: connections!.map((value, step) => ({ at: from + step * sampleMs, value })),
        dailyActiveUsers: daily.map((value, day) => ({ at: (today - 29 + day) * dayMs, value })),
        recentErrors: errors,
      };
    },

    async statistics(projects: readonly ProjectId[]): Promise<ReadonlyMap<ProjectId, ProjectStatistics>> {
      await live.settle();
      const now = clock();
      const connected = await live.connected(projects);
      const entries = projects.map(async (project, index): Promise<[ProjectId, ProjectStatistics]> => {
        const [rooms, seen, lastActivityAt, activeUsersByDay] = await Promise.all([
          records.rooms(project),
          records.usersSeen(project, now - dayMs, usersTold),
          records.lastAt(project),
          activeByDay(records, project, "users", dayOf(now) - 13, 14),
        ]);
        const { connections: connectedNow, users: here, isComplete } = connected[index]!;
        const activeUsers24h = new Set([...seen, ...here]).size;
        const connectedNowIsPartial = !isComplete;
        return [
          project,
          { rooms, connectedNow, connectedNowIsPartial, activeUsers24h, lastActivityAt, activeUsersByDay },
        ];
      });
      return new Map(await Promise.all(entries));
    },
  };
}
