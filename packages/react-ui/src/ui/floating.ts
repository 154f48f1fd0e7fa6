import { autoUpdate, flip, offset, shift, size, useFloating } from "@floating-ui/react-dom";
import type { Middleware, Placement } from "@floating-ui/react-dom";
import type { CSSProperties } from "react";

export interface FloatingPlacement {
  readonly side?: "top" | "right" | "bottom" | "left";
  /** Pixels between the trigger and the floating element. */
  readonly sideOffset?: number;
  readonly align?: "start" | "center" | "end";
  /** Pixels by which it is moved along the trigger. */
  readonly alignOffset?: number;
}

/** Pixels that are kept free at the edges of the window. */
const edge = 10;

/** Keeps a floating element beside its reference, and inside of the window. `first` is applied before everything else. */
export function usePlacement(
  { side = "bottom", sideOffset = 8, align = "center", alignOffset = 0 }: FloatingPlacement = {},
  first: readonly Middleware[] = [],
) {
  const wanted: Placement = align === "center" ? side : `${side}-${align}`;
  const { refs, floatingStyles, placement, isPositioned } = useFloating({
    placement: wanted,
    strategy: "fixed",
    transform: false,
    middleware: [
      ...first,
      offset({ mainAxis: sideOffset, alignmentAxis: alignOffset }),
      flip({ padding: edge, crossAxis: false }),
      shift({ padding: edge }),
      size({
        padding: edge,
        apply({ availableHeight, availableWidth, elements, rects, placement: tried }) {
          const { y, height } = rects.reference;
          const above = y - sideOffset - edge;
          const below = window.innerHeight - y - height - sideOffset - edge;
          const opposite = tried.startsWith("top") ? below : tried.startsWith("bottom") ? above : 0;
          // Where the opposite side has more room, it is as tall as there: if it does not fit here, it is flipped, rather than cut.
          const room = Math.max(0, availableHeight, opposite);
          elements.floating.style.setProperty("--lb-available-height", `${room}px`);
          elements.floating.style.setProperty("--lb-available-width", `${Math.max(0, availableWidth)}px`);
        },
      }),
    ],
    whileElementsMounted: autoUpdate,
  });
  const [shownSide, shownAlign = "center"] = placement.split("-");
  // Until it is placed, it is in the document, to be measured and focused, and not seen.
  const style: CSSProperties = { ...floatingStyles, ...(isPositioned ? {} : { opacity: 0 }) };
  return { refs, style, data: { "data-side": shownSide, "data-align": shownAlign } } as const;
}

/** Where a floating element is, and what places it there. */
export type FloatingPosition = ReturnType<typeof usePlacement>;
