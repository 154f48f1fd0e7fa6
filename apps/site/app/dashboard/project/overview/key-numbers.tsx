import type { Answer } from "../../../api/request.ts";
import { formatBytes } from "../../../formats/bytes.ts";
import { formatCount, formatPartialCount } from "../../../formats/count.ts";
import { StatTile } from "./stat-tile.tsx";

export type OverviewBody = Answer<"GET /internal/projects/{projectId}/overview">;

/** The key figures of a project, each compared with the previous period. */
export function KeyNumbers({ overview }: { overview: OverviewBody }) {
  const { activeUsersToday, activeUsers30d, roomsActiveToday } = overview;
  return (
    <section aria-label="Key numbers" className="overflow-hidden rounded-lg border border-line bg-surface">
      <dl className="-mr-px -mb-px grid grid-cols-2 md:grid-cols-3 xl:grid-cols-6">
        <StatTile
          label="Connected now"
          value={formatPartialCount(overview.connectedNow, overview.connectedNowIsPartial)}
          live
        />
        <StatTile
          label="Identified users today"
          value={formatCount(activeUsersToday.value)}
          change={{ ...activeUsersToday, than: "yesterday" }}
        />
        <StatTile
          label="Identified users, 30 days"
          value={formatCount(activeUsers30d.value)}
          change={{ ...activeUsers30d, than: "the previous 30 days" }}
        />
        <StatTile
          label="Rooms active today"
          value={formatCount(roomsActiveToday.value)}
          change={{ ...roomsActiveToday, than: "yesterday" }}
        />
        <StatTile label="Storage data" value={formatBytes(overview.customAppBytes)} />
        <StatTile label="Text data" value={formatBytes(overview.textEditorBytes)} />
      </dl>
    </section>
  );
}
