import type { LiveList, LiveMap } from "@weft/client";
import type { Person } from "@weft/example-shared";

/** A cell by the ID of its row and the letter of its column: it stays the same when rows above are inserted or deleted. */
export type Cell = { readonly row: string; readonly column: string };

declare global {
  interface Weft {
    Presence: { cell: Cell | null };
    Storage: {
      /** Whether the room has had its first comments. */
      begun?: boolean;
      /** The IDs of the rows, in their order. */
      rows: LiveList<string>;
      /** What was typed into each cell, by `cellKey`. In formulas, references are written with the IDs of rows. */
      cells: LiveMap<string, string>;
    };
    UserMeta: { id: string; info: Pick<Person, "name" | "color"> & Partial<Pick<Person, "avatar">> };
    ThreadMetadata: Cell;
    GroupInfo: { name: string };
  }
}
