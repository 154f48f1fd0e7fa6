import { LiveObject } from "@weft/client";
import { useMutation, useStorage } from "@weft/react";
import { useMemo } from "react";
import { readLayout } from "./read-layout.ts";
import type { CardId, Cards } from "./room-types.ts";

/** The order of the cards and their edits. Moving an item of a list keeps it one item, even if two people move it at once. */
export function useLayout() {
  const stored = useStorage((root) => root.cards);
  const layout = useMemo(() => readLayout(stored), [stored]);

  /** Moves a card to the place of another: in front of it, or behind it if it comes from the front. */
  const move = useMutation(({ storage }, id: CardId, target: CardId) => {
    const cards = storage.get("cards");
    const [from, to] = [placeOf(cards, id), placeOf(cards, target)];
    if (from !== -1 && to !== -1 && from !== to) cards.move(from, to);
  }, []);

  const setHidden = useMutation(({ storage }, ids: readonly CardId[], isHidden: boolean) => {
    const cards = storage.get("cards");
    for (const id of ids) {
      const place = placeOf(cards, id);
      if (place === -1) cards.push(new LiveObject({ id, isHidden }));
      else cards.get(place)?.set("isHidden", isHidden);
    }
  }, []);

  return {
    shown: layout.filter(({ isHidden }) => !isHidden).map(({ id }) => id),
    hidden: layout.filter(({ isHidden }) => isHidden).map(({ id }) => id),
    move,
    setHidden,
  };
}

function placeOf(cards: Cards, id: CardId): number {
  return cards.findIndex((card) => card instanceof LiveObject && card.get("id") === id);
}
