import { Dialog as Base } from "@base-ui/react/dialog";
import { clsx } from "clsx";
import { X } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { IconButton } from "./icon-button.tsx";

export interface DrawerProps {
  title: ReactNode;
  side?: "left" | "right" | "bottom";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  trigger?: ReactElement;
  children: ReactNode;
}

const places = {
  left: "inset-y-0 left-0 w-[min(20rem,88vw)] border-r data-starting-style:-translate-x-full data-ending-style:-translate-x-full",
  right:
    "inset-y-0 right-0 w-[min(28rem,94vw)] border-l data-starting-style:translate-x-full data-ending-style:translate-x-full",
  bottom:
    "inset-x-0 bottom-0 max-h-[85vh] rounded-t-lg border-t data-starting-style:translate-y-full data-ending-style:translate-y-full",
};

/** A panel from an edge: navigation on small screens, details beside a list. */
export function Drawer({ title, side = "left", open, onOpenChange, trigger, children }: DrawerProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity duration-(--calm) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          className={clsx(
            "fixed z-50 flex flex-col border-line bg-surface transition-transform duration-(--calm) ease-thread",
            places[side],
          )}
        >
          <div className="flex h-(--header-height) shrink-0 items-center justify-between border-b border-line pr-3 pl-5">
            <Base.Title className="text-base">{title}</Base.Title>
            <Base.Close
              render={
                <IconButton name="Close">
                  <X className="size-4" aria-hidden />
                </IconButton>
              }
            />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
