import type { LiveMap, LiveObject } from "@weft/client";
import type { Visitor } from "@weft/example-shared";
import type { Color } from "@weft/example-shared/colors";

/** A position on the Earth in degrees, so that everyone means the same place, however they have moved and zoomed the map. */
export type Position = { readonly lon: number; readonly lat: number };

/**
 * A pin. Its place on the route is a field of its own, so two people who add stops or move them at the same time leave each
 * pin on the route once.
 */
export type Pin = {
  title: string;
  notes: string;
  color: Color;
  lon: number;
  lat: number;
  /** Stops of the route are in ascending order of this number. Null if the pin is not on the route. */
  stop: number | null;
};

export const longestTitle = 80;
export const longestNotes = 500;

declare global {
  interface Weft {
    Presence: {
      visitor: Visitor;
      /** The position that this person points at. */
      cursor: Position | null;
      /** The pin that this person has selected. */
      pin: string | null;
    };
    Storage: { pins: LiveMap<string, LiveObject<Pin>> };
  }
}
