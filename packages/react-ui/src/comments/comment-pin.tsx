"use client";
import { forwardRef } from "react";
import type { ComponentPropsWithoutRef, CSSProperties, ReactNode } from "react";
import { Avatar } from "../avatar.tsx";
import { useOverrides } from "../config.tsx";
import { classNames } from "../ui/class-names.ts";

/** Props of `CommentPin`. */
export interface CommentPinProps extends ComponentPropsWithoutRef<"button"> {
  /** The corner that points to the place. By default the bottom left one. */
  readonly corner?: "top-left" | "top-right" | "bottom-right" | "bottom-left";
  /** Whose avatar is in it. */
  readonly userId?: string;
  /** A CSS length, or pixels. */
  readonly size?: string | number;
  /** Between the edge and what is in it: a CSS length, or pixels. */
  readonly padding?: string | number;
  /** Instead of an avatar. */
  readonly children?: ReactNode;
}

/**
 * A pin for a place that has comments, or where one is written: the trigger of a `FloatingThread` or a `FloatingComposer`.
 *
 * @example
 * <FloatingThread thread={thread}>
 *   <CommentPin userId={thread.comments[0]?.userId} aria-label="Open thread" />
 * </FloatingThread>
 */
export const CommentPin = forwardRef<HTMLButtonElement, CommentPinProps>(function CommentPin(
  { corner = "bottom-left", userId, size, padding, children, className, style, type = "button", ...props },
  ref,
) {
  const texts = useOverrides();
  const lengths = { "--lb-comment-pin-size": lengthOf(size), "--lb-comment-pin-padding": lengthOf(padding) };
  return (
    <button
      dir={texts.dir}
      aria-label={userId === undefined && children === undefined ? texts.THREAD_TITLE : undefined}
      {...props}
      ref={ref}
      type={type}
      className={classNames("lb-root lb-comment-pin", className)}
      data-corner={corner}
      style={{ ...(lengths as CSSProperties), ...style }}
    >
      {children ?? (userId === undefined ? null : <Avatar className="lb-comment-pin-avatar" userId={userId} />)}
    </button>
  );
});

function lengthOf(value: string | number | undefined): string | undefined {
  return typeof value === "number" ? `${value}px` : value;
}
