import type { Card } from "../room-types.ts";

/** What a card is called: as a tool changed it, or as it is on the board now. */
export function titleOf(id: string, cards: readonly Card[], changed: readonly Card[] = []): string {
  return [...changed, ...cards].find((card) => card.id === id)?.title ?? "Deleted card";
}
