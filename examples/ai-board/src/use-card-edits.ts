import { LiveObject } from "@weft/client";
import { useMutation } from "@weft/react";
import { newId } from "@weft/example-shared";
import { useMemo } from "react";
import type { Card, Column } from "./room-types.ts";

/**
 * Every edit of the board, for its buttons and for the copilot's tools. One call is one step for undo. Cards are found by
 * id: another user may have moved or deleted them. Returns the cards that were changed.
 */
export function useCardEdits() {
  const add = useMutation(({ storage }, cards: readonly { readonly title: string; readonly column: Column }[]) => {
    const added = cards.map(({ title, column }): Card => ({ id: newId(), title, column }));
    for (const card of added) storage.get("cards").push(new LiveObject(card));
    return added;
  }, []);

  const move = useMutation(({ storage }, moves: readonly { readonly id: string; readonly column: Column }[]) => {
    const cards = storage.get("cards");
    return moves.flatMap(({ id, column }): Card[] => {
      const card = cards.find((other) => other.get("id") === id);
      card?.set("column", column);
      return card === undefined ? [] : [{ ...card.toJSON() }];
    });
  }, []);

  const remove = useMutation(({ storage }, ids: readonly string[]) => {
    const cards = storage.get("cards");
    return ids.flatMap((id): Card[] => {
      const index = cards.findIndex((card) => card.get("id") === id);
      const card = cards.get(index)?.toJSON();
      if (index !== -1) cards.delete(index);
      return card === undefined ? [] : [{ ...card }];
    });
  }, []);

  return useMemo(() => ({ add, move, remove }), [add, move, remove]);
}

export type CardEdits = ReturnType<typeof useCardEdits>;
