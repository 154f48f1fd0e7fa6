import type { AppCommentMetadata, AppThreadMetadata, ThreadData } from "@weft/client";
import type { ReactElement, RefAttributes } from "react";
import { forwardRef } from "react";
import { Thread } from "../comments/thread.tsx";
import { useOverrides } from "../config.tsx";
import { classNames } from "../ui/class-names.ts";
import type { ThreadListComponents } from "./anchored-thread-list.tsx";
import type { EditorPopoverProps } from "./editor-popover.tsx";
import { EditorPopover } from "./editor-popover.tsx";

/** Props of `ThreadsPopover`: those of its popover, and its threads. */
export interface ThreadsPopoverProps<TM = AppThreadMetadata, CM = AppCommentMetadata> extends Omit<
  EditorPopoverProps,
  "open" | "takesFocus" | "children"
> {
  /** Without threads, it is closed. */
  readonly threads: readonly ThreadData<TM, CM>[];
  readonly components?: Partial<ThreadListComponents>;
}

/**
 * The threads of a place in a text, beside it.
 *
 * @example
 * <ThreadsPopover threads={threadsAtSelection} anchor={anchor} onDismiss={unselect} />
 */
export const ThreadsPopover = forwardRef<HTMLDivElement, ThreadsPopoverProps>(function ThreadsPopover(
  { threads, components, className, placement = "bottom", ...props },
  ref,
) {
  const texts = useOverrides();
  const ShownThread = components?.Thread ?? Thread;
  return (
    <EditorPopover
      role="dialog"
      aria-label={texts.THREAD_TITLE}
      {...props}
      ref={ref}
      open={threads.length > 0}
      takesFocus
      placement={placement}
      className={classNames("lb-threads-popover lb-floating-thread-popover", className)}
    >
      {threads.map((thread) => (
        <ShownThread key={thread.id} thread={thread} showComposer className="lb-floating-thread" />
      ))}
    </EditorPopover>
  );
}) as <TM = AppThreadMetadata, CM = AppCommentMetadata>(
  props: ThreadsPopoverProps<TM, CM> & RefAttributes<HTMLDivElement>,
) => ReactElement;
