import { useHistory } from "@weft/react";
import { useRef } from "react";
import type { PointerEvent, RefObject } from "react";
import { insideBoard } from "./read-shapes.ts";
import type { ShownShape } from "./read-shapes.ts";
import { board } from "./room-types.ts";
import type { ShapeEdits } from "./use-shape-edits.ts";

interface Drag {
  readonly shape: ShownShape;
  /** From the shape’s corner to the pointer, in units of the board. */
  readonly offset: { readonly x: number; readonly y: number };
}

/**
 * Moves a shape with the pointer. Everyone sees each step of the way, and the whole way is one step for undo: the history
 * is paused meanwhile.
 */
export function useDrag(svg: RefObject<SVGSVGElement | null>, edits: ShapeEdits) {
  const history = useHistory();
  const drag = useRef<Drag | null>(null);

  const toBoard = ({ clientX, clientY }: PointerEvent) => {
    const box = svg.current!.getBoundingClientRect();
    return {
      x: ((clientX - box.left) / box.width) * board.width,
      y: ((clientY - box.top) / box.height) * board.height,
    };
  };

  return {
    grab: (event: PointerEvent, shape: ShownShape) => {
      if (!event.isPrimary || event.button !== 0) return;
      // The pointer may leave the board while it drags.
      svg.current!.setPointerCapture(event.pointerId);
      const at = toBoard(event);
      drag.current = { shape, offset: { x: at.x - shape.x, y: at.y - shape.y } };
      history.pause();
    },
    follow: (event: PointerEvent) => {
      if (!drag.current || !event.isPrimary) return;
      const { shape, offset } = drag.current;
      const at = toBoard(event);
      edits.change(shape.id, insideBoard({ x: at.x - offset.x, y: at.y - offset.y }, shape));
    },
    release: () => {
      if (!drag.current) return;
      drag.current = null;
      history.resume();
    },
  };
}
