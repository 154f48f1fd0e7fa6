import { entriesOf } from "@weft/example-shared/entries-of";
import { board, fills, kinds, longestText } from "./room-types.ts";
import type { Shape } from "./room-types.ts";

export type ShownShape = Readonly<Shape> & { readonly id: string };

/** The shapes, in the order in which they were added. Any client may store anything in a public room, so they are checked. */
export function readShapes(shapes: unknown): readonly ShownShape[] {
  return entriesOf(shapes).flatMap(([id, value]) => readShape(id, value));
}

function readShape(id: string, value: unknown): ShownShape[] {
  if (typeof value !== "object" || value === null) return [];
  const { kind, x, y, width, height, fill, text } = value as Partial<Record<string, unknown>>;
  const knownKind = kinds.find((name) => name === kind);
  const knownFill = fills.find((name) => name === fill) ?? "amber";
  if (knownKind === undefined || ![x, y, width, height].every(Number.isFinite)) return [];
  const size = { width: between(20, Number(width), board.width), height: between(20, Number(height), board.height) };
  return [
    {
      id,
      kind: knownKind,
      fill: knownFill,
      text: typeof text === "string" ? text.slice(0, longestText) : "",
      ...size,
      ...insideBoard({ x: Number(x), y: Number(y) }, size),
    },
  ];
}

/** The nearest corner with which a shape of this size is wholly on the board. */
export function insideBoard(
  { x, y }: { readonly x: number; readonly y: number },
  { width, height }: { readonly width: number; readonly height: number },
) {
  return { x: between(0, x, board.width - width), y: between(0, y, board.height - height) };
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
