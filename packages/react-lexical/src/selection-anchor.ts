import { createDOMRange } from "@lexical/selection";
import type { EditorAnchor } from "@weft/react-ui/text-editor";
import type { LexicalEditor } from "lexical";
import { $getSelection, $isRangeSelection } from "lexical";

/** The place of what is selected in an editor, wherever that is when it is asked for. Null if the editor is not shown. */
export function selectionAnchor(editor: LexicalEditor): EditorAnchor | null {
  const root = editor.getRootElement();
  if (root === null) return null;
  const rangeNow = () => editor.getEditorState().read(() => $selectedRange(editor));
  return {
    getBoundingClientRect: () => (rangeNow() ?? root).getBoundingClientRect(),
    getClientRects: () => [...(rangeNow() ?? root).getClientRects()],
    contextElement: root,
  };
}

function $selectedRange(editor: LexicalEditor): Range | null {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return null;
  const { anchor, focus } = selection;
  return createDOMRange(editor, anchor.getNode(), anchor.offset, focus.getNode(), focus.offset);
}

/** What is selected, as a value that changes with it. Empty if nothing is. */
export function selectionSignature(editor: LexicalEditor): string {
  return editor.getEditorState().read(() => {
    const selection = $getSelection();
    if (!$isRangeSelection(selection) || selection.isCollapsed()) return "";
    const { anchor, focus } = selection;
    return [anchor.key, anchor.offset, focus.key, focus.offset].join();
  });
}
