import type { Cursor } from "./room-types.ts";

/** Validates a received cursor. Anyone can enter a public room with any client, and set anything. */
export function readCursor(value: unknown): Cursor | null {
  if (typeof value !== "object" || value === null) return null;
  const { x, y, pointer } = value as Partial<Record<keyof Cursor, unknown>>;
  if (!isFraction(x) || !isFraction(y)) return null;
  return { x, y, pointer: pointer === "touch" || pointer === "keyboard" ? pointer : "mouse" };
}

function isFraction(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= 1;
}
