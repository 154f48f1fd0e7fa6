import type { LiveMap, LiveObject } from "@weft/client";
import type { Visitor } from "@weft/example-shared";

export const columns = ["To do", "In progress", "Done"] as const;
export type Column = (typeof columns)[number];

/**
 * A card names its column and its place in it. They are fields of one object, so two people who move a card at the same
 * time leave it in one place.
 */
export type Card = {
  title: string;
  column: Column;
  /** Cards of a column are in ascending order of this number. */
  place: number;
};

export const longestTitle = 120;

declare global {
  interface Weft {
    Presence: {
      visitor: Visitor;
      /** The card that this person is moving. */
      moving: string | null;
    };
    Storage: { cards: LiveMap<string, LiveObject<Card>> };
  }
}
