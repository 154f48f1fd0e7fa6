import type { Card } from "../room-types.ts";

/** The cards that a tool has changed, as the copilot reads them. */
export type Changed = { cards: Card[] };

/** The result of a change: other users may have deleted the cards meanwhile. */
export function changed(cards: Card[]): { data: Changed } | { error: string } {
  return cards.length === 0 ? { error: "The cards are no longer on the board." } : { data: { cards } };
}
