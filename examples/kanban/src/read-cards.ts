import { entriesOf } from "@weft/example-shared/entries-of";
import { inOrder } from "@weft/example-shared/places";
import { columns } from "./room-types.ts";
import type { Card, Column } from "./room-types.ts";

export type ShownCard = Readonly<Card> & { readonly id: string };

/** The cards of each column, in order. Any client may enter a public room and store anything, so values are checked. */
export function readCards(cards: unknown): Readonly<Record<Column, readonly ShownCard[]>> {
  const all = entriesOf(cards).flatMap(([id, value]) => readCard(id, value));
  const ordered = inOrder(all);
  const of = (column: Column) => ordered.filter((card) => card.column === column);
  return { "To do": of("To do"), "In progress": of("In progress"), Done: of("Done") };
}

function readCard(id: string, value: unknown): ShownCard[] {
  if (typeof value !== "object" || value === null) return [];
  const { title, column, place } = value as Partial<Record<string, unknown>>;
  if (typeof title !== "string" || typeof place !== "number") return [];
  const known = columns.find((name) => name === column);
  return known === undefined ? [] : [{ id, title, column: known, place }];
}
