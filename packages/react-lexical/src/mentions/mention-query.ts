import type { LexicalEditor } from "lexical";
import { $getSelection, $isRangeSelection, $isTextNode } from "lexical";

/** A mention that is being written: what is in front of the caret, from the @. */
export interface WrittenMention {
  /** The text node that it is in. */
  readonly key: string;
  /** Where in the node the @ is. */
  readonly start: number;
  /** Behind the last character. */
  readonly end: number;
  /** Without the @. */
  readonly text: string;
}

/** Longer names are not looked for. */
const maxLength = 60;

/** The mention that is written at the caret, if one is: an @ after white space or an opening bracket, and no white space since. */
export function mentionQueryOf(editor: LexicalEditor): WrittenMention | undefined {
  return editor.getEditorState().read(() => {
    const selection = $getSelection();
    if (!$isRangeSelection(selection) || !selection.isCollapsed() || selection.anchor.type !== "text") return undefined;
    const node = selection.anchor.getNode();
    if (!$isTextNode(node) || !node.isSimpleText() || node.hasFormat("code")) return undefined;
    const end = selection.anchor.offset;
    const from = Math.max(0, end - maxLength);
    const before = node.getTextContent().slice(from, end);
    const at = before.lastIndexOf("@");
    if (at === -1) return undefined;
    const text = before.slice(at + 1);
    const previous = at > 0 ? before.charAt(at - 1) : from > 0 ? "x" : " ";
    if (/\s/u.test(text) || !/[\s([{"'«“‘]/u.test(previous)) return undefined;
    return { key: node.getKey(), start: from + at, end, text };
  });
}
