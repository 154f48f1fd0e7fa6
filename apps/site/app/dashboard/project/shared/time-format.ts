import { formatClock, formatDay, formatMoment } from "../../shared/clock-time.ts";

const dayMs = 86_400_000;

/** Times as short as the steps between them allow. */
export function timeFormatOf({
  from,
  to,
  stepMs,
}: {
  readonly from: string;
  readonly to: string;
  readonly stepMs: number;
}): (time: string) => string {
  if (stepMs >= dayMs) return (time) => formatDay(time);
  if (Date.parse(to) - Date.parse(from) > dayMs) return formatMoment;
  return (time) => formatClock(time).slice(0, 5);
}
