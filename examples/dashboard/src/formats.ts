import { dayMs, dayOf } from "./dates.ts";
import type { DateRange } from "./dates.ts";
import type { Metric } from "./room-types.ts";

const dollars = new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumFractionDigits: 0 });
const counts = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const short = { notation: "compact", maximumFractionDigits: 1 } as const;
const shortDollars = new Intl.NumberFormat("en", { style: "currency", currency: "USD", ...short });
const shortCounts = new Intl.NumberFormat("en", short);
const oneDigit = { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
const percents = new Intl.NumberFormat("en", oneDigit);
const changes = new Intl.NumberFormat("en", { ...oneDigit, signDisplay: "exceptZero" });
const dates = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });
const datesWithYear = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });

export function formatValue(metric: Metric, value: number): string {
  return (metric === "revenue" ? dollars : counts).format(value);
}

export function formatShort(metric: Metric, value: number): string {
  if (value < 1_000) return formatValue(metric, value);
  return (metric === "revenue" ? shortDollars : shortCounts).format(value);
}

export function formatPercent(fraction: number): string {
  return percents.format(fraction);
}

export function formatChange(fraction: number): string {
  return changes.format(fraction);
}

/** A date as an axis shows it. */
export function formatDate(date: string): string {
  return dates.format(new Date(dayOf(date)! * dayMs));
}

export function formatRange({ from, to }: DateRange): string {
  const end = datesWithYear.format(new Date(dayOf(to)! * dayMs));
  return from === to ? end : `${formatDate(from)} – ${end}`;
}
