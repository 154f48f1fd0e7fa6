import { useEffect, useState } from "react";
import { clip, mergeLines } from "./rects.ts";
import type { Spot } from "./read-annotations.ts";

/** The text that the user has selected on a page, or null. A selection of several pages is that of its first page. */
export function useSelection(): readonly [Spot | null, clear: () => void] {
  const [spot, setSpot] = useState<Spot | null>(null);
  useEffect(() => {
    const read = () => setSpot(readSelection());
    document.addEventListener("selectionchange", read);
    return () => document.removeEventListener("selectionchange", read);
  }, []);
  return [spot, () => getSelection()?.removeAllRanges()];
}

function readSelection(): Spot | null {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const start = range.startContainer.parentElement?.closest<HTMLElement>(".page-text");
  const page = start?.closest<HTMLElement>("[data-page]");
  if (!start || !page) return null;
  const { left, top, width, height } = page.getBoundingClientRect();
  const rects = textRects(range, start).map((rect) =>
    clip({
      x: (rect.left - left) / width,
      y: (rect.top - top) / height,
      width: rect.width / width,
      height: rect.height / height,
    }),
  );
  const lines = mergeLines(rects);
  return lines.length === 0 ? null : { page: Number(page.dataset["page"]), rects: lines };
}

/** The rectangles of the selected text within an element. Those of the elements around the text are larger. */
function textRects(range: Range, within: Element): readonly DOMRect[] {
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const rects: DOMRect[] = [];
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (!(text instanceof Text) || !range.intersectsNode(text)) continue;
    const part = document.createRange();
    part.setStart(text, text === range.startContainer ? range.startOffset : 0);
    part.setEnd(text, text === range.endContainer ? range.endOffset : text.length);
    rects.push(...part.getClientRects());
  }
  return rects;
}
