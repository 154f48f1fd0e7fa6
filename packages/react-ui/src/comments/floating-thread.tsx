"use client";
import type { AppCommentMetadata, AppThreadMetadata } from "@weft/client";
import { forwardRef, isValidElement } from "react";
import type { ReactElement, ReactNode, RefAttributes } from "react";
import { useOverrides } from "../config.tsx";
import { classNames } from "../ui/class-names.ts";
import { useControllable } from "../ui/controllable.ts";
import type { FloatingPlacement } from "../ui/floating.ts";
import { Popover } from "../ui/popover.tsx";
import type { ThreadProps } from "./thread.tsx";
import { Thread } from "./thread.tsx";

/** Props of `FloatingThread`: those of its thread and of the popover that it is in. */
export interface FloatingThreadProps<TM = AppThreadMetadata, CM = AppCommentMetadata>
  extends ThreadProps<TM, CM>, FloatingPlacement {
  /** The element that opens it. */
  readonly children: ReactNode;
  /** With `open`, it opens and closes as the prop says. */
  readonly open?: boolean;
  readonly defaultOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
}

/**
 * A thread beside an element that opens it, such as a `CommentPin`.
 *
 * @example
 * <FloatingThread thread={thread}>
 *   <CommentPin userId={thread.comments[0]?.userId} aria-label="Open thread" />
 * </FloatingThread>
 */
export const FloatingThread = forwardRef<HTMLDivElement, FloatingThreadProps>(function FloatingThread(
  {
    children,
    open,
    defaultOpen = false,
    onOpenChange,
    side = "right",
    sideOffset,
    align = "start",
    alignOffset,
    overrides,
    showComposer = true,
    className,
    ...props
  },
  ref,
) {
  const texts = useOverrides(overrides);
  const [isOpen, setOpen] = useControllable(open, defaultOpen, onOpenChange);
  const trigger = isValidElement(children) ? children : <button type="button">{children}</button>;
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger={trigger}
      side={side}
      sideOffset={sideOffset}
      align={align}
      alignOffset={alignOffset}
      aria-label={texts.THREAD_TITLE}
      className="lb-floating-thread-popover"
    >
      <Thread
        {...props}
        ref={ref}
        overrides={overrides}
        showComposer={showComposer}
        className={classNames("lb-floating-thread", className)}
      />
    </Popover>
  );
}) as <TM = AppThreadMetadata, CM = AppCommentMetadata>(
  props: FloatingThreadProps<TM, CM> & RefAttributes<HTMLDivElement>,
) => ReactElement;
