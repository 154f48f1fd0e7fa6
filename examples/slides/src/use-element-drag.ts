import { useHistory } from "@weft/react";
import { useEffect, useRef } from "react";
import type { PointerEvent, RefObject } from "react";
import { insidePage, sizeInsidePage } from "./read-deck.ts";
import type { ShownElement } from "./read-deck.ts";
import { page } from "./room-types.ts";

/** What a pointer does to an element: it moves it, or the corner that resizes it. */
export type Grip = "move" | "resize";

/**
 * Moves or resizes an element with the pointer. Everyone sees each step, and all of them are one step for undo: the history is
 * paused meanwhile.
 */
export function useElementDrag(
  stage: RefObject<HTMLElement | null>,
  element: ShownElement,
  change: (changes: Partial<ShownElement>) => void,
) {
  const history = useHistory();
  const drag = useRef<{
    readonly grip: Grip;
    readonly from: ShownElement;
    readonly x: number;
    readonly y: number;
  } | null>(null);

  const end = () => {
    if (!drag.current) return;
    drag.current = null;
    history.resume();
  };
  // Someone else may delete the element meanwhile.
  useEffect(() => end, []);

  return {
    grab: (event: PointerEvent, grip: Grip) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { grip, from: element, x: event.clientX, y: event.clientY };
      history.pause();
    },
    handlers: {
      onPointerMove: (event: PointerEvent) => {
        if (!drag.current || !stage.current) return;
        const { grip, from, x, y } = drag.current;
        const scale = page.width / stage.current.getBoundingClientRect().width;
        const [dx, dy] = [(event.clientX - x) * scale, (event.clientY - y) * scale];
        if (dx === 0 && dy === 0) return;
        change(
          grip === "move"
            ? insidePage({ x: from.x + dx, y: from.y + dy }, from)
            : sizeInsidePage(from, { width: from.width + dx, height: from.height + dy }),
        );
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}
