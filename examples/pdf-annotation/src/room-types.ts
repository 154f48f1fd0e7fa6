import type { LiveMap } from "@weft/client";
import type { Person } from "@weft/example-shared";

/** A part of a page that a user has highlighted. It is replaced as a whole, never changed. */
export type Highlight = {
  readonly page: number;
  /** Written by `writeRects`. */
  readonly rects: string;
  /** The ID of the user. */
  readonly by: string;
};

declare global {
  interface Weft {
    Presence: {
      /** The number of the page on screen, from 1. */
      page: number;
    };
    Storage: {
      /** Whether the room has had its first comments. */
      begun?: boolean;
      highlights: LiveMap<string, Highlight>;
    };
    UserMeta: { id: string; info: Pick<Person, "name" | "color"> & Partial<Pick<Person, "avatar">> };
    /** Where a thread is: selected text has a rectangle for each line, a pin has one without a size. */
    ThreadMetadata: { page: number; rects: string };
    GroupInfo: { name: string };
  }
}
