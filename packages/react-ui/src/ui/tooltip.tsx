import { forwardRef, useEffect, useId, useRef, useState } from "react";
import type { ComponentPropsWithoutRef, FocusEvent, PointerEvent, ReactElement, ReactNode } from "react";
import type { FloatingPlacement } from "./floating.ts";
import { usePlacement } from "./floating.ts";
import { useMergedRefs } from "./merged-refs.ts";
import { Portal } from "./portal.tsx";
import { joinedProps, Slot } from "./slot.tsx";

/** Other props are given to the trigger, so that a tooltip can be the trigger of a menu. */
export interface TooltipProps
  extends
    Omit<ComponentPropsWithoutRef<"button">, "content" | "children">,
    Pick<FloatingPlacement, "side" | "sideOffset" | "align"> {
  /** Without content, there is no tooltip. */
  readonly content: ReactNode;
  readonly multiline?: boolean;
  /** Keys that do the same as the trigger, as users read them. */
  readonly shortcut?: string;
  /** The trigger. */
  readonly children: ReactElement;
}

const opensAfterMs = 500;
/** While the pointer moves from the trigger to the tooltip. */
const closesAfterMs = 100;

/** A description of an element, which is shown while the pointer is over it, or while it is focused by the keyboard. */
export const Tooltip = forwardRef<HTMLElement, TooltipProps>(function Tooltip(
  { content, multiline = false, shortcut, side = "top", sideOffset = 6, align = "center", children, ...given },
  ref,
) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Whether the pointer has moved over the trigger since it came: a press ends the visit's tooltip. */
  const isVisited = useRef(false);
  const { refs, style, data } = usePlacement({ side, sideOffset, align });
  const merged = useMergedRefs(ref, refs.setReference as (node: HTMLElement | null) => void);
  const change = (next: boolean, afterMs: number) => {
    clearTimeout(timer.current);
    if (afterMs === 0) setOpen(next);
    else timer.current = setTimeout(() => setOpen(next), afterMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const close = ({ key }: KeyboardEvent) => {
      if (key === "Escape") setOpen(false);
    };
    document.addEventListener("keydown", close, true);
    return () => document.removeEventListener("keydown", close, true);
  }, [isOpen]);
  const triggerProps = joinedProps(given, {
    // Not when it enters: a trigger may appear below a pointer that rests, such as one that takes the place of what was pressed.
    onPointerMove({ pointerType }: PointerEvent) {
      if (pointerType === "touch" || isVisited.current) return;
      isVisited.current = true;
      change(true, opensAfterMs);
    },
    onPointerLeave() {
      isVisited.current = false;
      change(false, closesAfterMs);
    },
    onPointerDown: () => change(false, 0),
    onClick: () => change(false, 0),
    onFocus({ target }: FocusEvent<HTMLElement>) {
      if (isFocusVisible(target)) change(true, 0);
    },
    onBlur: () => change(false, 0),
  });
  const hasContent = content !== undefined && content !== null && content !== false && content !== "";
  // What the trigger has opened, such as a menu, is not covered.
  const isShown = isOpen && hasContent && given["aria-expanded"] !== true;
  return (
    <>
      <Slot {...triggerProps} ref={merged} {...(isShown ? { "aria-describedby": id } : {})}>
        {children}
      </Slot>
      {isShown ? (
        <Portal
          {...data}
          ref={refs.setFloating}
          id={id}
          role="tooltip"
          className="lb-tooltip"
          data-multiline={multiline ? "" : undefined}
          style={style}
          onPointerEnter={() => change(true, 0)}
          onPointerLeave={() => change(false, closesAfterMs)}
        >
          {content}
          {shortcut === undefined ? null : <kbd className="lb-tooltip-shortcut">{shortcut}</kbd>}
        </Portal>
      ) : null}
    </>
  );
});

function isFocusVisible(element: HTMLElement): boolean {
  try {
    return element.matches(":focus-visible");
  } catch {
    return true;
  }
}
