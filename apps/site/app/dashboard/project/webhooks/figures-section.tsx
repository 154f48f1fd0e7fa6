import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { WebhookFigures } from "@weft/protocol";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { formatMoment } from "../../shared/clock-time.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { useFilters } from "../../shared/use-filters.ts";
import { ChartPanel, ChartPanelSkeleton } from "../shared/chart-panel.tsx";
import { useProject } from "../shared/project-context.ts";
import { timesFrom } from "../shared/series.ts";
import { timeFormatOf } from "../shared/time-format.ts";
import { useWebhook } from "./use-webhook.ts";
import { figuresQuery } from "./webhooks-query.ts";

const spans = [
  { value: "hour", label: "1 hour" },
  { value: "day", label: "24 hours" },
  { value: "week", label: "7 days" },
] as const;

/** How long the receiver takes to answer, and how attempts end, over time. */
export function FiguresSection() {
  const { project } = useProject();
  const webhook = useWebhook();
  const { values, set } = useFilters(["span"]);
  const span = spans.find(({ value }) => value === values.span)?.value ?? "day";
  const figures = useQuery({ ...figuresQuery(project.id, webhook.id, span), placeholderData: keepPreviousData });
  return (
    <section aria-labelledby="figures" className="flex min-w-0 flex-col gap-4 lg:col-span-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="figures" className="text-base">
          Attempts
        </h2>
        <SegmentedControl
          label="Period"
          options={spans}
          value={span}
          onValueChange={(next) => set({ span: next === "day" ? null : next })}
        />
      </div>
      <Loaded
        query={figures}
        skeleton={
          <div className="grid gap-5 lg:grid-cols-2">
            <ChartPanelSkeleton />
            <ChartPanelSkeleton />
          </div>
        }
      >
        {(found) => <Charts figures={found} />}
      </Loaded>
    </section>
  );
}

function Charts({ figures }: { figures: WebhookFigures }) {
  const { from, stepMs, p50, p95, results, countedSince } = figures;
  const times = timesFrom(from, stepMs, p50.length);
  const formatTime = timeFormatOf(figures);
  return (
    <>
      <div className="grid gap-5 lg:grid-cols-2">
        <ChartPanel
          title="Latency"
          data={{
            times,
            series: [
              { name: "p50", values: p50 },
              { name: "p95", values: p95, stroke: "dashed" },
            ],
          }}
          formatTime={formatTime}
        >
          Milliseconds until your receiver responds.
        </ChartPanel>
        <ChartPanel
          title="Results"
          data={{
            times,
            series: [
              { name: "Succeeded", values: results.succeeded, color: 1 },
              { name: "Error status", values: results.refused, stroke: "dashed", color: 2 },
              { name: "No response", values: results.unanswered, stroke: "dotted", color: 3 },
            ],
          }}
          formatTime={formatTime}
        >
          Attempts by result.
        </ChartPanel>
      </div>
      {countedSince !== null && (
        <p className="text-sm text-muted">
          This endpoint has many deliveries. The charts cover those created after {formatMoment(countedSince)}.
        </p>
      )}
    </>
  );
}
