import { Popover as Base } from "@base-ui/react/popover";
import { clsx } from "clsx";
import type { ReactElement, ReactNode } from "react";

export interface PopoverProps {
  trigger: ReactElement;
  title?: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom" | "left" | "right";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** It opens under the pointer too, and takes no focus by itself. */
  onHover?: boolean;
  className?: string;
  children: ReactNode;
}

/** Who passes by is not to see panels fly open. */
export const hoverDelayMs = 300;

/** A small panel that belongs to a button. */
export function Popover({
  trigger,
  title,
  align = "start",
  side = "bottom",
  open,
  onOpenChange,
  onHover = false,
  className,
  children,
}: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} openOnHover={onHover} delay={hoverDelayMs} closeDelay={hoverDelayMs / 2} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} className="z-50">
          <Base.Popup
            initialFocus={onHover ? false : undefined}
            className={clsx("popup-motion rounded-lg border border-line bg-raised p-4 text-sm shadow-float", className)}
          >
            {title && <Base.Title className="mb-2 text-sm">{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
