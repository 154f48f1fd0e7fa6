import type { Answer } from "../../../api/request.ts";
import { timesFrom } from "../shared/series.ts";
import type { Series, SeriesData } from "../shared/series.ts";
import type { AnalyticsPanel } from "./analytics-panels.ts";

export type AnalyticsBody = Answer<"GET /internal/projects/{projectId}/analytics">;

const strokes = ["solid", "dashed", "long", "mixed"] as const;

/** Whether an answer has the metrics of a panel: one about a room has those that are counted by room. */
export function isCounted(
  { metrics }: Pick<AnalyticsPanel, "metrics">,
  { series }: { readonly series: readonly Pick<AnalyticsBody["series"][number], "metric">[] },
): boolean {
  return metrics.every(({ metric }) => series.some((one) => one.metric === metric));
}

/** The lines of a panel; those of the period before are dotted. */
export function panelSeries(
  { metrics }: Pick<AnalyticsPanel, "metrics">,
  { from, stepMs, series }: AnalyticsBody,
): SeriesData {
  const found = metrics.flatMap(({ metric, name }) => {
    const one = series.find((each) => each.metric === metric);
    return one ? [{ name, ...one }] : [];
  });
  const lines: Series[] = found.map(({ name, values }, index) => ({
    name,
    values,
    stroke: strokes[index % strokes.length]!,
    color: index,
  }));
  for (const [index, { name, previous }] of found.entries())
    if (previous) lines.push({ name: `${name}, previous period`, values: previous, stroke: "dotted", color: index });
  return { times: timesFrom(from, stepMs, Math.max(0, ...lines.map(({ values }) => values.length))), series: lines };
}
