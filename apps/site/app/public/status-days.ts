import type { ServerStatus } from "@weft/protocol";

/** A day of the status page: with its availability, or from before the first record. */
export interface ShownDay {
  readonly date: string;
  /** From 0 to 1; undefined if nothing was recorded. */
  readonly availability: number | undefined;
  readonly unavailableMinutes: number;
}

const dayMs = 86_400_000;

/** Every day that is kept, oldest first, the days before the first record included. */
export function shownDays(
  { days, keptDays, slotMinutes }: Omit<ServerStatus, "serves">,
  today: Date,
): readonly ShownDay[] {
  const known = new Map(days.map((day) => [day.date, day]));
  return Array.from({ length: keptDays }, (_, index) => {
    const date = new Date(today.getTime() - (keptDays - 1 - index) * dayMs).toISOString().slice(0, 10);
    const day = known.get(date);
    if (day === undefined || day.total === 0) return { date, availability: undefined, unavailableMinutes: 0 };
    return {
      date,
      availability: day.available / day.total,
      unavailableMinutes: (day.total - day.available) * slotMinutes,
    };
  });
}

/** Over all days with a record, as `99.98%`. Rounded down, so that 100% means that nothing was missing. */
export function uptimeOf({ days }: Pick<ServerStatus, "days">): string | undefined {
  const total = days.reduce((sum, day) => sum + day.total, 0);
  if (total === 0) return undefined;
  const available = days.reduce((sum, day) => sum + day.available, 0);
  return `${(Math.floor((available / total) * 10_000) / 100).toFixed(available === total ? 0 : 2)}%`;
}

/** How long a server was unavailable: `25 min`, `3 h 5 min`. */
export function lengthOf(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return [...(hours > 0 ? [`${hours} h`] : []), ...(minutes % 60 > 0 ? [`${minutes % 60} min`] : [])].join(" ");
}
