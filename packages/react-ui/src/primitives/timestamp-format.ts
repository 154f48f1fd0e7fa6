/** Instants as texts. */
import { dateFormat, relativeFormat } from "./intl-formats.ts";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Up to so far away, dates are relative. */
const nearMs = 7 * dayMs;

/**
 * A date as seen from now: "now" within a minute, then in minutes, hours and days, rounded towards now. From seven days on, the day of the
 * month, with its year unless it is the current one.
 *
 * @example
 * formatTimestamp(new Date(now - 5 * 60_000), now, "en"); // "5 min. ago"
 */
export function formatTimestamp(date: Date, now: number, locale?: string): string {
  const distance = date.getTime() - now;
  if (Number.isNaN(distance)) return "";
  const far = Math.abs(distance);
  if (far < minuteMs) return relativeFormat(locale).format(0, "second");
  if (far < hourMs) return relativeFormat(locale).format(Math.trunc(distance / minuteMs), "minute");
  if (far < dayMs) return relativeFormat(locale).format(Math.trunc(distance / hourMs), "hour");
  if (far < nearMs) return relativeFormat(locale).format(Math.trunc(distance / dayMs), "day");
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return dateFormat(locale, { month: "short", day: "numeric", ...(isThisYear ? {} : { year: "numeric" }) }).format(
    date,
  );
}

/** The whole date and time of day, for titles. */
export function formatFullTimestamp(date: Date, locale?: string): string {
  return isValid(date) ? dateFormat(locale, { dateStyle: "full", timeStyle: "short" }).format(date) : "";
}

/** The day in UTC: the same text on servers and in browsers, wherever they are. */
export function formatDayInUtc(date: Date, locale?: string): string {
  if (!isValid(date)) return "";
  return dateFormat(locale, { year: "numeric", month: "short", day: "numeric", timeZone: "UTC" }).format(date);
}

export const isValid = (date: Date): boolean => !Number.isNaN(date.getTime());
