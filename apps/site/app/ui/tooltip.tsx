import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

export interface TooltipProps {
  /** A supplementary hint. Essential text belongs on the page. */
  content: ReactNode;
  side?: "top" | "bottom" | "left" | "right";
  /** What it belongs to: something that takes focus. */
  children: ReactElement;
}

/** A word beside what the pointer or the focus is on. */
export function Tooltip({ content, side = "top", children }: TooltipProps) {
  return (
    <Base.Provider delay={400}>
      <Base.Root>
        <Base.Trigger render={children} />
        <Base.Portal>
          <Base.Positioner side={side} sideOffset={6} className="z-60">
            <Base.Popup className="popup-motion max-w-xs rounded-sm bg-ink px-2 py-1 text-xs text-canvas">
              {content}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Base.Provider>
  );
}
