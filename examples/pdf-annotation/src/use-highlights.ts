import { useMutation, useStorage } from "@weft/react";
import { newId } from "@weft/example-shared";
import { useMemo } from "react";
import { readHighlights } from "./read-annotations.ts";
import { writeRects } from "./rects.ts";
import type { Rect } from "./rects.ts";

/** The highlights of all users, and their edits. */
export function useHighlights(userId: string, pageCount: number) {
  const stored = useStorage((root) => root.highlights);
  const highlights = useMemo(() => readHighlights(stored, pageCount), [stored, pageCount]);
  const add = useMutation(
    ({ storage }, page: number, rects: readonly Rect[]) => {
      storage.get("highlights").set(newId(), { page, rects: writeRects(rects), by: userId });
    },
    [userId],
  );
  const remove = useMutation(({ storage }, id: string) => {
    storage.get("highlights").delete(id);
  }, []);
  return { loaded: stored !== null, highlights, add, remove };
}
