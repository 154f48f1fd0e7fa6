import type { LiveMap, LiveObject } from "@liveblocks/client";
import type { Place, Visitor } from "@weft/example-shared";

export type Step = {
  label: string;
  x: number;
  y: number;
};

/** An arrow from one step to another. */
export type Arrow = {
  from: string;
  to: string;
};

export const longestLabel = 40;

declare global {
  interface Liveblocks {
    Presence: {
      visitor: Visitor;
      /** Where this person points, in the chart’s own coordinates: everyone scrolls and zooms for themselves. */
      cursor: Place | null;
    };
    Storage: {
      steps: LiveMap<string, LiveObject<Step>>;
      arrows: LiveMap<string, Arrow>;
    };
  }
}
