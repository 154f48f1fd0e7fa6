import { readColor } from "@weft/example-shared/colors";
import { entriesOf } from "@weft/example-shared/entries-of";
import { longestTitle } from "./room-types.ts";
import type { CalendarEvent, TimeRange } from "./room-types.ts";
import { isZone } from "./zoned-time.ts";

export type ShownEvent = Readonly<CalendarEvent> & { readonly id: string };

const mostEvents = 2_000;
const longestMs = 31 * 86_400_000;
const earliest = Date.UTC(1970, 0);
const latest = Date.UTC(2200, 0);

/** The events, in order of time. Any client may enter a public room and store anything, so values are checked. */
export function readEvents(events: unknown): readonly ShownEvent[] {
  return entriesOf(events)
    .slice(0, mostEvents)
    .flatMap(([id, value]) => readEvent(id, value))
    .sort((a, b) => a.start - b.start || b.end - a.end || (a.id < b.id ? -1 : 1));
}

function readEvent(id: string, value: unknown): ShownEvent[] {
  const range = readRange(value);
  if (range === null) return [];
  const { title, zone, color } = value as Partial<Record<string, unknown>>;
  return [
    {
      id,
      ...range,
      title: typeof title === "string" ? title.slice(0, longestTitle) : "",
      zone: isZone(zone) ? zone : "UTC",
      color: readColor(color),
    },
  ];
}

/** A range of time that a calendar can show, or null. */
export function readRange(value: unknown): TimeRange | null {
  if (typeof value !== "object" || value === null) return null;
  const { start, end } = value as Partial<Record<string, unknown>>;
  return isInstant(start) && isInstant(end) && start < end && end - start <= longestMs ? { start, end } : null;
}

function isInstant(value: unknown): value is number {
  return typeof value === "number" && value >= earliest && value <= latest;
}
