import { analyticsMetrics } from "@weft/protocol";
import { expect, test } from "vitest";
import { analyticsPanels } from "./analytics-panels.ts";
import { isCounted, panelSeries } from "./panel-series.ts";

test("every metric is in one panel, but the total of messages, whose curve is that of messages per second", () => {
  const shown = analyticsPanels.flatMap(({ metrics }) => metrics.map(({ metric }) => metric));
  expect(shown.toSorted()).toEqual(analyticsMetrics.filter((metric) => metric !== "messages").toSorted());
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

test("a panel is counted by room when all of its metrics are in an answer about a room", () => {
  const series = [{ metric: "comments" as const }, { metric: "threads" as const }, { metric: "reactions" as const }];
  const titles = analyticsPanels.filter((panel) => isCounted(panel, { series })).map(({ title }) => title);
  expect(titles).toEqual(["Comments"]);
});
