import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { useSyncExternalStore } from "react";
import { sessionOf } from "../collaboration/editor-session.ts";

/**
 * Whether the user is at the text of a thread, or has chosen the thread.
 *
 * @example
 * const isActive = useIsThreadActive(thread.id);
 */
export function useIsThreadActive(threadId: string): boolean {
  const [editor] = useLexicalComposerContext();
  const { marks } = sessionOf(editor);
  return useSyncExternalStore(
    marks.subscribe,
    () => marks.active.includes(threadId),
    () => false,
  );
}
