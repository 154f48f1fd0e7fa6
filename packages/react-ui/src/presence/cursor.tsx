"use client";
import { forwardRef } from "react";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { useOverrides } from "../config.tsx";
import { classNames } from "../ui/class-names.ts";
import { readableOn } from "./user-color.ts";

/** Props of `Cursor`. */
export interface CursorProps extends Omit<ComponentPropsWithoutRef<"div">, "color"> {
  /** Beside the cursor, usually a name. */
  readonly label?: ReactNode;
  /** By default the accent color. */
  readonly color?: string;
}

/**
 * A pointer with a label. Its point is at the start of its element.
 *
 * @example
 * <Cursor label="Ada" color="#1565c0" />
 */
export const Cursor = forwardRef<HTMLDivElement, CursorProps>(function Cursor(
  { label, color, className, style, ...props },
  ref,
) {
  const { dir } = useOverrides();
  const colors =
    color === undefined ? {} : { "--lb-cursor-background": color, "--lb-cursor-foreground": readableOn(color) };
  return (
    <div {...props} ref={ref} className={classNames("lb-root lb-cursor", className)} style={{ ...colors, ...style }}>
      <svg className="lb-cursor-icon" width={20} height={20} viewBox="0 0 20 20" aria-hidden focusable={false}>
        <path d="M1 1 6.6 18.2 9.9 9.9 18.2 6.6Z" strokeLinejoin="round" />
      </svg>
      {label === undefined || label === null || label === "" ? null : (
        <div className="lb-cursor-label" dir={dir}>
          {label}
        </div>
      )}
    </div>
  );
});
