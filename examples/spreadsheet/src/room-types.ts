import type { LiveMap } from "@weft/client";
import type { Visitor } from "@weft/example-shared";

/** What was typed into each cell, by its name: `{ B2: "1200", B6: "=SUM(B2:B5)" }`. Results are computed, not stored. */
export type Cells = LiveMap<string, string>;

declare global {
  interface Weft {
    Presence: {
      visitor: Visitor;
      /** The name of the selected cell. */
      cell: string | null;
    };
    Storage: { cells: Cells };
  }
}
