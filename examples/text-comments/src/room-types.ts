import type { Person } from "@weft/example-shared";

declare global {
  interface Weft {
    UserMeta: { id: string; info: Pick<Person, "name" | "color"> & Partial<Pick<Person, "avatar">> };
    /** What a thread is about is its place in the text, which the text knows. */
    ThreadMetadata: {};
    RoomInfo: { name: string; url: string };
    GroupInfo: { name: string };
  }
}
