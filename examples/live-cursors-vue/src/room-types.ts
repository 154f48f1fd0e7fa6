import type { Place, Visitor } from "@weft/example-shared/core";

declare global {
  interface Liveblocks {
    Presence: {
      visitor: Visitor;
      /** `null` while the pointer is not on the canvas. */
      cursor: Place | null;
    };
  }
}
