import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { request } from "../../../api/request.ts";
import { pageMeta } from "../../../shell/page-meta.ts";
import { formatCount } from "../../../formats/count.ts";
import { Card } from "../../../ui/card.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { ChartPanel, ChartPanelSkeleton } from "../shared/chart-panel.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { PageHead } from "../../shared/page-head.tsx";
import { useProject } from "../shared/project-context.ts";
import { useFilters } from "../../shared/use-filters.ts";
import { timeFormatOf } from "../shared/time-format.ts";
import { TimeRange } from "../shared/time-range.tsx";
import { analyticsPanels } from "./analytics-panels.ts";
import { panelSeries } from "./panel-series.ts";
import { TopList } from "./top-list.tsx";

export const meta = () => pageMeta({ title: "Analytics", indexed: false });

const names = ["range", "from", "to", "compare"] as const;
const ranges = [
  { value: "1h", label: "1 hour" },
  { value: "1d", label: "1 day" },
  { value: "1w", label: "1 week" },
  { value: "1mo", label: "1 month" },
] as const;

const docs = "/docs/platform/analytics";

export default function AnalyticsPage() {
  const { project, base } = useProject();
  const filters = useFilters(names);
  const { from, to } = filters.values;
  const isCustom = from !== "" || to !== "";
  const range = isCustom ? "custom" : (ranges.find(({ value }) => value === filters.values.range)?.value ?? "1d");
  const compared = filters.values.compare === "previous";
  const query = useQuery({
    queryKey: ["project", project.id, "analytics", range, from, to, compared],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/analytics", {
        path: { projectId: project.id },
        query: {
          range,
          ...(from !== "" && { from }),
          ...(to !== "" && { to }),
          ...(compared && { compare: "previous" as const }),
        },
        signal,
      }),
    refetchInterval: range === "1h" ? 15_000 : to === "" && 60_000,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead
        title="Analytics"
        actions={
          <div className="flex flex-wrap items-center gap-5">
            <Switch
              label="Compare with previous period"
              className="items-center! gap-2.5!"
              checked={compared}
              onCheckedChange={(on) => filters.set({ compare: on ? "previous" : null })}
            />
            <SegmentedControl
              label="Range"
              options={ranges}
              value={range as (typeof ranges)[number]["value"]}
              onValueChange={(value) => filters.set({ range: value === "1d" ? null : value, from: null, to: null })}
            />
            <TimeRange any="Custom time" from={from} to={to} onChange={filters.set} />
          </div>
        }
      >
        Usage, traffic and errors over time.
      </PageHead>
      <Loaded query={query} skeleton={<AnalyticsSkeleton />}>
        {(data) => (
          <div className="grid gap-5 xl:grid-cols-2">
            <ActiveUsers counts={data.activeUsers} />
            {analyticsPanels.map((panel) => (
              <ChartPanel
                key={panel.title}
                title={panel.title}
                data={panelSeries(panel, data)}
                formatTime={timeFormatOf(data)}
                docs={`${docs}#${panel.docs}`}
              >
                {panel.about}
              </ChartPanel>
            ))}
            <div className="grid gap-5 md:grid-cols-2 lg:grid-cols-3 xl:col-span-2">
              <TopList
                title="Top rooms"
                entries={data.topRooms.map(({ id, connections }) => ({ id, count: connections }))}
                empty="No data for this period"
                nameOf={(id) => (
                  <Link to={`${base}/rooms/${encodeURIComponent(id)}`} className="link">
                    {id}
                  </Link>
                )}
              />
              <TopList
                title="Top users"
                entries={data.topUsers.map(({ id, connections }) => ({ id, count: connections }))}
                empty="No data for this period"
              />
              <TopList
                title="Socket errors by code"
                entries={data.socketErrors.map(({ code, count }) => ({ id: code, count }))}
                empty="No errors in this period"
                nameOf={(code) => (
                  <Link to={`${base}/events?${new URLSearchParams({ text: code, from: data.from })}`} className="link">
                    {code}
                  </Link>
                )}
              />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

/** How many different people there were, up to the end of the time shown. */
function ActiveUsers({ counts }: { counts: { day: number; week: number; month: number } }) {
  const periods = [
    ["Identified users, 1 day", counts.day],
    ["Identified users, 7 days", counts.week],
    ["Identified users, 30 days", counts.month],
  ] as const;
  return (
    <dl className="grid grid-cols-3 gap-3 sm:gap-5 xl:col-span-2">
      {periods.map(([name, count]) => (
        <Card key={name} className="flex flex-col justify-between gap-1 p-3! sm:p-5!">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="text-2xl tabular-nums">{formatCount(count)}</dd>
        </Card>
      ))}
    </dl>
  );
}

function AnalyticsSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-5 xl:grid-cols-2">
      {Array.from({ length: 8 }, (_, panel) => (
        <ChartPanelSkeleton key={panel} />
      ))}
    </div>
  );
}
