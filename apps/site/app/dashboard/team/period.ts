const dayMs = 86_400_000;

/** The months before an instant and its own, as `2026-11`, newest first. Months are those of UTC, as they are counted. */
export function periodsBack(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}

/** `2026-11` as `November 2026`. */
export function spellPeriod(period: string): string {
  return new Date(`${period}-01T00:00:00Z`).toLocaleDateString("en-GB", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}

/** Whole or begun days until a period ends; 0 when it is over. */
export function daysLeft(end: string, now: Date): number {
  return Math.max(0, Math.ceil((new Date(end).getTime() - now.getTime()) / dayMs));
}
