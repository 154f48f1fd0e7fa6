import type { LiveMap, LiveObject } from "@weft/client";

export const noteColors = ["yellow", "blue", "green", "pink"] as const;

/** A note on a whiteboard; `x` and `y` are its upper left corner, in pixels of the canvas. */
export type Note = { x: number; y: number; text: string; color: (typeof noteColors)[number] };

declare global {
  interface Weft {
    Presence: { cursor: { x: number; y: number } | null };
    /** Created with the room. Only whiteboards have notes. */
    Storage: { notes?: LiveMap<string, LiveObject<Note>> };
    UserMeta: { id: string; info: { name: string; color: string; avatar: string } };
    RoomInfo: { name: string; url: string };
    GroupInfo: { name: string };
  }
}
