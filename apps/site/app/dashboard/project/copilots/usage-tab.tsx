import { useQuery } from "@tanstack/react-query";
import { countOf, formatCount } from "../../../formats/count.ts";
import { Card } from "../../../ui/card.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { useFilters } from "../../shared/use-filters.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { timeFormatOf } from "../shared/time-format.ts";
import { panelSeries } from "../analytics/panel-series.ts";
import type { AnalyticsBody } from "../analytics/panel-series.ts";
import { ChartPanel, ChartPanelSkeleton } from "../shared/chart-panel.tsx";
import { retentionQuery } from "../../team/retention-query.ts";
import { useTeamId } from "../../team/use-team.ts";
import { useProject } from "../shared/project-context.ts";
import { copilotUsageQuery } from "./copilot-queries.ts";
import type { UsageRange } from "./copilot-queries.ts";
import { CopilotUsageTable } from "./copilot-usage-table.tsx";

const ranges: readonly { value: UsageRange; label: string }[] = [
  { value: "1d", label: "1 day" },
  { value: "1w", label: "1 week" },
  { value: "1mo", label: "1 month" },
];

const messages = [{ metric: "aiMessages", name: "Messages" }] as const;
const tokens = [
  { metric: "aiInputTokens", name: "Input tokens" },
  { metric: "aiOutputTokens", name: "Output tokens" },
] as const;

/** What the copilots of a project have used: totals, over time, and each of them in a month. */
export function UsageTab() {
  const { project } = useProject();
  const filters = useFilters(["range"]);
  const range = ranges.find(({ value }) => value === filters.values.range)?.value ?? "1mo";
  const { data: retention } = useQuery(retentionQuery(useTeamId()));
  const query = useQuery(copilotUsageQuery(project.id, range));
  return (
    <div className="flex flex-col gap-5">
      <SegmentedControl
        label="Range"
        options={ranges}
        value={range}
        onValueChange={(value) => filters.set({ range: value === "1mo" ? null : value })}
      />
      <Loaded query={query} skeleton={<ChartPanelSkeleton />}>
        {(data) => (
          <>
            <dl className="grid gap-3 sm:grid-cols-3 sm:gap-5">
              {[...messages, ...tokens].map(({ metric, name }) => (
                <Card key={metric} className="flex items-baseline justify-between gap-1 p-4! sm:flex-col sm:p-5!">
                  <dt className="text-xs text-muted">{name}</dt>
                  <dd className="figures text-2xl">{formatCount(totalOf(data, metric))}</dd>
                </Card>
              ))}
            </dl>
            <div className="grid gap-5 xl:grid-cols-2">
              <ChartPanel
                title="AI messages"
                data={panelSeries({ metrics: messages }, data)}
                formatTime={timeFormatOf(data)}
              >
                Questions sent to this project's copilots.
              </ChartPanel>
              <ChartPanel title="Tokens" data={panelSeries({ metrics: tokens }, data)} formatTime={timeFormatOf(data)}>
                Tokens as reported by AI providers.
              </ChartPanel>
            </div>
          </>
        )}
      </Loaded>
      {retention !== undefined && (
        <p className="text-sm text-muted">
          {retention.days.aiChats === null
            ? "Chats are kept until they are deleted."
            : `Chats are kept for ${countOf(retention.days.aiChats, "day")} after the last message.`}
        </p>
      )}
      <CopilotUsageTable />
    </div>
  );
}

function totalOf({ series }: AnalyticsBody, metric: string): number {
  return series.find((one) => one.metric === metric)?.values.reduce((sum, value) => sum + value, 0) ?? 0;
}
