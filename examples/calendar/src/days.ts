/** Days of the calendar are whole numbers, counted from January 1, 1970. They have no time zone. */
export const dayMs = 86_400_000;

/** A day as a text such as `2027-03-18`. */
export function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** The day of a text, or null if it is not a date. */
export function dayOf(date: unknown): number | null {
  if (typeof date !== "string" || !/^\d{4}-\d{2}-\d{2}$/u.test(date)) return null;
  const day = Date.parse(date) / dayMs;
  // Some engines accept February 31 as a day in March.
  return Number.isInteger(day) && dateOf(day) === date ? day : null;
}

/** From 1 (Monday) to 7 (Sunday), as `Intl.Locale` counts. */
export function weekdayOf(day: number): number {
  // January 1, 1970, was a Thursday.
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

export function firstDayOfWeek(day: number, firstWeekday: number): number {
  return day - ((weekdayOf(day) - firstWeekday + 7) % 7);
}

export function firstDayOfMonth(day: number): number {
  const date = new Date(day * dayMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / dayMs;
}

/** The same date some months later; the last day of the month if the month is shorter. */
export function addMonths(day: number, months: number): number {
  const date = new Date(day * dayMs);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months) / dayMs;
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1) / dayMs;
  return Math.min(first + date.getUTCDate() - 1, next - 1);
}

/** The weeks that show a whole month, each of seven days. */
export function weeksOfMonth(day: number, firstWeekday: number): readonly (readonly number[])[] {
  const from = firstDayOfWeek(firstDayOfMonth(day), firstWeekday);
  const end = firstDayOfMonth(addMonths(day, 1));
  return Array.from({ length: Math.ceil((end - from) / 7) }, (_, week) => daysFrom(from + week * 7, 7));
}

export function daysFrom(day: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => day + index);
}
