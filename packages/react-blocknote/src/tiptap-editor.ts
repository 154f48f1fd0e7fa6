import type { BlockNoteEditor, BlockSchema, InlineContentSchema, StyleSchema } from "@blocknote/core";
import type { Editor } from "@tiptap/core";
import { useCallback, useSyncExternalStore } from "react";

const none = (): null => null;

/** The editor of TipTap that is under an editor of BlockNote, or null while it is on no page. */
export function useTiptapEditor<B extends BlockSchema, I extends InlineContentSchema, S extends StyleSchema>(
  editor: BlockNoteEditor<B, I, S> | null,
): Editor | null {
  const subscribe = useCallback(
    (changed: () => void) => {
      const unsubscribes = editor === null ? [] : [editor.onMount(changed), editor.onUnmount(changed)];
      return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
    },
    [editor],
  );
  return useSyncExternalStore(
    subscribe,
    () => (editor === null || editor.headless ? null : editor._tiptapEditor),
    none,
  );
}
