import type { EditorView } from "@tiptap/pm/view";
import type { EditorAnchor } from "@weft/react-ui/text-editor";

/**
 * The anchor of a range of a document. The text may be drawn anew under it, so it is looked up whenever something is placed.
 *
 * @param to by default `from`: the caret there.
 */
export function anchorOfText(view: EditorView, from: number, to: number = from): EditorAnchor {
  const rangeNow = () => {
    const { size } = view.state.doc.content;
    const [start, end] = [view.domAtPos(Math.min(from, size)), view.domAtPos(Math.min(to, size))];
    const range = view.dom.ownerDocument.createRange();
    range.setStart(start.node, start.offset);
    range.setEnd(end.node, end.offset);
    return range;
  };
  return {
    contextElement: view.dom,
    getBoundingClientRect() {
      if (view.isDestroyed) return new DOMRect();
      // A range of no letters has no rectangle at the beginning of a line.
      if (from !== to) return rangeNow().getBoundingClientRect();
      const { left, top, bottom } = view.coordsAtPos(Math.min(from, view.state.doc.content.size));
      return new DOMRect(left, top, 0, bottom - top);
    },
    ...(from !== to && { getClientRects: () => (view.isDestroyed ? [] : Array.from(rangeNow().getClientRects())) }),
  };
}
