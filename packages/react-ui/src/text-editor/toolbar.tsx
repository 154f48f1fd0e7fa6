/** Toolbars of text editors. They know nothing of an editor: what a button does, and whether it is on, is given. */
import type { ComponentPropsWithoutRef, ComponentType, KeyboardEvent, ReactNode } from "react";
import { forwardRef, useEffect, useRef } from "react";
import { classNames } from "../ui/class-names.ts";
import { useMergedRefs } from "../ui/merged-refs.ts";
import { useTextEditorOverrides } from "./texts.ts";

/** Props of `ToolbarRoot`. */
export type ToolbarRootProps = ComponentPropsWithoutRef<"div">;

/**
 * A toolbar. It is one stop for Tab; arrow keys, Home and End move the focus in it.
 *
 * @example
 * <ToolbarRoot>
 *   <ToolbarToggle name="Bold" icon={<Icon.Bold />} active={isBold} onClick={toggleBold} />
 * </ToolbarRoot>
 */
export const ToolbarRoot = forwardRef<HTMLDivElement, ToolbarRootProps>(function ToolbarRoot(
  { className, onKeyDown, ...props },
  ref,
) {
  const texts = useTextEditorOverrides();
  const root = useRef<HTMLDivElement>(null);
  const merged = useMergedRefs(ref, root);
  useEffect(() => (root.current === null ? undefined : keepOneTabStop(root.current)), []);
  return (
    <div
      role="toolbar"
      aria-label={props["aria-labelledby"] === undefined ? texts.TEXT_EDITOR_TOOLBAR : undefined}
      aria-orientation="horizontal"
      dir={texts.dir}
      {...props}
      ref={merged}
      className={classNames("lb-root lb-toolbar", className)}
      onKeyDown={(event: KeyboardEvent<HTMLDivElement>) => {
        onKeyDown?.(event);
        if (!event.defaultPrevented) moveFocus(event);
      }}
    />
  );
});

const itemsOf = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>("button:not(:disabled), [role=button]")];

/** Leads Tab to the item that had the focus last, or to the first, whatever is rendered. Answers how that is ended. */
function keepOneTabStop(root: HTMLElement): () => void {
  let stop: HTMLElement | undefined;
  const set = () => {
    const items = itemsOf(root);
    if (stop === undefined || !items.includes(stop)) stop = items[0];
    for (const item of items) {
      const tabIndex = item === stop ? 0 : -1;
      if (item.tabIndex !== tabIndex) item.tabIndex = tabIndex;
    }
  };
  const focus = ({ target }: FocusEvent) => {
    const item = itemsOf(root).find((each) => target instanceof Node && each.contains(target));
    if (item === undefined || item === stop) return;
    stop = item;
    set();
  };
  set();
  const changes = new MutationObserver(set);
  changes.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  root.addEventListener("focusin", focus);
  return () => {
    changes.disconnect();
    root.removeEventListener("focusin", focus);
  };
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const { key, currentTarget, target } = event;
  const items = itemsOf(currentTarget);
  const at = items.findIndex((item) => target instanceof Node && item.contains(target));
  // Fields have their own use of these keys, and menus are elsewhere in the document.
  if (at === -1) return;
  const isReversed = getComputedStyle(currentTarget).direction === "rtl";
  const next = isReversed ? "ArrowLeft" : "ArrowRight";
  const previous = isReversed ? "ArrowRight" : "ArrowLeft";
  const item =
    key === next
      ? items[(at + 1) % items.length]
      : key === previous
        ? items.at(at - 1)
        : key === "Home"
          ? items[0]
          : key === "End"
            ? items.at(-1)
            : undefined;
  if (item === undefined) return;
  event.preventDefault();
  item.focus();
}

/** Props of `ToolbarSeparator`. */
export type ToolbarSeparatorProps = ComponentPropsWithoutRef<"div">;

/** Separates sections of a toolbar. */
export const ToolbarSeparator = forwardRef<HTMLDivElement, ToolbarSeparatorProps>(function ToolbarSeparator(
  { className, ...props },
  ref,
) {
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      {...props}
      ref={ref}
      className={classNames("lb-toolbar-separator", className)}
    />
  );
});

/** What is shown in a toolbar: elements, or a component that receives what the toolbar belongs to, such as its editor. */
export type ToolbarSlot<P extends object> = ReactNode | ComponentType<P>;

/**
 * Renders what an application has put into a slot.
 *
 * @example
 * <ToolbarRoot>{toolbarSlot(before, { editor })}{children}</ToolbarRoot>
 */
export function toolbarSlot<P extends object>(slot: ToolbarSlot<P>, props: P): ReactNode {
  if (!isComponent(slot)) return slot;
  const Slot = slot;
  return <Slot {...props} />;
}

function isComponent<P extends object>(slot: ToolbarSlot<P>): slot is ComponentType<P> {
  if (typeof slot === "function") return true;
  // Those of `memo` and `forwardRef` are objects; elements have keys.
  return typeof slot === "object" && slot !== null && "$$typeof" in slot && !("key" in slot);
}
