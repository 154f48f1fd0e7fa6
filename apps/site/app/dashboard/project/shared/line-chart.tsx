import { CartesianGrid, Line, LineChart as Chart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { countAxisLook, gridLook, timeAxisLook, tooltipLook } from "./chart-look.ts";
import { rowsOf } from "./series.ts";
import type { SeriesData } from "./series.ts";

export interface LineChartProps {
  data: SeriesData;
  label: string;
  formatTime: (time: string) => string;
  height: number;
}

const colors = ["var(--accent)", "var(--success)", "var(--warning)", "var(--danger)"];
const dashes = { solid: undefined, dashed: "6 4", long: "14 4", mixed: "10 3 2 3", dotted: "1.5 3.5" };

/** Lines over time. What it shows is also in the table beside it, so it is one picture to assistive technology. */
export function LineChart({ data, label, formatTime, height }: LineChartProps) {
  const most = Math.max(...data.series.flatMap(({ values }) => values));
  return (
    <div role="img" aria-label={label} style={{ height }}>
      <ResponsiveContainer width="100%" height="100%">
        <Chart data={rowsOf(data)} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid {...gridLook} />
          <XAxis {...timeAxisLook} tickFormatter={formatTime} />
          <YAxis {...countAxisLook(most)} width={40} />
          <Tooltip
            {...tooltipLook}
            cursor={{ stroke: "var(--line-strong)" }}
            labelFormatter={(time) => formatTime(typeof time === "string" ? time : "")}
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
