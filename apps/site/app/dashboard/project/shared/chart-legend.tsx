import type { Series } from "./series.ts";

const colors = ["bg-accent", "bg-success", "bg-warning", "bg-danger"];
const strokes = {
  solid: "",
  dashed: "[mask-image:repeating-linear-gradient(90deg,#000_0_6px,transparent_6px_10px)]",
  long: "[mask-image:repeating-linear-gradient(90deg,#000_0_14px,transparent_14px_18px)]",
  mixed:
    "[mask-image:repeating-linear-gradient(90deg,#000_0_10px,transparent_10px_13px,#000_13px_15px,transparent_15px_18px)]",
  dotted: "[mask-image:repeating-linear-gradient(90deg,#000_0_2px,transparent_2px_5px)]",
};

/** Which line is which: its stroke and its name. */
export function ChartLegend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
      {series.map(({ name, stroke = "solid", color }, index) => (
        <li key={name} className="flex items-center gap-2">
          <span aria-hidden className={`h-0.5 w-6 ${colors[(color ?? index) % colors.length]} ${strokes[stroke]}`} />
          {name}
        </li>
      ))}
    </ul>
  );
}
