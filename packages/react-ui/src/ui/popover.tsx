import { forwardRef, useEffect, useId, useLayoutEffect, useRef } from "react";
import type { ComponentPropsWithoutRef, KeyboardEvent, ReactElement, ReactNode, RefObject } from "react";
import { classNames } from "./class-names.ts";
import type { FloatingPlacement } from "./floating.ts";
import { usePlacement } from "./floating.ts";
import { loopTab } from "./focus.ts";
import { useDismissal } from "./layers.ts";
import { useMergedRefs } from "./merged-refs.ts";
import { Portal } from "./portal.tsx";
import { Slot } from "./slot.tsx";

export interface PopoverProps
  extends FloatingPlacement, Omit<ComponentPropsWithoutRef<"div">, "children" | "dir" | "content"> {
  readonly open: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** The element beside which it opens, and that a click of opens it. */
  readonly trigger: ReactElement;
  /** What is in it. */
  readonly children: ReactNode;
}

/** A dialog beside its trigger, which does not keep users from the rest of the page. It needs an `aria-label`. */
export const Popover = forwardRef<HTMLDivElement, PopoverProps>(function Popover(
  { open, onOpenChange, trigger, children, side, sideOffset, align, alignOffset, ...props },
  ref,
) {
  const id = useId();
  const triggerRef = useRef<HTMLElement>(null);
  const { refs, style, data } = usePlacement({ side, sideOffset, align, alignOffset });
  const merged = useMergedRefs(refs.setReference as (node: HTMLElement | null) => void, triggerRef);
  const content = useMergedRefs(ref, refs.setFloating);
  return (
    <>
      <Slot
        ref={merged}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-state={open ? "open" : "closed"}
        onClick={() => onOpenChange(!open)}
      >
        {trigger}
      </Slot>
      {open ? (
        <PopoverContent
          {...props}
          {...data}
          ref={content}
          id={id}
          style={{ ...style, ...props.style }}
          triggerRef={triggerRef}
          close={() => onOpenChange(false)}
        >
          {children}
        </PopoverContent>
      ) : null}
    </>
  );
});

interface PopoverContentProps extends ComponentPropsWithoutRef<"div"> {
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly close: () => void;
}

const PopoverContent = forwardRef<HTMLDivElement, PopoverContentProps>(function PopoverContent(
  { triggerRef, close, className, onKeyDown, ...props },
  ref,
) {
  const content = useRef<HTMLDivElement>(null);
  const merged = useMergedRefs(ref, content);
  const { onPointerDownCapture } = useDismissal(
    true,
    close,
    (target) => triggerRef.current === null || !triggerRef.current.contains(target),
  );
  useFocusReturn(content, triggerRef);
  // After the effects of its children, one of which may take the focus.
  useEffect(() => {
    const { current } = content;
    if (current !== null && !current.contains(document.activeElement)) current.focus({ preventScroll: true });
  }, []);
  return (
    <Portal
      role="dialog"
      {...props}
      ref={merged}
      tabIndex={-1}
      className={classNames("lb-elevation lb-popover", className)}
      onPointerDownCapture={onPointerDownCapture}
      onKeyDown={(event: KeyboardEvent<HTMLDivElement>) => {
        onKeyDown?.(event);
        if (!event.defaultPrevented && content.current !== null) loopTab(event, content.current);
      }}
    />
  );
});

/** When the content is removed while the focus is in it, the focus goes back to the trigger. */
export function useFocusReturn(content: RefObject<HTMLElement | null>, trigger: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const node = content.current;
    const target = trigger.current;
    return () => {
      const { activeElement } = document;
      if (node?.contains(activeElement) === true || activeElement === document.body)
        target?.focus({ preventScroll: true });
    };
  }, [content, trigger]);
}
