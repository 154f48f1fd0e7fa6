import { Dialog as Base } from "@base-ui/react/dialog";
import { clsx } from "clsx";
import { X } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { IconButton } from "./icon-button.tsx";

export interface DialogProps {
  title: ReactNode;
  description?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** What opens it, when the dialog keeps its own state: a `Button`. */
  trigger?: ReactElement;
  /** Buttons at the end. */
  footer?: ReactNode;
  size?: "sm" | "md" | "lg";
  /** It closes by the buttons of its footer alone, not by Escape, a click beside it or an ×: what it shows would be lost. */
  kept?: boolean;
  children?: ReactNode;
}

const widths = { sm: "max-w-sm", md: "max-w-lg", lg: "max-w-3xl" };

/** A dialog over the page: focus goes in when it opens and back to where it was when it closes. */
export function Dialog({
  title,
  description,
  open,
  onOpenChange,
  trigger,
  footer,
  size = "md",
  kept = false,
  children,
}: DialogProps) {
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={kept}
      onOpenChange={(next) => (next || !kept) && onOpenChange?.(next)}
    >
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity duration-(--quick) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-50 grid justify-items-center overflow-y-auto p-4 pt-[max(1rem,8dvh)]">
          <Base.Popup
            className={clsx(
              "popup-motion relative flex h-fit w-full flex-col rounded-lg border border-line bg-raised shadow-float",
              widths[size],
            )}
          >
            <div className="flex flex-col gap-1 pt-5 pr-14 pl-6">
              <Base.Title className="text-xl">{title}</Base.Title>
              {description && <Base.Description className="text-sm text-muted">{description}</Base.Description>}
            </div>
            <div className="px-6 pt-4 pb-6">{children}</div>
            {footer && <div className="flex flex-wrap justify-end gap-2 border-t border-line px-6 py-4">{footer}</div>}
            {/* Last, so that focus goes to the content first. */}
            {!kept && (
              <Base.Close
                render={
                  <IconButton name="Close" size="sm" className="absolute! top-4 right-4">
                    <X className="size-4" aria-hidden />
                  </IconButton>
                }
              />
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
