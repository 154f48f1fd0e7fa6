import { useId } from "react";
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { countAxisLook, gridLook, timeAxisLook, tooltipLook } from "../shared/chart-look.ts";
import { rowsOf } from "../shared/series.ts";
import type { SeriesData } from "../shared/series.ts";
import { FillPatterns } from "./fill-patterns.tsx";
import { plot } from "./plot.ts";
import { statusClasses } from "./status-classes.ts";

/** Requests over time, the classes of their statuses one above the other. Its numbers are also in the table beside it. */
export function RequestBars({
  data,
  label,
  formatTime,
  height,
}: {
  data: SeriesData;
  label: string;
  formatTime: (time: string) => string;
  height: number;
}) {
  const id = useId();
  const most = Math.max(0, ...data.times.map((_, at) => data.series.reduce((sum, { values }) => sum + values[at]!, 0)));
  return (
    <div role="img" aria-label={label} style={{ height }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={rowsOf(data)} margin={plot.margin} barCategoryGap={1} accessibilityLayer={false}>
          <FillPatterns id={id} />
          <CartesianGrid {...gridLook} />
          <XAxis {...timeAxisLook} height={plot.axis} tickFormatter={formatTime} />
          <YAxis {...countAxisLook(most)} width={plot.left} />
          <Tooltip
            {...tooltipLook}
            cursor={{ fill: "var(--hover)" }}
            labelFormatter={(time) => formatTime(typeof time === "string" ? time : "")}
          />
          {statusClasses.map(({ name, label: words, color }, number) => (
            <Bar
              key={name}
              name={words}
              dataKey={`s${number}`}
              stackId="all"
              fill={`url(#${id}-${name})`}
              stroke={color}
              strokeWidth={0.5}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
