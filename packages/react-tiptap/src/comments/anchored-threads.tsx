"use client";
import type { AppCommentMetadata, AppThreadMetadata, ThreadData } from "@weft/client";
import { AnchoredThreadList } from "@weft/react-ui/text-editor";
import type { ThreadListComponents } from "@weft/react-ui/text-editor";
import type { Editor } from "@tiptap/react";
import { useEffect, useState } from "react";
import type { ComponentPropsWithoutRef, PointerEvent, ReactElement } from "react";
import { threadIdAttribute } from "./thread-marks.ts";
import type { ThreadMarks } from "./thread-marks.ts";
import { useThreadMarks } from "./use-thread-marks.ts";

/** Props of `AnchoredThreads`. */
export interface AnchoredThreadsProps<TM = AppThreadMetadata, CM = AppCommentMetadata> extends Omit<
  ComponentPropsWithoutRef<"div">,
  "children" | "dir"
> {
  /** The threads to show. Those that the text has no open mark of are not shown. */
  readonly threads: readonly ThreadData<TM, CM>[];
  /** Components to render it with. */
  readonly components?: Partial<ThreadListComponents>;
  readonly editor: Editor | null;
}

/**
 * The threads of a text beside it, each at the height of its text. The selected one is exactly there.
 *
 * @example
 * const { threads = [] } = useThreads({ query: { resolved: false } });
 * return <AnchoredThreads editor={editor} threads={threads} style={{ width: 350 }} />;
 */
export function AnchoredThreads<TM = AppThreadMetadata, CM = AppCommentMetadata>({
  editor,
  threads,
  className,
  onPointerOver,
  onPointerLeave,
  ...props
}: AnchoredThreadsProps<TM, CM>): ReactElement | null {
  const marks = useThreadMarks(editor);
  useRenderingAsTextMoves(editor, marks, threads);
  if (editor === null || marks === undefined) return null;
  return (
    <AnchoredThreadList
      {...props}
      threads={threads.filter(({ resolved }) => !resolved)}
      topOf={(id) => topOf(marks, id)}
      activeThreadId={marks.selected ?? undefined}
      onThreadActivate={(id) => editor.commands.selectThread(id)}
      className={`lb-tiptap-anchored-threads ${className ?? ""}`.trim()}
      threadClassName="lb-tiptap-anchored-threads-thread-container"
      onPointerOver={(event: PointerEvent<HTMLDivElement>) => {
        onPointerOver?.(event);
        const { target } = event;
        const thread = target instanceof Element ? target.closest(`[${threadIdAttribute}]`) : null;
        marks.hover(thread?.getAttribute(threadIdAttribute) ?? null);
      }}
      onPointerLeave={(event: PointerEvent<HTMLDivElement>) => {
        onPointerLeave?.(event);
        marks.hover(null);
      }}
    />
  );
}

function topOf(marks: ThreadMarks, threadId: string): number | undefined {
  return marks.isShown(threadId) ? marks.elementsOf(threadId)[0]?.getBoundingClientRect().top : undefined;
}

/** Renders again when a thread's text is at another height, by what is written or by the size of the editor: looked at once a frame. */
function useRenderingAsTextMoves(
  editor: Editor | null,
  marks: ThreadMarks | undefined,
  threads: readonly { readonly id: string }[],
): void {
  const [, setPlaces] = useState("");
  useEffect(() => {
    if (editor === null || marks === undefined || threads.length === 0) return;
    let frame: number | undefined;
    const look = () => {
      frame = undefined;
      if (editor.isDestroyed) return;
      const { top } = editor.view.dom.getBoundingClientRect();
      setPlaces(threads.map(({ id }) => (topOf(marks, id) ?? Number.NaN) - top).join(" "));
    };
    const lookSoon = () => {
      frame ??= requestAnimationFrame(look);
    };
    const sizes = new ResizeObserver(lookSoon);
    sizes.observe(editor.view.dom);
    editor.on("update", lookSoon);
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
      sizes.disconnect();
      editor.off("update", lookSoon);
    };
  }, [editor, marks, threads]);
}
