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
          series: [{ name: "Connections, at most", values: connections.map(({ value }) => value) }],
        }}
        formatTime={shortClock}
        flat="No connections in the last 24 hours."
      >
        The last 24 hours, in steps of five minutes.
      </ChartPanel>
      <ChartPanel
        title="Daily active users"
        data={{
          times: dailyActiveUsers.map(({ at }) => at),
          series: [{ name: "Active users", values: dailyActiveUsers.map(({ value }) => value) }],
        }}
        formatTime={utcDay}
        flat="No signed-in user was active in the last 30 days."
      >
        The last 30 days, in UTC.
      </ChartPanel>
    </div>
  );
}
