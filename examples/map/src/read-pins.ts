import { readColor } from "@weft/example-shared/colors";
import { entriesOf } from "@weft/example-shared/entries-of";
import { longestNotes, longestTitle } from "./room-types.ts";
import type { Pin, Position } from "./room-types.ts";

export type ShownPin = Readonly<Pin> & { readonly id: string };

const mostPins = 500;

/** The pins: the stops of the route in their order, then the others by title. Any client may store anything in a public room. */
export function readPins(pins: unknown): readonly ShownPin[] {
  return entriesOf(pins)
    .flatMap(([id, value]) => readPin(id, value))
    .slice(0, mostPins)
    .sort(
      (a, b) =>
        (a.stop ?? Number.MAX_VALUE) - (b.stop ?? Number.MAX_VALUE) ||
        a.title.localeCompare(b.title) ||
        (a.id < b.id ? -1 : 1),
    );
}

export function stopsOf(pins: readonly ShownPin[]): readonly ShownPin[] {
  return pins.filter(({ stop }) => stop !== null);
}

function readPin(id: string, value: unknown): ShownPin[] {
  const position = readPosition(value);
  if (position === null) return [];
  const { title, notes, color, stop } = value as Partial<Record<string, unknown>>;
  return [
    {
      id,
      ...position,
      title: typeof title === "string" ? title.slice(0, longestTitle) : "",
      notes: typeof notes === "string" ? notes.slice(0, longestNotes) : "",
      color: readColor(color),
      stop: typeof stop === "number" && Number.isFinite(stop) ? stop : null,
    },
  ];
}

/** A position on the Earth, or null. */
export function readPosition(value: unknown): Position | null {
  if (typeof value !== "object" || value === null) return null;
  const { lon, lat } = value as Partial<Record<string, unknown>>;
  return isWithin(lon, 180) && isWithin(lat, 90) ? { lon, lat } : null;
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === "number" && Math.abs(value) <= most;
}

/** The number of a stop in front of the one at `index`, between it and the stop before it. */
export function stopAt(stops: readonly ShownPin[], index: number): number {
  const before = stops[index - 1]?.stop ?? null;
  const after = stops[index]?.stop ?? null;
  if (before === null) return after === null ? 1 : after - 1;
  return after === null ? before + 1 : (before + after) / 2;
}
