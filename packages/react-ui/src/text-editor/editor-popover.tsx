import { inline } from "@floating-ui/react-dom";
import type { ComponentPropsWithoutRef, FocusEvent, MouseEvent, PointerEvent } from "react";
import { forwardRef, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { classNames } from "../ui/class-names.ts";
import type { FloatingPlacement } from "../ui/floating.ts";
import { usePlacement } from "../ui/floating.ts";
import { useDismissal } from "../ui/layers.ts";
import { useMergedRefs } from "../ui/merged-refs.ts";
import { Portal } from "../ui/portal.tsx";
import type { EditorAnchor } from "./anchor.ts";

type Side = NonNullable<FloatingPlacement["side"]>;

/** The side of the anchor, and where along it: in the middle unless it is said. */
export type EditorPlacement = Side | `${Side}-start` | `${Side}-end`;

/** Props of `EditorPopover`. */
export interface EditorPopoverProps extends Omit<ComponentPropsWithoutRef<"div">, "dir"> {
  /** Where it is. Without it, nothing is rendered. */
  readonly anchor: EditorAnchor | null;
  readonly open: boolean;
  /**
   * Called by Escape, by a press outside, and, unless it takes the focus, when the focus moves to neither the editor nor what is in the
   * popover. The editor's own element (`contextElement`) is outside of it for presses.
   */
  readonly onDismiss?: () => void;
  /** By default "bottom". It is on the opposite side where there is more room. */
  readonly placement?: EditorPlacement;
  /** Pixels between the anchor and the popover. By default 8. */
  readonly offset?: number;
  /** Whether presses in it move the focus. Otherwise only those in fields do, and what is selected in the editor stays so. */
  readonly takesFocus?: boolean;
  /** Whether a press or the focus on an element outside counts as inside, such as the text that the popover belongs to. */
  readonly isInside?: (target: Node) => boolean;
}

/**
 * Shows something beside a place in a text: a toolbar, threads, a composer. It is in the portal that is configured, within the window, and
 * follows what scrolls.
 *
 * @example
 * <EditorPopover open={hasSelection} anchor={anchorOfSelection} placement="top" onDismiss={hide}>
 *   <ToolbarRoot>{buttons}</ToolbarRoot>
 * </EditorPopover>
 */
export const EditorPopover = forwardRef<HTMLDivElement, EditorPopoverProps>(function EditorPopover(
  { anchor, open, ...props },
  ref,
) {
  return open && anchor !== null ? <OpenPopover {...props} anchor={anchor} ref={ref} /> : null;
});

type OpenPopoverProps = Omit<EditorPopoverProps, "open"> & { readonly anchor: EditorAnchor };

const OpenPopover = forwardRef<HTMLDivElement, OpenPopoverProps>(function OpenPopover(
  {
    anchor,
    onDismiss = () => {},
    placement = "bottom",
    offset,
    takesFocus = false,
    isInside,
    className,
    style,
    onMouseDown,
    onPointerDownCapture,
    onFocusCapture,
    ...props
  },
  ref,
) {
  const [side, align] = placement.split("-") as [Side, FloatingPlacement["align"]];
  const hasLines = anchor.getClientRects !== undefined;
  const lines = useMemo(() => (hasLines ? [inline()] : []), [hasLines]);
  const { refs, style: placed, data } = usePlacement({ side, align, sideOffset: offset }, lines);
  useLayoutEffect(() => refs.setReference(anchor), [refs, anchor]);
  const isOutside = (target: Node) => isInside?.(target) !== true && !isExternal(target);
  const dismissal = useDismissal(true, onDismiss, isOutside);
  const focusCaptured = useFocusLeaving(
    !takesFocus,
    onDismiss,
    (target) => isOutside(target) && anchor.contextElement?.contains(target) !== true,
  );
  const merged = useMergedRefs(ref, refs.setFloating);
  return (
    <Portal
      {...data}
      {...props}
      ref={merged}
      style={{ ...placed, ...style }}
      className={classNames("lb-elevation lb-editor-popover", className)}
      onPointerDownCapture={(event: PointerEvent<HTMLDivElement>) => {
        onPointerDownCapture?.(event);
        dismissal.onPointerDownCapture();
      }}
      onFocusCapture={(event: FocusEvent<HTMLDivElement>) => {
        onFocusCapture?.(event);
        focusCaptured();
      }}
      onMouseDown={(event: MouseEvent<HTMLDivElement>) => {
        onMouseDown?.(event);
        if (!takesFocus && !isField(event.target)) event.preventDefault();
      }}
    />
  );
});

/**
 * Around elements of other libraries that a part of an `EditorPopover` opens elsewhere in the document: presses and the focus there do not
 * close the popover.
 */
export const EditorPopoverExternal = forwardRef<HTMLDivElement, ComponentPropsWithoutRef<"div">>(
  function EditorPopoverExternal(props, ref) {
    return <div {...props} ref={ref} data-lb-editor-external="" />;
  },
);

function isExternal(target: Node): boolean {
  const element = target instanceof Element ? target : target.parentElement;
  return element?.closest("[data-lb-editor-external]") != null;
}

function isField(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable]:not([contenteditable=false])") !== null
  );
}

/**
 * Closes a layer when the focus is somewhere else. What is answered goes on the layer's element as `onFocusCapture`: it also hears of the
 * focus in layers that are opened from within it, which are elsewhere in the document.
 */
function useFocusLeaving(isOn: boolean, leave: () => void, isOutside: (target: Node) => boolean): () => void {
  const isInside = useRef(false);
  const latest = useRef({ leave, isOutside });
  useEffect(() => {
    latest.current = { leave, isOutside };
  });
  useEffect(() => {
    if (!isOn) return;
    const before = () => {
      isInside.current = false;
    };
    const focus = ({ target }: Event) => {
      if (!isInside.current && target instanceof Node && latest.current.isOutside(target)) latest.current.leave();
    };
    window.addEventListener("focusin", before, true);
    document.addEventListener("focusin", focus);
    return () => {
      window.removeEventListener("focusin", before, true);
      document.removeEventListener("focusin", focus);
    };
  }, [isOn]);
  return () => {
    isInside.current = true;
  };
}
