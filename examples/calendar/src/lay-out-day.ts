import type { TimeRange } from "./room-types.ts";
import { instantOf, minutesOfDay, wallTimeAt } from "./zoned-time.ts";

/** What a day shows of an event, in minutes of the day, and its column. */
export interface Block<Event> {
  readonly event: Event;
  readonly from: number;
  readonly to: number;
  readonly column: number;
  /** How many columns the events that overlap take up together. */
  readonly columns: number;
  readonly startsBefore: boolean;
  readonly endsAfter: boolean;
}

/** Shorter events are drawn as if they took this long. */
export const shortestMinutes = 15;

/** The events of a day in a time zone, next to each other where they overlap. */
export function layOutDay<Event extends TimeRange & { readonly id: string }>(
  day: number,
  events: readonly Event[],
  zone: string,
): readonly Block<Event>[] {
  return placeInColumns(blocksOf(day, events, zone));
}

/** The events that take place on a day, also in part. */
export function eventsOn<Event extends TimeRange>(day: number, events: readonly Event[], zone: string): Event[] {
  const [begin, end] = boundsOf(day, zone);
  return events.filter((event) => event.start < end && event.end > begin);
}

function blocksOf<Event extends TimeRange>(day: number, events: readonly Event[], zone: string) {
  const [begin, end] = boundsOf(day, zone);
  return eventsOn(day, events, zone).map((event) => {
    const startsBefore = event.start < begin;
    const endsAfter = event.end > end;
    const from = startsBefore ? 0 : wallTimeAt(event.start, zone).minutes;
    const to = event.end >= end ? minutesOfDay : wallTimeAt(event.end, zone).minutes;
    const top = Math.min(from, minutesOfDay - shortestMinutes);
    // As daylight saving time ends, clocks may show an earlier time at the end of an event than at its start.
    return { event, from: top, to: Math.max(to, top + shortestMinutes), startsBefore, endsAfter };
  });
}

function boundsOf(day: number, zone: string): [begin: number, end: number] {
  return [instantOf({ day, minutes: 0 }, zone), instantOf({ day: day + 1, minutes: 0 }, zone)];
}

type Unplaced<Event> = Omit<Block<Event>, "column" | "columns">;

/** Each event is placed in the first column that is free at its start. Events that overlap share the width of the day. */
function placeInColumns<Event extends { readonly id: string }>(blocks: readonly Unplaced<Event>[]): Block<Event>[] {
  const inOrder = blocks.toSorted((a, b) => a.from - b.from || b.to - a.to || (a.event.id < b.event.id ? -1 : 1));
  const placed: Block<Event>[] = [];
  let group: { readonly block: Unplaced<Event>; readonly column: number }[] = [];
  let ends: number[] = [];
  const finish = () => {
    for (const { block, column } of group) placed.push({ ...block, column, columns: ends.length });
    group = [];
    ends = [];
  };
  for (const block of inOrder) {
    if (ends.every((end) => end <= block.from)) finish();
    const free = ends.findIndex((end) => end <= block.from);
    const column = free === -1 ? ends.length : free;
    ends[column] = block.to;
    group.push({ block, column });
  }
  finish();
  return placed;
}
