import type { Person } from "@weft/example-shared";

declare global {
  interface Weft {
    /** Whether the room has had its first comments. */
    Storage: { begun?: boolean };
    UserMeta: { id: string; info: Pick<Person, "name" | "color"> & Partial<Pick<Person, "avatar">> };
    /** Where a thread is pinned: fractions of the picture's width and height. */
    ThreadMetadata: { x: number; y: number };
    GroupInfo: { name: string };
  }
}
