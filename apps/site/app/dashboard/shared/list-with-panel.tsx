import { clsx } from "clsx";
import { X } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import type { ReactNode } from "react";
import { Drawer } from "../../ui/drawer.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useIsWide } from "./use-is-wide.ts";

export interface ListWithPanelProps {
  /** What the panel shows: `Request`. */
  title: string;
  /** The details of the row that is open; null closes the panel. */
  details: ReactNode | null;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A list with the details of one of its rows: beside the list on wide screens, so that both can be used, and over it on
 * smaller ones. Escape closes it.
 */
export function ListWithPanel({ title, details, onClose, children }: ListWithPanelProps) {
  const isWide = useIsWide();
  const open = details !== null;
  const beside = open && isWide;
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    // Dialogs over the page close first. Toasts have the role of a dialog too, but close automatically.
    const over = document.querySelectorAll("[role='dialog'], [role='alertdialog'], [role='menu'], [role='listbox']");
    if ([...over].every((element) => element.closest("[aria-live]") !== null)) onClose();
  });
  useEffect(() => {
    if (!beside) return;
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [beside]);
  return (
    <div className={clsx("grid items-start gap-6", beside && "grid-cols-[minmax(0,1fr)_minmax(22rem,27rem)]")}>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
      {beside && (
        <aside
          aria-label={title}
          className="sticky top-[calc(var(--header-height)+1rem)] flex max-h-[calc(100dvh-var(--header-height)-2rem)] flex-col rounded-lg border border-line bg-surface"
        >
          <div className="flex h-11 shrink-0 items-center justify-between border-b border-line pr-1.5 pl-5">
            <h2 className="text-sm">{title}</h2>
            <IconButton name="Close" size="sm" onClick={onClose}>
              <X className="size-4" aria-hidden />
            </IconButton>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">{details}</div>
        </aside>
      )}
      {!isWide && (
        <Drawer side="right" title={title} open={open} onOpenChange={(next) => !next && onClose()}>
          {details}
        </Drawer>
      )}
    </div>
  );
}
