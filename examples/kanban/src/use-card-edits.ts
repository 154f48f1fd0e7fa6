import { LiveObject } from "@weft/client";
import { useMutation } from "@weft/react";
import { newId } from "@weft/example-shared";
import type { Card, Column } from "./room-types.ts";

/** Every edit of the board. Each is one step for undo, and does nothing to a card that was deleted in the meantime. */
export function useCardEdits() {
  const add = useMutation(({ storage }, card: Card) => storage.get("cards").set(newId(), new LiveObject(card)), []);

  const move = useMutation(({ storage }, id: string, to: { readonly column: Column; readonly place: number }) => {
    storage.get("cards").get(id)?.update(to);
  }, []);

  const rename = useMutation(({ storage }, id: string, title: string) => {
    storage.get("cards").get(id)?.set("title", title);
  }, []);

  const remove = useMutation(({ storage }, id: string) => storage.get("cards").delete(id), []);

  return { add, move, rename, remove };
}

export type CardEdits = ReturnType<typeof useCardEdits>;
