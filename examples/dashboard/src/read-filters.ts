import { dateOf, dayOf } from "./dates.ts";
import type { DateRange } from "./dates.ts";
import { metrics, regions } from "./room-types.ts";
import type { Metric, Region, StoredFilters, StoredRegions } from "./room-types.ts";
import { firstDay, lastDate, lastDay } from "./sales.ts";

/** The filters that everyone in the room shares. */
export interface Filters extends DateRange {
  readonly metric: Metric;
  readonly regions: ReadonlySet<Region>;
}

export const regionIds = Object.keys(regions) as readonly Region[];
export const metricIds = Object.keys(metrics) as readonly Metric[];

/** Ranges to choose with one press. All of them end with the last day of the data. */
export const presets = [
  { label: "7 days", days: 7 },
  { label: "30 days", days: 30 },
  { label: "90 days", days: 90 },
  { label: "12 months", days: 365 },
] as const;

export function lastDays(days: number): DateRange {
  return { from: dateOf(lastDay - days + 1), to: lastDate };
}

/** The preset that a range is, if it is one. */
export function presetOf({ from, to }: DateRange) {
  return presets.find(({ days }) => from === lastDays(days).from && to === lastDate);
}

/** What a new dashboard begins with. */
export const initialFilters: StoredFilters = { ...lastDays(90), metric: "revenue" };
export const initialRegions: StoredRegions = {
  europe: true,
  northAmerica: true,
  asiaPacific: true,
  latinAmerica: true,
};

/** The filters as they are stored, or their initial values. Any client may store anything in a public room. */
export function readFilters(storedFilters: unknown, storedRegions: unknown): Filters {
  const { from, to, metric } = fieldsOf(storedFilters);
  const included = fieldsOf(storedRegions);
  return {
    from: readDate(from) ?? initialFilters.from,
    to: readDate(to) ?? initialFilters.to,
    metric: metricIds.find((id) => id === metric) ?? initialFilters.metric,
    regions: new Set(regionIds.filter((id) => included[id] !== false)),
  };
}

/** A date within the data, or null. */
export function readDate(value: unknown): string | null {
  const day = typeof value === "string" ? dayOf(value) : null;
  return day !== null && day >= firstDay && day <= lastDay ? dateOf(day) : null;
}

export function isInitial({ from, to, metric, regions: included }: Filters): boolean {
  return (
    from === initialFilters.from &&
    to === initialFilters.to &&
    metric === initialFilters.metric &&
    included.size === regionIds.length
  );
}

function fieldsOf(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? value : {};
}
