import { entriesOf } from "@weft/example-shared/entries-of";
import { readRects } from "./rects.ts";
import type { Rect } from "./rects.ts";

/** A highlight or the place of a thread on a page, as it is shown. */
export interface Spot {
  /** From 1. */
  readonly page: number;
  /** At least one. */
  readonly rects: readonly Rect[];
}

export interface ShownHighlight extends Spot {
  readonly id: string;
  /** The ID of the user. */
  readonly by: string;
}

/** A document has at most this many highlights on screen. */
const mostHighlights = 500;

/** Any client in the room may have written anything: null for what is not on a page of the document. */
export function readSpot(value: unknown, pageCount: number): Spot | null {
  if (typeof value !== "object" || value === null) return null;
  const { page, rects: written } = value as Partial<Record<string, unknown>>;
  const rects = readRects(written);
  const isPage = typeof page === "number" && Number.isInteger(page) && page >= 1 && page <= pageCount;
  return isPage && rects.length > 0 ? { page, rects } : null;
}

export function readHighlights(stored: unknown, pageCount: number): readonly ShownHighlight[] {
  return entriesOf(stored)
    .slice(0, mostHighlights)
    .flatMap(([id, value]) => {
      const spot = readSpot(value, pageCount);
      const { by } = (value ?? {}) as Partial<Record<string, unknown>>;
      return spot === null ? [] : [{ id, by: typeof by === "string" ? by : "", ...spot }];
    });
}
