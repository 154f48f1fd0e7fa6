import { CartesianGrid, Line, LineChart as Chart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatCount } from "../../../formats/count.ts";
import type { SeriesData } from "./series.ts";

export interface LineChartProps {
  data: SeriesData;
  label: string;
  formatTime: (time: string) => string;
  height: number;
}

const colors = ["var(--accent)", "var(--success)", "var(--warning)", "var(--danger)"];
const dashes = { solid: undefined, dashed: "6 4", long: "14 4", mixed: "10 3 2 3", dotted: "1.5 3.5" };
const tick = { fill: "var(--faint)", fontSize: 11 };

/** Lines over time. What it shows is also in the table beside it, so it is one picture to assistive technology. */
export function LineChart({ data, label, formatTime, height }: LineChartProps) {
  const rows = data.times.map((time, index) => ({
    time,
    ...Object.fromEntries(data.series.map(({ values }, number) => [`s${number}`, values[index] ?? 0])),
  }));
  const most = Math.max(...data.series.flatMap(({ values }) => values));
  return (
    <div role="img" aria-label={label} style={{ height }}>
      <ResponsiveContainer width="100%" height="100%">
        <Chart data={rows} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="time"
            tickFormatter={formatTime}
            tick={tick}
            tickLine={false}
            axisLine={{ stroke: "var(--line-strong)" }}
            minTickGap={48}
          />
          <YAxis
            width={40}
            tick={tick}
            tickLine={false}
            axisLine={false}
            allowDecimals={false}
            domain={[0, most < 4 ? 4 : "auto"]}
            tickFormatter={formatCount}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: "var(--line-strong)" }}
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
          {data.series.map(({ name, stroke = "solid", color }, number) => (
            <Line
              key={name}
              name={name}
              dataKey={`s${number}`}
              type="linear"
              stroke={colors[(color ?? number) % colors.length]}
              strokeWidth={1.75}
              strokeDasharray={dashes[stroke]}
              dot={false}
              isAnimationActive={false}
            />
          ))}
        </Chart>
      </ResponsiveContainer>
    </div>
  );
}
