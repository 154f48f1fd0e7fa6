import type { Entry } from "./room-types.ts";

const moves = [3, 3, 2, 4, 4, 2];

/** The match of previews: Robin plays against a user who has left, so that a visitor can take over. */
export const sampleEntries: readonly Entry[] = [
  { type: "sit", seat: "red", player: { userId: "robin", name: "Robin", dye: "verdigris" } },
  { type: "sit", seat: "yellow", player: { userId: "wren", name: "Wren", dye: "plum" } },
  ...moves.map((column, turn): Entry => ({
    type: "drop",
    game: 0,
    turn,
    column,
    userId: turn % 2 === 0 ? "robin" : "wren",
  })),
];
