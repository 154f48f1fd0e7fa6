import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import type { AppCommentMetadata, AppThreadMetadata, ThreadData } from "@weft/client";
import type { ThreadListComponents } from "@weft/react-ui/text-editor";
import { AnchoredThreadList } from "@weft/react-ui/text-editor";
import type { LexicalEditor } from "lexical";
import type { ComponentPropsWithoutRef, ReactElement } from "react";
import { useEffect, useReducer, useSyncExternalStore } from "react";
import { sessionOf } from "../collaboration/editor-session.ts";

/** Props of `AnchoredThreads`. */
export interface LexicalAnchoredThreadsProps<TM = AppThreadMetadata, CM = AppCommentMetadata> extends Omit<
  ComponentPropsWithoutRef<"div">,
  "children"
> {
  /** Those that are shown where the text has them, such as the open ones. */
  readonly threads: readonly ThreadData<TM, CM>[];
  readonly components?: Partial<ThreadListComponents>;
}

/**
 * Threads beside the text, each at the height of what it is about.
 *
 * @example
 * const { threads } = useThreads({ query: { resolved: false } });
 * <AnchoredThreads threads={threads} style={{ width: 350 }} />
 */
export function AnchoredThreads<TM = AppThreadMetadata, CM = AppCommentMetadata>({
  threads,
  className,
  onPointerOver,
  onPointerLeave,
  ...props
}: LexicalAnchoredThreadsProps<TM, CM>): ReactElement | null {
  const [editor] = useLexicalComposerContext();
  const { marks } = sessionOf(editor);
  useSyncExternalStore(
    marks.subscribe,
    () => marks.version,
    () => 0,
  );
  const ids = threads.map(({ id }) => id).join(" ");
  usePlaces(editor, ids);
  const active = marks.active.find((id) => threads.some((thread) => thread.id === id));
  if (threads.length === 0) return null;
  return (
    <AnchoredThreadList<TM, CM>
      {...props}
      threads={threads}
      topOf={(id) => marks.elementsOf(id)[0]?.getBoundingClientRect().top}
      activeThreadId={active}
      onThreadActivate={(id) => marks.choose(id)}
      threadClassName="lb-lexical-anchored-threads-thread"
      className={className === undefined ? "lb-lexical-anchored-threads" : `lb-lexical-anchored-threads ${className}`}
      onPointerOver={(event) => {
        onPointerOver?.(event);
        const over = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-lb-thread-id]") : null;
        marks.hover(over?.dataset["lbThreadId"]);
      }}
      onPointerLeave={(event) => {
        onPointerLeave?.(event);
        marks.hover(undefined);
      }}
    />
  );
}

/** Renders again when the text of a thread has another place. It is looked for once a frame in which something was edited or resized. */
function usePlaces(editor: LexicalEditor, ids: string): void {
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const { marks } = sessionOf(editor);
    const placesNow = () => {
      const origin = editor.getRootElement()?.getBoundingClientRect().top ?? 0;
      const tops = ids.split(" ").map((id) => (marks.elementsOf(id)[0]?.getBoundingClientRect().top ?? NaN) - origin);
      return tops.join();
    };
    let places = placesNow();
    let frame: number | undefined;
    const look = () => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        const now = placesNow();
        if (now !== places) render();
        places = now;
      });
    };
    const sizes = new ResizeObserver(look);
    const stops = [
      editor.registerUpdateListener(({ dirtyElements }) => {
        if (dirtyElements.size > 0) look();
      }),
      editor.registerRootListener((element, before) => {
        if (before !== null) sizes.unobserve(before);
        if (element !== null) sizes.observe(element);
      }),
      () => sizes.disconnect(),
    ];
    return () => {
      for (const stop of stops) stop();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [editor, ids]);
}
