import { formatCount } from "../../../formats/count.ts";

/** The appearance of every chart of a project: axes, grid and tooltip. */

const tick = { fill: "var(--faint)", fontSize: 11, fontFamily: "var(--font-code)" };

export const gridLook = { vertical: false, stroke: "var(--line)" };

export const timeAxisLook = {
  dataKey: "time",
  tick,
  tickLine: false,
  axisLine: { stroke: "var(--line)" },
  minTickGap: 48,
};

/** `most`: the largest number shown. Few are not drawn as many. */
export const countAxisLook = (most: number) => ({
  tick,
  tickLine: false,
  axisLine: false,
  allowDecimals: false,
  domain: [0, most < 4 ? 4 : "auto"] as [number, number | "auto"],
  tickFormatter: formatCount,
});

export const tooltipLook = {
  isAnimationActive: false,
  contentStyle: {
    background: "var(--raised)",
    border: "1px solid var(--line)",
    borderRadius: 8,
    fontSize: 12,
    boxShadow: "var(--shadow-float)",
  },
  labelStyle: { color: "var(--muted)" },
  itemStyle: { color: "var(--ink)", padding: 0, fontFamily: "var(--font-code)" },
};
