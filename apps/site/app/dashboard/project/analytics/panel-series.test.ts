import { analyticsMetrics } from "@weft/protocol";
import { expect, test } from "vitest";
import { usageMetrics } from "../copilots/copilot-queries.ts";
import { analyticsPanels } from "./analytics-panels.ts";
import { panelSeries } from "./panel-series.ts";

test("every metric is in one panel, but those of copilots and the total of messages, whose curve is that of messages per second", () => {
  const shown = analyticsPanels.flatMap(({ metrics }) => metrics.map(({ metric }) => metric));
  const elsewhere = new Set<string>(["messages", ...usageMetrics]);
  expect(shown.toSorted()).toEqual(analyticsMetrics.filter((metric) => !elsewhere.has(metric)).toSorted());
});

test("lines are distinguished by their stroke, and the previous period is dotted", () => {
  const data = panelSeries(analyticsPanels[0]!, {
    from: "2026-11-22T00:00:00.000Z",
    to: "2026-11-22T02:00:00.000Z",
    stepMs: 3_600_000,
    series: [
      { metric: "connectionsMax", values: [1, 2], previous: [0, 1] },
      { metric: "connectionsAverage", values: [1, 1] },
    ],
    topRooms: [],
    topUsers: [],
    socketErrors: [],
    activeUsers: { day: 0, week: 0, month: 0 },
  });
  expect(data.times).toEqual(["2026-11-22T00:00:00.000Z", "2026-11-22T01:00:00.000Z"]);
  expect(data.series.map(({ name, stroke }) => [name, stroke])).toEqual([
    ["Peak", "solid"],
    ["Average", "dashed"],
    ["Peak, previous period", "dotted"],
  ]);
});
