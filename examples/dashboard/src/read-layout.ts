import { cardIds } from "./room-types.ts";
import type { CardId } from "./room-types.ts";

export interface PlacedCard {
  readonly id: CardId;
  readonly isHidden: boolean;
}

/**
 * Every card once, in the stored order. Any client may store anything in a public room: what is not a card is left out, and
 * a card that is missing is last.
 */
export function readLayout(stored: unknown): readonly PlacedCard[] {
  const found = new Map<CardId, PlacedCard>();
  for (const item of Array.isArray(stored) ? (stored as unknown[]) : []) {
    const { id, isHidden } = (typeof item === "object" && item !== null ? item : {}) as Partial<
      Record<string, unknown>
    >;
    const known = cardIds.find((card) => card === id);
    if (known !== undefined && !found.has(known)) found.set(known, { id: known, isHidden: isHidden === true });
  }
  for (const id of cardIds) if (!found.has(id)) found.set(id, { id, isHidden: false });
  return [...found.values()];
}
