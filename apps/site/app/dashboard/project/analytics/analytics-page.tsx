import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { pageMeta } from "../../../shell/page-meta.ts";
import { formatCount } from "../../../formats/count.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Switch } from "../../../ui/switch.tsx";
import type { EarlyQuery } from "../../frame/use-early-queries.ts";
import { ChartPanel, ChartPanelSkeleton } from "../shared/chart-panel.tsx";
import { FilterText } from "../../shared/filter-text.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { PageHead } from "../../shared/page-head.tsx";
import { useProject } from "../shared/project-context.ts";
import { RoomOptions } from "../shared/room-options.tsx";
import { useFilters } from "../../shared/use-filters.ts";
import { timeFormatOf } from "../shared/time-format.ts";
import { TimeRange } from "../../shared/time-range.tsx";
import { analyticsPanels } from "./analytics-panels.ts";
import { analyticsFilters, analyticsQuery, analyticsRanges, analyticsSearch } from "./analytics-query.ts";
import { isCounted, panelSeries } from "./panel-series.ts";
import type { AnalyticsBody } from "./panel-series.ts";
import { TopList } from "./top-list.tsx";
import { UncountedPanel } from "./uncounted-panel.tsx";

export const meta = () => pageMeta({ title: "Analytics", indexed: false });

export const handle: EarlyQuery = {
  earlyQuery: ({ projectId = "" }, search) => analyticsQuery(projectId, analyticsSearch(search)),
};

const docs = "/docs/platform/analytics";

export default function AnalyticsPage() {
  const { project, base } = useProject();
  const filters = useFilters(analyticsFilters);
  const asked = analyticsSearch(useSearchParams()[0]);
  const { range, from, to, compared, room } = asked;
  const query = useQuery({
    ...analyticsQuery(project.id, asked),
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
              options={analyticsRanges}
              value={range as (typeof analyticsRanges)[number]["value"]}
              onValueChange={(value) => filters.set({ range: value === "1d" ? null : value, from: null, to: null })}
            />
            <TimeRange any="Custom time" from={from} to={to} onChange={filters.set} />
          </div>
        }
      >
        Usage, traffic and errors over time.
      </PageHead>
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <FilterText
          first
          label="Room"
          placeholder="All rooms"
          value={room}
          onChange={(next) => filters.set({ room: next.trim() })}
          suggestions={<RoomOptions prefix={room} />}
          className="w-full sm:w-72 [&_input]:font-mono [&_input]:text-xs"
        />
        {room !== "" && (
          <>
            <Button size="sm" onClick={() => filters.set({ room: null })}>
              Show all rooms
            </Button>
            <p className="text-sm text-muted">
              Numbers of one room are counted by day.{" "}
              <Link to={`${docs}#one-room`} className="link">
                How rooms are counted
              </Link>
            </p>
          </>
        )}
      </div>
      <Loaded query={query} skeleton={<AnalyticsSkeleton />}>
        {(data) => (
          <div className="grid gap-5 xl:grid-cols-2">
            {data.activeUsers && <ActiveUsers counts={data.activeUsers} />}
            {panelsOf(data, room).map((panel) => (
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
              {room === "" && (
                <>
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
                </>
              )}
              <TopList
                title="Socket errors by code"
                entries={data.socketErrors.map(({ code, count }) => ({ id: code, count }))}
                empty="No errors in this period"
                nameOf={(code) => (
                  <Link
                    to={`${base}/events?${new URLSearchParams({ text: code, from: data.from, ...(room !== "" && { roomId: room }) }).toString()}`}
                    className="link"
                  >
                    {code}
                  </Link>
                )}
              />
            </div>
            {room !== "" &&
              analyticsPanels
                .filter((panel) => !isCounted(panel, data))
                .map((panel) => (
                  <UncountedPanel key={panel.title} title={panel.title} docs={`${docs}#${panel.docs}`} />
                ))}
          </div>
        )}
      </Loaded>
    </>
  );
}

/** All panels; for one room, those that are counted by room. */
function panelsOf(data: AnalyticsBody, room: string) {
  return room === "" ? analyticsPanels : analyticsPanels.filter((panel) => isCounted(panel, data));
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
          <dd className="figures text-2xl">{formatCount(count)}</dd>
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
