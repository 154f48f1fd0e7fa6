import { ChartPanel } from "../shared/chart-panel.tsx";
import { formatClock, formatDay } from "../../shared/clock-time.ts";
import type { OverviewBody } from "./key-numbers.tsx";

const shortClock = (time: string) => formatClock(time).slice(0, 5);
const utcDay = (time: string) => formatDay(time, "UTC");

/** Connections of a day, and people of a month. */
export function OverviewCharts({ overview }: { overview: OverviewBody }) {
  const { connections, dailyActiveUsers } = overview;
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      <ChartPanel
        title="Connections"
        data={{
          times: connections.map(({ at }) => at),
          series: [{ name: "Peak connections", values: connections.map(({ value }) => value) }],
        }}
        formatTime={shortClock}
        flat="No connections in the last 24 hours."
      >
        Last 24 hours, in steps of 5 minutes.
      </ChartPanel>
      <ChartPanel
        title="Identified users per day"
        data={{
          times: dailyActiveUsers.map(({ at }) => at),
          series: [{ name: "Identified users", values: dailyActiveUsers.map(({ value }) => value) }],
        }}
        formatTime={utcDay}
        flat="No identified users in the last 30 days."
      >
        Connected users with an ID. Anonymous connections aren&apos;t counted. Last 30 days, in UTC.
      </ChartPanel>
    </div>
  );
}
