import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import type { AppCommentMetadata, AppThreadMetadata, ThreadData } from "@weft/client";
import type { ThreadListComponents } from "@weft/react-ui/text-editor";
import { ThreadsPopover } from "@weft/react-ui/text-editor";
import type { HTMLAttributes, ReactElement } from "react";
import { useMemo, useState, useSyncExternalStore } from "react";
import { sessionOf } from "../collaboration/editor-session.ts";

/** Props of `FloatingThreads`. */
export interface LexicalFloatingThreadsProps<TM = AppThreadMetadata, CM = AppCommentMetadata> extends Omit<
  HTMLAttributes<HTMLDivElement>,
  "children" | "dir"
> {
  /** Those that may be shown, such as the open ones. */
  readonly threads: readonly ThreadData<TM, CM>[];
  readonly components?: Partial<ThreadListComponents>;
}

const none: readonly string[] = [];

/**
 * The threads of the text that the user is at, beside it.
 *
 * @example
 * const { threads } = useThreads({ query: { resolved: false } });
 * <FloatingThreads threads={threads} />
 */
export function FloatingThreads<TM = AppThreadMetadata, CM = AppCommentMetadata>({
  threads,
  className,
  ...props
}: LexicalFloatingThreadsProps<TM, CM>): ReactElement | null {
  const [editor] = useLexicalComposerContext();
  const { marks } = sessionOf(editor);
  const active = useSyncExternalStore(
    marks.subscribe,
    () => marks.active,
    () => none,
  );
  const [dismissed, setDismissed] = useState(none);
  const shown = active.flatMap((id) => threads.find((thread) => thread.id === id) ?? []);
  const [first] = shown;
  const firstId = first?.id;
  const anchor = useMemo(() => {
    if (firstId === undefined) return null;
    const place = () => marks.elementsOf(firstId)[0] ?? editor.getRootElement();
    return {
      getBoundingClientRect: () => place()?.getBoundingClientRect() ?? new DOMRect(),
      getClientRects: () => [...(place()?.getClientRects() ?? [])],
      ...contextOf(editor.getRootElement()),
    };
  }, [editor, marks, firstId]);
  if (anchor === null || active === dismissed) return null;
  return (
    <ThreadsPopover<TM, CM>
      {...props}
      threads={shown}
      anchor={anchor}
      className={className === undefined ? "lb-lexical-floating-threads" : `lb-lexical-floating-threads ${className}`}
      // A press in the text moves the caret, by which it is known which threads are shown.
      isInside={(target) => editor.getRootElement()?.contains(target) === true}
      onDismiss={() => setDismissed(active)}
    />
  );
}

const contextOf = (element: HTMLElement | null) => (element === null ? {} : { contextElement: element });
