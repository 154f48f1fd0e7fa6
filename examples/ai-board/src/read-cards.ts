import { columns } from "./room-types.ts";
import type { Card } from "./room-types.ts";

/** The cards among what a list holds: any client with the link may store anything. */
export function readCards(value: unknown): readonly Card[] {
  return Array.isArray(value) ? value.filter(isCard) : [];
}

function isCard(value: unknown): value is Card {
  if (typeof value !== "object" || value === null) return false;
  const { id, title, column } = value as Partial<Record<keyof Card, unknown>>;
  return typeof id === "string" && typeof title === "string" && columns.some((known) => known === column);
}
