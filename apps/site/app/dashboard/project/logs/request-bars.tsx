import { useId } from "react";
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatCount } from "../../../formats/count.ts";
import type { SeriesData } from "../shared/series.ts";
import { FillPatterns } from "./fill-patterns.tsx";
import { plot } from "./plot.ts";
import { statusClasses } from "./status-classes.ts";

const tick = { fill: "var(--faint)", fontSize: 11 };

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
  const rows = data.times.map((time, index) => ({
    time,
    ...Object.fromEntries(data.series.map(({ values }, number) => [`s${number}`, values[index] ?? 0])),
  }));
  const most = Math.max(0, ...data.times.map((_, at) => data.series.reduce((sum, { values }) => sum + values[at]!, 0)));
  return (
    <div role="img" aria-label={label} style={{ height }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={rows} margin={plot.margin} barCategoryGap={1} accessibilityLayer={false}>
          <FillPatterns id={id} />
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="time"
            height={plot.axis}
            tickFormatter={formatTime}
            tick={tick}
            tickLine={false}
            axisLine={{ stroke: "var(--line-strong)" }}
            minTickGap={48}
          />
          <YAxis
            width={plot.left}
            tick={tick}
            tickLine={false}
            axisLine={false}
            allowDecimals={false}
            domain={[0, most < 4 ? 4 : "auto"]}
            tickFormatter={formatCount}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: "var(--hover)" }}
            labelFormatter={(time) => formatTime(typeof time === "string" ? time : "")}
            contentStyle={{
              background: "var(--raised)",
              border: "1px solid var(--line)",
              borderRadius: 8,
              fontSize: 12,
              boxShadow: "var(--shadow-float)",
            }}
            labelStyle={{ color: "var(--muted)" }}
            itemStyle={{ color: "var(--ink)", padding: 0 }}
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
