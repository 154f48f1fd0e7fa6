import type { LiveMap, LiveObject } from "@weft/client";
import type { Place, Visitor } from "@weft/example-shared";

export const kinds = ["note", "rectangle", "ellipse"] as const;
export type Kind = (typeof kinds)[number];

export const fills = ["amber", "blue", "green", "rose"] as const;
export type Fill = (typeof fills)[number];

/** A shape on a board of 1000 by 640 units; `x` and `y` are its upper left corner. */
export type Shape = {
  kind: Kind;
  x: number;
  y: number;
  width: number;
  height: number;
  fill: Fill;
  text: string;
};

export const board = { width: 1000, height: 640 } as const;
export const longestText = 60;

declare global {
  interface Weft {
    Presence: {
      visitor: Visitor;
      /** Where on the board this person points, as fractions of its sides. */
      cursor: Place | null;
      /** The shape that this person has selected. */
      selected: string | null;
    };
    Storage: { shapes: LiveMap<string, LiveObject<Shape>> };
  }
}
