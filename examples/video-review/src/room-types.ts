import type { Person } from "@weft/example-shared";

declare global {
  interface Weft {
    Presence: {
      /** The position of the user's video, in milliseconds. While it plays, it is from the last second. */
      time: number;
      isPlaying: boolean;
      /** The connection whose playback the user follows. */
      following: number | null;
    };
    /** Whether the room has had its first comments. */
    Storage: { begun?: boolean };
    UserMeta: { id: string; info: Pick<Person, "name" | "color"> & Partial<Pick<Person, "avatar">> };
    /** The moment of a thread in milliseconds, and its place in fractions of the picture's width and height. */
    ThreadMetadata: { time: number; x: number; y: number };
    GroupInfo: { name: string };
  }
}
