import type { Visitor } from "@weft/example-shared";

declare global {
  interface Weft {
    Presence: { visitor: Visitor };
  }
}
