import type { LexicalEditor } from "lexical";
import { CAN_REDO_COMMAND, CAN_UNDO_COMMAND, COMMAND_PRIORITY_LOW } from "lexical";
import { useCallback, useSyncExternalStore } from "react";
import { sessionOf } from "./editor-session.ts";

/**
 * Something about an editor that a component shows. The component is rendered again when it is another value, and not whenever the text
 * changes.
 *
 * @param read answers a primitive value, or the same object for as long as nothing has changed.
 */
export function useEditorValue<T extends string | number | boolean | object | null | undefined>(
  editor: LexicalEditor,
  read: () => T,
  onServer: T,
): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      const told = () => {
        listener();
        return false;
      };
      const stops = [
        editor.registerUpdateListener(listener),
        editor.registerEditableListener(listener),
        editor.registerCommand(CAN_UNDO_COMMAND, told, COMMAND_PRIORITY_LOW),
        editor.registerCommand(CAN_REDO_COMMAND, told, COMMAND_PRIORITY_LOW),
        sessionOf(editor).subscribe(listener),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [editor],
  );
  return useSyncExternalStore(subscribe, read, () => onServer);
}
