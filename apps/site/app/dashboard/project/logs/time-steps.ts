/** A stretch of a chart: from a step to before another. */
export interface Steps {
  readonly from: number;
  readonly to: number;
}

/** The step over which a pointer is, of `count` across `width`. */
export function stepAt(x: number, width: number, count: number): number {
  if (width <= 0) return 0;
  return Math.min(count - 1, Math.max(0, Math.floor((x / width) * count)));
}

/** From one step to another, both included, whichever came first. */
export function between(one: number, other: number): Steps {
  return { from: Math.min(one, other), to: Math.max(one, other) + 1 };
}

/** From when to when, as the address holds it. */
export interface Time {
  readonly from: string;
  readonly to: string;
}

export function timeOf({ from, to }: Steps, start: string, stepMs: number): Time {
  const at = Date.parse(start);
  return { from: new Date(at + from * stepMs).toISOString(), to: new Date(at + to * stepMs).toISOString() };
}

/** The stretch of a chart that a time takes: one step at least, and never beyond the chart. */
export function stepsOf({ from, to }: Time, start: string, stepMs: number, count: number): Steps {
  const step = (time: string) => Math.round((Date.parse(time) - Date.parse(start)) / stepMs);
  const begin = Math.min(count - 1, Math.max(0, step(from)));
  return { from: begin, to: Math.min(count, Math.max(begin + 1, step(to))) };
}

/** A time twice as long around this one. What would end after now has no end. */
export function wider(from: string, to: string, now: number): { from: string; to: string | null } {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const half = Math.max(30_000, (end - start) / 2);
  const until = end + half;
  return { from: new Date(start - half).toISOString(), to: until >= now ? null : new Date(until).toISOString() };
}

/** How long a step is, in words that follow "per". */
export function stepWords(stepMs: number): string {
  const minutes = stepMs / 60_000;
  if (minutes === 1) return "minute";
  if (minutes < 60) return `${minutes} minutes`;
  const hours = minutes / 60;
  if (hours === 1) return "hour";
  return hours === 24 ? "day" : `${hours} hours`;
}
