import { dateOf, dayOf, weekdayOf, weekdays } from "./dates.ts";
import type { DateRange, Weekday } from "./dates.ts";
import type { Filters } from "./read-filters.ts";
import { firstDay, salesBetween } from "./sales.ts";
import type { Sale } from "./sales.ts";

export type Totals = Record<"revenue" | "orders" | "visitors", number>;

/** A bucket of the trend: a day, or a week of a longer range. Its first date identifies it. Values are averages per day. */
export interface TrendPoint extends DateRange {
  readonly value: number;
  /** The value of the preceding range of the same length; null without data. */
  readonly previous: number | null;
}

export interface CountryRow {
  readonly country: string;
  readonly totals: Totals;
  readonly previous: Totals | null;
}

/** Everything that the cards show for the filters. */
export interface Summary {
  readonly days: number;
  readonly totals: Totals;
  /** The totals of the period before, if there is data for all of it. */
  readonly previous: Totals | null;
  readonly trend: readonly TrendPoint[];
  /** Averages per day. Weekdays that are not in the range are left out. */
  readonly weekdays: readonly { readonly weekday: Weekday; readonly value: number }[];
  /** In descending order. Shares are of one. */
  readonly channels: readonly { readonly channel: string; readonly value: number; readonly share: number }[];
  /** The countries with the most, in descending order. */
  readonly countries: readonly CountryRow[];
}

const daysInDetail = 92;
const countriesShown = 8;

/** Null if the filters leave nothing. */
export function summarize({ from, to, metric, regions }: Filters): Summary | null {
  const [first, last] = [dayOf(from)!, dayOf(to)!];
  const days = last - first + 1;
  if (days < 1 || regions.size === 0) return null;
  const salesOf = (start: number, end: number) => salesBetween(start, end).filter(({ region }) => regions.has(region));
  const inRange = salesOf(first, last);
  const before = first - days < firstDay ? null : salesOf(first - days, first - 1);

  const perDay = new Map<number, number>();
  const perWeekday = new Map<Weekday, number>();
  const perChannel = new Map<string, number>();
  for (const sale of [...(before ?? []), ...inRange]) increase(perDay, sale.day, sale[metric]);
  for (const sale of inRange) {
    increase(perWeekday, weekdayOf(sale.day), sale[metric]);
    increase(perChannel, sale.channel, sale[metric]);
  }
  const average = (start: number, end: number) => {
    let total = 0;
    for (let day = start; day <= end; day++) total += perDay.get(day) ?? 0;
    return total / (end - start + 1);
  };
  const daysOf = Map.groupBy(
    Array.from({ length: days }, (_, index) => first + index),
    weekdayOf,
  );
  const totals = totalsOf(inRange);
  const beforeByCountry = before && Map.groupBy(before, ({ country }) => country);
  return {
    days,
    totals,
    previous: before && totalsOf(before),
    trend: buckets(first, last).map(([start, end]) => ({
      from: dateOf(start),
      to: dateOf(end),
      value: average(start, end),
      previous: before && average(start - days, end - days),
    })),
    weekdays: weekdays.flatMap((weekday) => {
      const count = daysOf.get(weekday)?.length ?? 0;
      return count === 0 ? [] : [{ weekday, value: (perWeekday.get(weekday) ?? 0) / count }];
    }),
    channels: [...perChannel]
      .map(([channel, value]) => ({ channel, value, share: totals[metric] === 0 ? 0 : value / totals[metric] }))
      .sort((a, b) => b.value - a.value),
    countries: [...Map.groupBy(inRange, ({ country }) => country)]
      .map(([country, own]) => ({
        country,
        totals: totalsOf(own),
        previous: beforeByCountry && totalsOf(beforeByCountry.get(country) ?? []),
      }))
      .sort((a, b) => b.totals[metric] - a.totals[metric])
      .slice(0, countriesShown),
  };
}

/** How much of the visitors ordered. */
export function conversionOf({ orders, visitors }: Totals): number {
  return visitors === 0 ? 0 : orders / visitors;
}

/** Days, or weeks of a longer range. Weeks end with the range, so that the latest one is whole. */
function buckets(first: number, last: number): [start: number, end: number][] {
  const length = last - first < daysInDetail ? 1 : 7;
  const found: [number, number][] = [];
  for (let end = last; end >= first; end -= length) found.unshift([Math.max(first, end - length + 1), end]);
  return found;
}

function totalsOf(some: readonly Sale[]): Totals {
  const totals = { revenue: 0, orders: 0, visitors: 0 };
  for (const { revenue, orders, visitors } of some) {
    totals.revenue += revenue;
    totals.orders += orders;
    totals.visitors += visitors;
  }
  return totals;
}

function increase<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
