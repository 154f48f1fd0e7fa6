const dayMs = 86_400_000;

/** Midnight UTC of the calendar day that `at` falls on in a time zone: days apart are then a plain difference. */
function calendarDay(at: Date, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric", month: "numeric", day: "numeric" });
  const { year, month, day } = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]));
  return Date.UTC(Number(year), Number(month) - 1, Number(day));
}

/** How long ago a day was, as lists are grouped by it: `Today`, `Yesterday`, `3d ago`, `2w ago`, `4mo ago`. */
export function relativeDay(at: Date, now: Date, timeZone?: string): string {
  const days = Math.max(0, (calendarDay(now, timeZone) - calendarDay(at, timeZone)) / dayMs);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  if (days <= 7) return `${days}d ago`;
  if (days <= 30) return `${Math.floor(days / 7)}w ago`;
  return `${Math.floor(days / 30)}mo ago`;
}
