import { language } from "@weft/example-shared/language";
import { dayMs } from "./days.ts";
import type { TimeRange } from "./room-types.ts";

export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

const utc = { timeZone: "UTC" } as const;
const dayFormats = {
  weekday: new Intl.DateTimeFormat(language, { weekday: "short", ...utc }),
  number: new Intl.DateTimeFormat(language, { day: "numeric", ...utc }),
  month: new Intl.DateTimeFormat(language, { month: "long", year: "numeric", ...utc }),
  full: new Intl.DateTimeFormat(language, { dateStyle: "full", ...utc }),
  long: new Intl.DateTimeFormat(language, { dateStyle: "long", ...utc }),
};

/** A day in words. Days have no time zone. */
export function formatDay(day: number, style: keyof typeof dayFormats): string {
  return dayFormats[style].format(day * dayMs);
}

export function formatDays(from: number, to: number): string {
  return dayFormats.long.formatRange(from * dayMs, to * dayMs);
}

const hours = new Intl.DateTimeFormat(language, { hour: "numeric", ...utc });

export function formatHour(hour: number): string {
  return hours.format(hour * 3_600_000);
}

const timeFormats = new Map<string, Intl.DateTimeFormat>();

function timesIn(timeZone: string): Intl.DateTimeFormat {
  const format = timeFormats.get(timeZone) ?? new Intl.DateTimeFormat(language, { timeStyle: "short", timeZone });
  timeFormats.set(timeZone, format);
  return format;
}

export function formatTime(instant: number, zone: string): string {
  return timesIn(zone).format(instant);
}

export function formatTimes({ start, end }: TimeRange, zone: string): string {
  return timesIn(zone).formatRange(start, end);
}

/** `America/New_York` is "New York". */
export function nameOfZone(zone: string): string {
  return zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
}
