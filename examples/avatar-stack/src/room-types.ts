import type { Visitor } from "@weft/example-shared";

declare global {
  interface Weft {
    Presence: {
      visitor: Visitor;
      /** The section that this person is reading. */
      section: string | null;
      /** Whether the page is in a tab that is not shown. */
      away: boolean;
    };
  }
}
