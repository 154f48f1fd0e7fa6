import type { Match } from "./replay.ts";
import type { Seat } from "./rules.ts";

export const seatNames: Readonly<Record<Seat, string>> = { red: "Red", yellow: "Yellow" };

/** The state of the match in one sentence. */
export function statusOf({ players, next, winner, lastColumn }: Match, ownSeat: Seat | null): string {
  if (winner !== null) return winner === ownSeat ? "You win." : `${players[winner]?.name ?? seatNames[winner]} wins.`;
  if (next === null) return "The board is full. It is a draw.";
  if (!players.red || !players.yellow) return ownSeat === null ? "Take a seat to play." : "Waiting for an opponent.";
  const last = lastColumn === null ? "" : ` The last disc is in column ${lastColumn + 1}.`;
  return `${next === ownSeat ? "Your turn." : `${players[next]?.name ?? seatNames[next]} is next.`}${last}`;
}
