import { shownTimeZone } from "../../formats/shown-time-zone.ts";

/** The time of day: `14:03:07`. */
export function formatClock(at: number | string): string {
  return new Date(at).toLocaleTimeString("en-GB", { timeZone: shownTimeZone() });
}

/** As a live row shows it: `14:03:07.042`. */
export function formatClockMs(at: number | string): string {
  const date = new Date(at);
  return `${formatClock(at)}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}

/** A day and a time in full: `3 Mar 2026, 14:03:07.042`. */
export function formatInstant(at: number | string): string {
  const day = new Date(at).toLocaleDateString("en-GB", { dateStyle: "medium", timeZone: shownTimeZone() });
  return `${day}, ${formatClockMs(at)}`;
}

/** A day and a time, short enough for an axis: `3 Mar, 14:03`. */
export function formatMoment(at: number | string): string {
  return new Date(at).toLocaleString("en-GB", {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: shownTimeZone(),
  });
}

/** A day: `3 Mar`. */
export function formatDay(at: number | string, timeZone: string | undefined = shownTimeZone()): string {
  return new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone });
}
