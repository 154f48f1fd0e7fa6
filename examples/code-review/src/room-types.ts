import type { LiveMap } from "@weft/client";
import type { Person } from "@weft/example-shared";

export const verdicts = ["approved", "changes requested"] as const;
export type Verdict = (typeof verdicts)[number];

/** Removed lines are on the old side, added ones on the new side, and unchanged ones on both. */
export type Side = "old" | "new";

/** Lines of one side of a file, from the first to the last, numbered from 1. */
export type Lines = { readonly side: Side; readonly line: number; readonly endLine: number };

declare global {
  interface Weft {
    Presence: {
      /** The path of the file on screen. */
      file: string | null;
      /** The lines that the user has selected in `file`. */
      lines: (Lines & { readonly file: string }) | null;
    };
    Storage: {
      /** Whether the room has had its first comments. */
      begun?: boolean;
      /** The files that each user has viewed, by `viewedKey`. */
      viewed: LiveMap<string, boolean>;
      /** The verdict of each reviewer, by their user ID. */
      verdicts: LiveMap<string, Verdict>;
    };
    UserMeta: { id: string; info: Pick<Person, "name" | "color"> & Partial<Pick<Person, "avatar">> };
    ThreadMetadata: Lines & { file: string };
    GroupInfo: { name: string };
  }
}
