/** The UTC month of an instant, as in `2026-11`. */
export function monthOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 7);
}

/** The start of the month that comes so many months after that of an instant; before it when negative. */
export function monthAfter(start: number, months: number): number {
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
}
