import type { Json, LiveList } from "@weft/client";
import type { Visitor } from "@weft/example-shared";
import type { Seat } from "./rules.ts";

export type Player = { userId: string; name: string; dye: string };

/**
 * What someone did. Entries are only ever appended: the server puts concurrent ones in one order, in which every client
 * replays them with the same rules (`replay.ts`). An entry that is not allowed at its place is ignored. Of two players who
 * take one seat at the same time, or of two moves in one turn, the first counts for everyone.
 */
export type Entry =
  | { type: "sit"; seat: Seat; player: Player }
  | { type: "leave"; userId: string }
  /** `turn` counts the discs of the game. A move that was made before another arrived has its number, and is too late. */
  | { type: "drop"; game: number; turn: number; column: number; userId: string }
  /** Once both players have asked for it, the next game starts. */
  | { type: "rematch"; game: number; userId: string };

/** Entries are plain values, which are never changed. */
export interface Entries extends LiveList<Json> {
  clone(): Entries;
}

declare global {
  interface Weft {
    Presence: {
      visitor: Visitor;
      userId: string;
      /** The column that a player is about to choose. */
      column: number | null;
    };
    Storage: { entries: Entries };
  }
}
