import type { StatusHour, StatusRecords } from "./status-records.ts";

const hourMs = 3_600_000;
const hoursPerDay = 24;
/** An hour is divided into this many slots. */
export const slotsPerHour = 12;
const slotMs = hourMs / slotsPerHour;

/** The availability of the server on a day in UTC. */
export interface StatusDay {
  /** As `2026-01-31`. */
  readonly date: string;
  /** Slots in which the server was available. */
  readonly available: number;
  /** Slots of the day that are over or in progress, from the first record on. */
  readonly total: number;
}

/**
 * The availability of the server over time. A slot counts as available if any node of the server found itself ready in it;
 * a server that does not run, or cannot write, leaves no record, and the slot counts as unavailable.
 */
export interface StatusHistory {
  /** Records that the server is available now. */
  record(): Promise<void>;
  /** The days that are kept, oldest first, from the day of the first record. */
  days(): Promise<readonly StatusDay[]>;
  /** How long the history is kept. */
  readonly keptMs: number;
}

export interface StatusHistoryOptions {
  readonly records: StatusRecords;
  readonly now: () => number;
  /** How long the history is kept. */
  readonly keptMs: number;
}

export function createStatusHistory({ records, now, keptMs }: StatusHistoryOptions): StatusHistory {
  let recorded = -1;
  let droppedOn = -1;
  const firstKept = () => dayOf(hourOf(now() - keptMs)) * hoursPerDay;
  return {
    keptMs,

    async record() {
      const slot = Math.floor(now() / slotMs);
      if (slot === recorded) return;
      await records.mark({ hour: hourOf(now()), slots: 2 ** (slot % slotsPerHour) });
      recorded = slot;
      const today = dayOf(hourOf(now()));
      if (today === droppedOn) return;
      await records.dropBefore(firstKept());
      droppedOn = today;
    },

    async days() {
      const hours = await records.from(firstKept());
      const first = hours.find(({ slots }) => slots !== 0);
      if (first === undefined) return [];
      const began = first.hour * slotsPerHour + Math.log2(first.slots & -first.slots);
      const current = Math.floor(now() / slotMs);
      const byDay = Map.groupBy(hours, ({ hour }) => dayOf(hour));
      const days: StatusDay[] = [];
      for (let day = dayOf(first.hour); day <= dayOf(hourOf(now())); day++) {
        const slotsBefore = day * hoursPerDay * slotsPerHour;
        const from = Math.max(began, slotsBefore);
        const to = Math.min(current + 1, slotsBefore + hoursPerDay * slotsPerHour);
        days.push({
          date: new Date(day * hoursPerDay * hourMs).toISOString().slice(0, 10),
          available: (byDay.get(day) ?? []).reduce((sum, { slots }) => sum + bitsOf(slots), 0),
          // The slot in progress counts once the server was available in it.
          total: to - from - (isMarked(hours, current) || to <= current ? 0 : 1),
        });
      }
      return days;
    },
  };
}

function hourOf(instant: number): number {
  return Math.floor(instant / hourMs);
}

function dayOf(hour: number): number {
  return Math.floor(hour / hoursPerDay);
}

function isMarked(hours: readonly StatusHour[], slot: number): boolean {
  const hour = hours.find((one) => one.hour === Math.floor(slot / slotsPerHour));
  return hour !== undefined && (hour.slots & (2 ** (slot % slotsPerHour))) !== 0;
}

function bitsOf(slots: number): number {
  let count = 0;
  for (let rest = slots; rest !== 0; rest &= rest - 1) count++;
  return count;
}
