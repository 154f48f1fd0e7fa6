import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { request } from "../../../api/request.ts";
import { pageMeta } from "../../../shell/page-meta.ts";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { ChartPanel, ChartPanelSkeleton } from "../shared/chart-panel.tsx";
import { formatClock, formatDay, formatMoment } from "../../shared/clock-time.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { PageHead } from "../../shared/page-head.tsx";
import { useProject } from "../shared/project-context.ts";
import { useFilters } from "../../shared/use-filters.ts";
import { analyticsPanels } from "./analytics-panels.ts";
import { panelSeries } from "./panel-series.ts";
import { TopList } from "./top-list.tsx";

export const meta = () => pageMeta({ title: "Analytics", indexed: false });

const names = ["range", "compare"] as const;
const ranges = [
  { value: "1h", label: "1 hour" },
  { value: "1d", label: "1 day" },
  { value: "1w", label: "1 week" },
  { value: "1mo", label: "1 month" },
] as const;

const formats = {
  "1h": (time: string) => formatClock(time).slice(0, 5),
  "1d": (time: string) => formatClock(time).slice(0, 5),
  "1w": formatMoment,
  "1mo": (time: string) => formatDay(time),
} as const;

export default function AnalyticsPage() {
  const { project, base } = useProject();
  const filters = useFilters(names);
  const range = ranges.find(({ value }) => value === filters.values.range)?.value ?? "1d";
  const compared = filters.values.compare === "previous";
  const query = useQuery({
    queryKey: ["project", project.id, "analytics", range, compared],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/analytics", {
        path: { projectId: project.id },
        query: { range, ...(compared && { compare: "previous" as const }) },
        signal,
      }),
    refetchInterval: range === "1h" ? 15_000 : 60_000,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead
        title="Analytics"
        actions={
          <div className="flex flex-wrap items-center gap-5">
            <Switch
              label="Compare with the period before"
              className="items-center! gap-2.5!"
              checked={compared}
              onCheckedChange={(on) => filters.set({ compare: on ? "previous" : null })}
            />
            <SegmentedControl
              label="Range"
              options={ranges}
              value={range}
              onValueChange={(value) => filters.set({ range: value === "1d" ? null : value })}
            />
          </div>
        }
      >
        What this project does, over time.
      </PageHead>
      <Loaded query={query} skeleton={<AnalyticsSkeleton />}>
        {(data) => (
          <div className="grid gap-5 xl:grid-cols-2">
            {analyticsPanels.map((panel) => (
              <ChartPanel
                key={panel.title}
                title={panel.title}
                data={panelSeries(panel, data)}
                formatTime={formats[range]}
              >
                {panel.about}
              </ChartPanel>
            ))}
            <div className="grid gap-5 md:grid-cols-2 xl:col-span-2">
              <TopList
                title="Top rooms"
                entries={data.topRooms}
                empty="No room was entered in this time."
                nameOf={(id) => (
                  <Link to={`${base}/rooms/${encodeURIComponent(id)}`} className="link">
                    {id}
                  </Link>
                )}
              />
              <TopList
                title="Top users"
                entries={data.topUsers}
                empty="No user with an id was connected in this time."
              />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

function AnalyticsSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-5 xl:grid-cols-2">
      {Array.from({ length: 4 }, (_, panel) => (
        <ChartPanelSkeleton key={panel} />
      ))}
    </div>
  );
}
