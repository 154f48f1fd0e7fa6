import { entriesOf } from "@weft/example-shared/entries-of";
import { columns } from "./room-types.ts";
import type { Card, Column } from "./room-types.ts";

export type ShownCard = Readonly<Card> & { readonly id: string };

/** The cards of each column, in order. Any client may enter a public room and store anything, so values are checked. */
export function readCards(cards: unknown): Readonly<Record<Column, readonly ShownCard[]>> {
  const all = entriesOf(cards).flatMap(([id, value]) => readCard(id, value));
  const inOrder = all.sort((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1));
  const of = (column: Column) => inOrder.filter((card) => card.column === column);
  return { "To do": of("To do"), "In progress": of("In progress"), Done: of("Done") };
}

function readCard(id: string, value: unknown): ShownCard[] {
  if (typeof value !== "object" || value === null) return [];
  const { title, column, place } = value as Partial<Record<string, unknown>>;
  if (typeof title !== "string" || typeof place !== "number") return [];
  const known = columns.find((name) => name === column);
  return known === undefined ? [] : [{ id, title, column: known, place }];
}

/** A place in front of the card at `index`, between it and the card before it. */
export function placeAt(cards: readonly ShownCard[], index: number): number {
  const before = cards[index - 1]?.place;
  const after = cards[index]?.place;
  if (before === undefined) return after === undefined ? 1 : after - 1;
  return after === undefined ? before + 1 : (before + after) / 2;
}
