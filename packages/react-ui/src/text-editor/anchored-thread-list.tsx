import type { AppCommentMetadata, AppThreadMetadata, ThreadData } from "@weft/client";
import type { ComponentPropsWithoutRef, ComponentType, ReactElement, RefAttributes } from "react";
import { forwardRef, useState } from "react";
import type { ThreadProps } from "../comments/thread.tsx";
import { Thread } from "../comments/thread.tsx";
import { useOverrides } from "../config.tsx";
import { classNames } from "../ui/class-names.ts";
import { useMergedRefs } from "../ui/merged-refs.ts";
import { useAnchoredPositions } from "./anchored-positions.ts";

/** Components that lists of threads are rendered with. */
export interface ThreadListComponents {
  readonly Thread: ComponentType<ThreadProps>;
}

/** Props of `AnchoredThreadList`. */
export interface AnchoredThreadListProps<TM = AppThreadMetadata, CM = AppCommentMetadata> extends Omit<
  ComponentPropsWithoutRef<"div">,
  "children"
> {
  readonly threads: readonly ThreadData<TM, CM>[];
  /** Where in the window the text of a thread begins, in pixels. Undefined where the text has no such thread: it is not shown then. */
  readonly topOf: (threadId: string) => number | undefined;
  /** The thread that is exactly beside its text. */
  readonly activeThreadId?: string | undefined;
  /** Called when the user clicks a thread, or moves the focus into it. */
  readonly onThreadActivate?: (threadId: string) => void;
  /** Pixels between threads. By default 12. */
  readonly gap?: number;
  readonly components?: Partial<ThreadListComponents>;
  /** Of the element around each thread. */
  readonly threadClassName?: string;
}

/**
 * Threads beside a text, each at the height of its place in it, without overlap. Render it again when the text has changed.
 *
 * @example
 * <AnchoredThreadList threads={threads} topOf={(id) => markOf(id)?.getBoundingClientRect().top} activeThreadId={activeId} />
 */
export const AnchoredThreadList = forwardRef<HTMLDivElement, AnchoredThreadListProps>(function AnchoredThreadList(
  {
    threads,
    topOf,
    activeThreadId,
    onThreadActivate,
    gap = 12,
    components,
    threadClassName,
    className,
    style,
    ...props
  },
  ref,
) {
  const texts = useOverrides();
  const { listRef, itemRef, shown, tops, height } = useAnchoredPositions({
    ids: threads.map(({ id }) => id),
    topOf,
    activeId: activeThreadId,
    gap,
  });
  const merged = useMergedRefs(ref, listRef);
  const [press] = useState(watchPress);
  const byId = new Map(threads.map((thread) => [thread.id, thread]));
  const ShownThread = components?.Thread ?? Thread;
  return (
    <div
      dir={texts.dir}
      {...props}
      ref={merged}
      className={classNames("lb-root lb-anchored-threads", className)}
      style={{ ...style, minBlockSize: height }}
    >
      {shown.map((id) => {
        const thread = byId.get(id);
        if (thread === undefined) return null;
        const top = tops.get(id);
        const isActive = id === activeThreadId;
        const activate = () => onThreadActivate?.(id);
        return (
          <div
            key={id}
            ref={itemRef(id)}
            className={classNames("lb-anchored-thread", threadClassName)}
            data-lb-thread-id={id}
            data-state={isActive ? "active" : "inactive"}
            data-placed={top === undefined ? undefined : ""}
            style={top === undefined ? { visibility: "hidden" } : { translate: `0 ${top}px` }}
            onPointerDown={press.begin}
            onClick={activate}
            onFocus={() => {
              // Threads that move during a press would take what is pressed from under the pointer.
              if (!press.isHeld()) activate();
            }}
          >
            <ShownThread thread={thread} className="lb-elevation" showComposer={isActive ? true : "collapsed"} />
          </div>
        );
      })}
    </div>
  );
}) as <TM = AppThreadMetadata, CM = AppCommentMetadata>(
  props: AnchoredThreadListProps<TM, CM> & RefAttributes<HTMLDivElement>,
) => ReactElement;

/** Whether a pointer is held down that was pressed on one of the threads. */
function watchPress(): { readonly begin: () => void; readonly isHeld: () => boolean } {
  let isHeld = false;
  const end = () => {
    isHeld = false;
  };
  return {
    isHeld: () => isHeld,
    begin: () => {
      isHeld = true;
      for (const type of ["pointerup", "pointercancel"])
        window.addEventListener(type, end, { capture: true, once: true });
    },
  };
}
