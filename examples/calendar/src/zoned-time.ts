import { dayMs } from "./days.ts";

const minuteMs = 60_000;
export const minutesOfDay = 1_440;

/** What clocks and calendars in a time zone show. */
export interface WallTime {
  readonly day: number;
  /** Minutes since midnight. */
  readonly minutes: number;
}

/** The names are compared with every zone that the browser knows; those from elsewhere may be anything. */
export function isZone(zone: unknown): zone is string {
  return typeof zone === "string" && zone.length <= 64 && formatOf(zone) !== null;
}

export function wallTimeAt(instant: number, zone: string): WallTime {
  const local = instant + offsetAt(instant, zone);
  const day = Math.floor(local / dayMs);
  return { day, minutes: Math.floor((local - day * dayMs) / minuteMs) };
}

/**
 * The instant at which clocks in a zone show a time. Of a time that clocks show twice, as daylight saving time ends, it is the
 * first. A time that clocks skip, as daylight saving time begins, is moved forward by what they skip.
 */
export function instantOf({ day, minutes }: WallTime, zone: string): number {
  const local = day * dayMs + minutes * minuteMs;
  const before = offsetAt(local - dayMs, zone);
  const after = offsetAt(local + dayMs, zone);
  const found = [local - before, local - after].find((instant) => instant + offsetAt(instant, zone) === local);
  return found ?? local - before;
}

/** Wall times are counted on past midnight: minute 1,500 of a day is 1 a.m. of the next one. */
export function wallTimeOf(minutes: number): WallTime {
  const day = Math.floor(minutes / minutesOfDay);
  return { day, minutes: minutes - day * minutesOfDay };
}

export function wallMinutesAt(instant: number, zone: string): number {
  const { day, minutes } = wallTimeAt(instant, zone);
  return day * minutesOfDay + minutes;
}

/** How far clocks in a zone are ahead of UTC, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      ?.formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const local = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
  return parts.size === 0 ? 0 : local - Math.floor(instant / 1_000) * 1_000;
}

const mostFormats = 500;
const formats = new Map<string, Intl.DateTimeFormat | null>();

/** Creating a format takes much longer than using it. Null if the browser does not know the zone. */
function formatOf(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  if (formats.size >= mostFormats) formats.clear();
  const format = createFormat(zone);
  formats.set(zone, format);
  return format;
}

function createFormat(timeZone: string): Intl.DateTimeFormat | null {
  const number = "numeric";
  try {
    return new Intl.DateTimeFormat("en-US-u-ca-iso8601-nu-latn", {
      timeZone,
      hourCycle: "h23",
      year: number,
      month: number,
      day: number,
      hour: number,
      minute: number,
      second: number,
    });
  } catch {
    return null;
  }
}
