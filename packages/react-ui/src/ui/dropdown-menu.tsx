import { createContext, forwardRef, useContext, useEffect, useId, useRef } from "react";
import type { ComponentPropsWithoutRef, KeyboardEvent, ReactElement, ReactNode, RefObject } from "react";
import { classNames } from "./class-names.ts";
import { useControllable } from "./controllable.ts";
import type { FloatingPlacement } from "./floating.ts";
import { usePlacement } from "./floating.ts";
import { useDismissal } from "./layers.ts";
import { useMergedRefs } from "./merged-refs.ts";
import { useFocusReturn } from "./popover.tsx";
import { Portal } from "./portal.tsx";
import { Slot } from "./slot.tsx";

export interface DropdownMenuProps extends FloatingPlacement {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  /** The accessible name of the menu. */
  readonly label?: string;
  readonly className?: string;
  readonly open?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
}

const CloseMenuContext = createContext<() => void>(() => {});

/** A menu beside its trigger. Its items are `DropdownMenuItem`s. */
export function DropdownMenu({
  trigger,
  children,
  label,
  className,
  open: controlled,
  onOpenChange,
  align = "end",
  sideOffset = 4,
  ...placement
}: DropdownMenuProps): ReactElement {
  const [isOpen, setOpen] = useControllable(controlled, false, onOpenChange);
  const id = useId();
  const opensAt = useRef<"first" | "last">("first");
  const triggerRef = useRef<HTMLElement>(null);
  const { refs, style, data } = usePlacement({ align, sideOffset, ...placement });
  const merged = useMergedRefs(refs.setReference as (node: HTMLElement | null) => void, triggerRef);
  const close = () => setOpen(false);
  return (
    <>
      <Slot
        ref={merged}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        data-state={isOpen ? "open" : "closed"}
        onClick={() => {
          opensAt.current = "first";
          setOpen(!isOpen);
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          opensAt.current = event.key === "ArrowDown" ? "first" : "last";
          setOpen(true);
        }}
      >
        {trigger}
      </Slot>
      {isOpen ? (
        <CloseMenuContext.Provider value={close}>
          <Menu
            {...data}
            ref={refs.setFloating}
            id={id}
            aria-label={label}
            className={className}
            style={style}
            triggerRef={triggerRef}
            opensAt={opensAt}
            close={close}
          >
            {children}
          </Menu>
        </CloseMenuContext.Provider>
      ) : null}
    </>
  );
}

interface MenuProps extends ComponentPropsWithoutRef<"div"> {
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly opensAt: RefObject<"first" | "last">;
  readonly close: () => void;
}

/** Letters that are typed within this time are one text to search for. */
const typeaheadMs = 500;

const Menu = forwardRef<HTMLDivElement, MenuProps>(function Menu(
  { triggerRef, opensAt, close, className, ...props },
  ref,
) {
  const menu = useRef<HTMLDivElement>(null);
  const merged = useMergedRefs(ref, menu);
  const typed = useRef({ text: "", at: 0 });
  const { onPointerDownCapture } = useDismissal(true, close, (target) => triggerRef.current?.contains(target) !== true);
  useFocusReturn(menu, triggerRef);
  useEffect(() => {
    const items = itemsOf(menu.current);
    (items.at(opensAt.current === "first" ? 0 : -1) ?? menu.current)?.focus({ preventScroll: true });
  }, [opensAt]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const items = itemsOf(menu.current);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next = nextItem(event, items, at, typed.current);
    if (event.key === "Tab") {
      // The menu is gone before the focus moves on from its trigger.
      event.preventDefault();
      close();
    }
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  };
  return (
    <Portal
      {...props}
      ref={merged}
      role="menu"
      aria-orientation="vertical"
      tabIndex={-1}
      className={classNames("lb-elevation lb-dropdown", className)}
      onPointerDownCapture={onPointerDownCapture}
      onKeyDown={onKeyDown}
    />
  );
});

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return menu === null ? [] : [...menu.querySelectorAll<HTMLElement>("[role^=menuitem]:not([aria-disabled=true])")];
}

function nextItem(
  { key, timeStamp, ctrlKey, metaKey, altKey }: KeyboardEvent,
  items: readonly HTMLElement[],
  at: number,
  typed: { text: string; at: number },
): HTMLElement | undefined {
  if (key === "ArrowDown") return items[(at + 1) % items.length];
  if (key === "ArrowUp") return items.at(at <= 0 ? -1 : at - 1);
  if (key === "Home" || key === "PageUp") return items[0];
  if (key === "End" || key === "PageDown") return items.at(-1);
  if (key.length !== 1 || key === " " || ctrlKey || metaKey || altKey) return undefined;
  const isNew = timeStamp - typed.at > typeaheadMs;
  typed.text = (isNew ? "" : typed.text) + key.toLowerCase();
  typed.at = timeStamp;
  // A text of one letter moves on from the item with the focus; a longer one may still be it.
  const first = typed.text.length === 1 ? at + 1 : Math.max(at, 0);
  const inOrder = [...items.slice(first), ...items.slice(0, first)];
  return inOrder.find(({ textContent }) => textContent.trim().toLowerCase().startsWith(typed.text));
}

export interface DropdownMenuItemProps extends Omit<ComponentPropsWithoutRef<"div">, "onSelect"> {
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  /** Called before the menu closes. It stays open if the event's default is prevented. */
  readonly onSelect?: (event: Event) => void;
}

/** An item of a `DropdownMenu`. */
export const DropdownMenuItem = forwardRef<HTMLDivElement, DropdownMenuItemProps>(function DropdownMenuItem(
  { icon, disabled = false, onSelect, className, children, onClick, onKeyDown, onPointerMove, ...props },
  ref,
) {
  const close = useContext(CloseMenuContext);
  const select = () => {
    if (disabled) return;
    const event = new CustomEvent("select", { cancelable: true });
    onSelect?.(event);
    if (!event.defaultPrevented) close();
  };
  return (
    <div
      role="menuitem"
      {...props}
      ref={ref}
      tabIndex={-1}
      aria-disabled={disabled ? true : undefined}
      className={classNames("lb-dropdown-item", className)}
      onClick={(event) => {
        onClick?.(event);
        // Events of a menu bubble to the components around its trigger.
        event.stopPropagation();
        select();
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        select();
      }}
      onPointerMove={(event) => {
        onPointerMove?.(event);
        if (!disabled && event.pointerType !== "touch") event.currentTarget.focus({ preventScroll: true });
      }}
    >
      {icon === undefined ? null : <span className="lb-icon-container">{icon}</span>}
      <span className="lb-dropdown-item-label">{children}</span>
    </div>
  );
});
