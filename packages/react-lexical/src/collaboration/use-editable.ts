import type { LexicalEditor } from "lexical";
import { useEffect } from "react";

/**
 * Keeps an editor from being written to until `isAllowed`, because what is typed before the document is loaded would be in no document.
 * Apart from that it is as editable as the application says, by its configuration or by `setEditable`.
 */
export function useEditable(editor: LexicalEditor, isAllowed: boolean): void {
  useEffect(() => {
    if (isAllowed) return;
    let isWanted = editor.isEditable();
    let isOwn = false;
    const lock = () => {
      isOwn = true;
      editor.setEditable(false);
      isOwn = false;
    };
    lock();
    const stop = editor.registerEditableListener((isEditable) => {
      if (isOwn) return;
      isWanted = isEditable;
      if (isEditable) lock();
    });
    return () => {
      stop();
      if (isWanted) editor.setEditable(true);
    };
  }, [editor, isAllowed]);
}
