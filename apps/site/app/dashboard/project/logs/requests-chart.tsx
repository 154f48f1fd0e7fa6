import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { request } from "../../../api/request.ts";
import { formatCount } from "../../../formats/count.ts";
import { Button } from "../../../ui/button.tsx";
import type { FilterChanges } from "../../shared/use-filters.ts";
import { formatClock, formatDay, formatMoment } from "../../shared/clock-time.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { ChartPanel, ChartPanelSkeleton } from "../shared/chart-panel.tsx";
import { useProject } from "../shared/project-context.ts";
import { timesFrom } from "../shared/series.ts";
import type { SeriesData } from "../shared/series.ts";
import { ClassLegend } from "./class-legend.tsx";
import { statusClasses } from "./status-classes.ts";
import { TimeBrush } from "./time-brush.tsx";
import { stepWords, wider } from "./time-steps.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";

const RequestBars = lazyPart(() => import("./request-bars.tsx").then((m) => ({ default: m.RequestBars })));
const dayMs = 86_400_000;

export interface RequestsChartProps {
  from: string;
  to: string;
  onChange: (changes: FilterChanges) => void;
}

/** How many requests there were, over the time that the log shows; a stretch of it becomes that time. */
export function RequestsChart({ from, to, onChange }: RequestsChartProps) {
  const { project } = useProject();
  const query = useQuery({
    queryKey: ["project", project.id, "request-counts", from, to],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/requests/counts", {
        path: { projectId: project.id },
        query: { ...(from !== "" && { from }), ...(to !== "" && { to }) },
        signal,
      }),
    refetchInterval: to === "" ? 15_000 : false,
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={query} skeleton={<ChartPanelSkeleton />}>
      {({ from: start, to: end, stepMs, counts, unlisted }) => {
        const data: SeriesData = {
          times: timesFrom(start, stepMs, counts["2xx"].length),
          series: statusClasses.map(({ name, label }) => ({ name: label, values: counts[name] })),
        };
        const inDays = Date.parse(end) - Date.parse(start) > 2 * dayMs;
        const formatTime = (time: string) =>
          stepMs >= dayMs ? formatDay(time) : inDays ? formatMoment(time) : formatClock(time).slice(0, 5);
        return (
          <ChartPanel
            title={`Requests per ${stepWords(stepMs)}`}
            data={data}
            formatTime={formatTime}
            docs="/docs/platform/events#request-log"
            flat="No requests in this period."
            legend={<ClassLegend />}
            draw={(height) => (
              <TimeBrush
                start={start}
                stepMs={stepMs}
                count={data.times.length}
                height={height}
                formatTime={formatTime}
                onPick={(time) => onChange({ ...time })}
              >
                <Suspense fallback={<div style={{ height }} />}>
                  <RequestBars data={data} label="Requests by status class" formatTime={formatTime} height={height} />
                </Suspense>
              </TimeBrush>
            )}
            actions={
              (from !== "" || to !== "") && (
                <span className="flex flex-wrap gap-2">
                  <Button size="sm" onClick={() => onChange(wider(start, end, Date.now()))}>
                    Zoom out
                  </Button>
                  <Button size="sm" onClick={() => onChange({ from: null, to: null })}>
                    Last hour
                  </Button>
                </span>
              )
            }
          >
            By status. Drag to zoom.
            {unlisted > 0 && ` ${formatCount(unlisted)} of these requests aren't in the list.`}
          </ChartPanel>
        );
      }}
    </Loaded>
  );
}
