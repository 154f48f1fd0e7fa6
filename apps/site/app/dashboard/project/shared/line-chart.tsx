import { Fragment } from "react";
import { CartesianGrid, Line, LineChart as Chart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { countAxisLook, gridLook, timeAxisLook, tooltipLook } from "./chart-look.ts";
import { isFlat, rowsOf } from "./series.ts";
import type { SeriesData } from "./series.ts";

export interface LineChartProps {
  data: SeriesData;
  label: string;
  formatTime: (time: string) => string;
  height: number;
}

const colors = ["var(--accent)", "var(--success)", "var(--warning)", "var(--danger)"];
const dashes = { solid: undefined, dashed: "6 4", long: "14 4", mixed: "10 3 2 3", dotted: "1.5 3.5" };

interface PointProps {
  readonly index: number;
  readonly cx?: number;
  readonly cy?: number;
  readonly stroke?: string;
}

/**
 * Lines over time, with a station at the newest value of an unbroken one. What it shows is also in the table beside it, so it is
 * one picture to assistive technology.
 */
export function LineChart({ data, label, formatTime, height }: LineChartProps) {
  const most = Math.max(...data.series.flatMap(({ values }) => values));
  const station = ({ index, cx, cy, stroke }: PointProps) =>
    index === data.times.length - 1 && cy !== undefined ? (
      <circle
        key={index}
        cx={cx}
        cy={cy}
        r={4}
        fill="var(--surface)"
        stroke={isFlat(data) ? "var(--line-control)" : stroke}
        strokeWidth={2}
      />
    ) : (
      <Fragment key={index} />
    );
  return (
    <div role="img" aria-label={label} style={{ height }} className="[&_.recharts-line]:animate-draw">
      <ResponsiveContainer width="100%" height="100%">
        <Chart data={rowsOf(data)} margin={{ top: 8, right: 20, bottom: 0, left: 0 }} accessibilityLayer={false}>
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
              strokeWidth={2}
              strokeDasharray={dashes[stroke]}
              dot={stroke === "solid" && station}
              isAnimationActive={false}
            />
          ))}
        </Chart>
      </ResponsiveContainer>
    </div>
  );
}
