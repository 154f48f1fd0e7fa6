import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { yUndoPluginKey } from "@tiptap/y-tiptap";

/**
 * Makes the text what it was. To the document it is an edit like any other: only what differs is changed, the others
 * see it at once, and a single undo takes it back.
 */
export function restore(editor: Editor, old: Node): void {
  const { state, view } = editor;
  const undo = yUndoPluginKey.getState(state)?.undoManager;
  undo?.stopCapturing();
  view.dispatch(state.tr.replaceWith(0, state.doc.content.size, old.content));
  undo?.stopCapturing();
}
