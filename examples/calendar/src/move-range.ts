import type { TimeRange } from "./room-types.ts";
import { instantOf, wallMinutesAt, wallTimeOf } from "./zoned-time.ts";

/** The grid that drags and arrow keys follow. */
export const stepMinutes = 15;

/** A range moved by minutes that clocks in a zone show: moved by a day, it starts at the same time. It stays as long as it is. */
export function moveRange({ start, end }: TimeRange, minutes: number, zone: string): TimeRange {
  const moved = shift(start, minutes, zone);
  return { start: moved, end: moved + end - start };
}

/** A range with another end, which is at least one step after its start. */
export function resizeRange({ start, end }: TimeRange, minutes: number, zone: string): TimeRange {
  return { start, end: Math.max(shift(end, minutes, zone), start + stepMinutes * 60_000) };
}

/** The range between two minutes that clocks in a zone show, in either order, and at least one step. */
export function rangeBetween(a: number, b: number, zone: string): TimeRange {
  const [from, to] = a < b ? [a, b] : [b, a];
  const start = instantOf(wallTimeOf(from), zone);
  return { start, end: Math.max(instantOf(wallTimeOf(to), zone), start + stepMinutes * 60_000) };
}

function shift(instant: number, minutes: number, zone: string): number {
  return instantOf(wallTimeOf(wallMinutesAt(instant, zone) + minutes), zone);
}
