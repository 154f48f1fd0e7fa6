/** Dates are texts such as `2026-09-30`. They are counted in days, in UTC, so that every visitor sees the same days. */
export const dayMs = 86_400_000;

/** From the first date to the last, inclusive. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** The number of a day, or null if the text is not a date. */
export function dayOf(date: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(date)) return null;
  const day = Date.parse(date) / dayMs;
  // Some engines accept February 31 as a day in March.
  return Number.isInteger(day) && dateOf(day) === date ? day : null;
}

export function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

export const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;
export type Weekday = (typeof weekdays)[number];

export function weekdayOf(day: number): Weekday {
  // Day 0, January 1, 1970, was a Thursday.
  return weekdays[(day + 3) % 7]!;
}
