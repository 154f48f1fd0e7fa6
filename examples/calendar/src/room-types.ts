import type { LiveMap, LiveObject } from "@weft/client";
import type { Visitor } from "@weft/example-shared";
import type { Color } from "@weft/example-shared/colors";

/**
 * An event is two instants, so that it takes place at the same moment for everyone. The zone is the one it was planned in:
 * its form shows the times there, and every calendar shows them in the zone of its user.
 */
export type CalendarEvent = {
  title: string;
  /** Milliseconds since 1970 began in UTC. */
  start: number;
  end: number;
  /** A name of the time zone database, such as `Europe/Lisbon`. */
  zone: string;
  color: Color;
};

/** From one instant to another. */
export type TimeRange = { readonly start: number; readonly end: number };

export const longestTitle = 120;

declare global {
  interface Weft {
    Presence: {
      visitor: Visitor;
      /** The day that this person is looking at, such as `2027-03-18`. */
      day: string | null;
      /** The event that this person is editing. */
      event: string | null;
      /** The new event that this person has not saved yet. */
      draft: TimeRange | null;
    };
    Storage: { events: LiveMap<string, LiveObject<CalendarEvent>> };
  }
}
