const written = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
const month = new Intl.DateTimeFormat("en-US", { year: "numeric", month: "long", timeZone: "UTC" });

/** A day, from `2026-11-20`: `November 20, 2026`. It is the same day for every reader. */
export function formatDay(day: string): string {
  return written.format(new Date(day));
}

/** The month of a day: `November 2026`. */
export function formatMonth(day: string): string {
  return month.format(new Date(day));
}
