import type { Place, Visitor } from "@weft/example-shared/core";

export type Presence = {
  visitor: Visitor;
  /** `null` while the pointer is not on the canvas. */
  cursor: Place | null;
};

declare global {
  interface Weft {
    Presence: Presence;
  }
}
