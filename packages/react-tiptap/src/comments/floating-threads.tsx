"use client";
import type { AppCommentMetadata, AppThreadMetadata, ThreadData } from "@weft/client";
import { ThreadsPopover } from "@weft/react-ui/text-editor";
import type { EditorAnchor, ThreadListComponents } from "@weft/react-ui/text-editor";
import type { Editor } from "@tiptap/react";
import { useMemo } from "react";
import type { HTMLAttributes, ReactElement } from "react";
import { useThreadMarks } from "./use-thread-marks.ts";

/** Props of `FloatingThreads`. */
export interface FloatingThreadsProps<TM = AppThreadMetadata, CM = AppCommentMetadata> extends Omit<
  HTMLAttributes<HTMLDivElement>,
  "children" | "dir"
> {
  /** The threads of the room. Those of the selected text are shown. */
  readonly threads: readonly ThreadData<TM, CM>[];
  /** Components to render it with. */
  readonly components?: Partial<ThreadListComponents>;
  readonly editor: Editor | null;
}

/**
 * The threads of the text that was clicked, below it.
 *
 * @example
 * const { threads = [] } = useThreads({ query: { resolved: false } });
 * return <FloatingThreads editor={editor} threads={threads} style={{ width: 350 }} />;
 */
export function FloatingThreads<TM = AppThreadMetadata, CM = AppCommentMetadata>({
  editor,
  threads,
  ...props
}: FloatingThreadsProps<TM, CM>): ReactElement | null {
  const marks = useThreadMarks(editor);
  const selected = marks?.selected ?? null;
  const version = marks?.version;
  const anchor = useMemo((): EditorAnchor | null => {
    if (editor === null || marks === undefined || selected === null || version === undefined) return null;
    const rectangles = () => marks.elementsOf(selected).flatMap((element) => Array.from(element.getClientRects()));
    return {
      contextElement: editor.view.dom,
      getBoundingClientRect: () => around(rectangles()),
      getClientRects: rectangles,
    };
  }, [editor, marks, selected, version]);
  if (editor === null || marks === undefined) return null;
  const ids = selected === null ? [] : [selected, ...marks.threadsAt(marks.elementsOf(selected)[0] ?? null)];
  return (
    <ThreadsPopover
      {...props}
      threads={threads.filter(({ id, resolved }) => !resolved && ids.includes(id) && marks.isShown(id))}
      anchor={anchor}
      className={`lb-tiptap-floating-threads ${props.className ?? ""}`.trim()}
      isInside={(target) => marks.threadsAt(target).length > 0}
      onDismiss={() => editor.commands.selectThread(null)}
    />
  );
}

function around(rectangles: readonly DOMRect[]): DOMRect {
  if (rectangles.length === 0) return new DOMRect();
  const left = Math.min(...rectangles.map((rectangle) => rectangle.left));
  const top = Math.min(...rectangles.map((rectangle) => rectangle.top));
  const right = Math.max(...rectangles.map((rectangle) => rectangle.right));
  const bottom = Math.max(...rectangles.map((rectangle) => rectangle.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}
