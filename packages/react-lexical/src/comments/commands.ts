import type { LexicalCommand, LexicalEditor } from "lexical";
import { $getSelection, $isRangeSelection, COMMAND_PRIORITY_EDITOR, createCommand } from "lexical";
import { useEffect } from "react";
import { $markSelection } from "../nodes/thread-mark-node.ts";

/**
 * Opens the `FloatingComposer` for a comment on what is selected.
 *
 * @example
 * editor.dispatchCommand(OPEN_FLOATING_COMPOSER_COMMAND, undefined);
 */
export const OPEN_FLOATING_COMPOSER_COMMAND: LexicalCommand<void> = createCommand("OPEN_FLOATING_COMPOSER_COMMAND");

/**
 * Marks what is selected as the text of a thread, whose id is given.
 *
 * @example
 * editor.dispatchCommand(ATTACH_THREAD_COMMAND, thread.id);
 */
export const ATTACH_THREAD_COMMAND: LexicalCommand<string> = createCommand("ATTACH_THREAD_COMMAND");

/** Answers `ATTACH_THREAD_COMMAND`. */
export function useThreadCommands(editor: LexicalEditor): void {
  useEffect(
    () =>
      editor.registerCommand(
        ATTACH_THREAD_COMMAND,
        (threadId) => {
          const selection = $getSelection();
          return $isRangeSelection(selection) && !selection.isCollapsed() && $markSelection(selection, threadId);
        },
        COMMAND_PRIORITY_EDITOR,
      ),
    [editor],
  );
}
