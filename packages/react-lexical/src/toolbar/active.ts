import type { LexicalEditor, LexicalNode, TextFormatType } from "lexical";
import { $getSelection, $isElementNode, $isRangeSelection, $isRootOrShadowRoot } from "lexical";

/**
 * Whether the block at the selection is of a kind; if several are selected, whether all of them are.
 *
 * @example
 * isBlockNodeActive(editor, (node) => $isHeadingNode(node) && node.getTag() === "h1");
 */
export function isBlockNodeActive(editor: LexicalEditor, isActive: (node: LexicalNode) => boolean): boolean {
  return editor.getEditorState().read(
    () => {
      const selection = $getSelection();
      if (!$isRangeSelection(selection)) return false;
      const nodes = selection.isCollapsed() ? [selection.anchor.getNode()] : selection.getNodes();
      const blocks = new Set<string>();
      for (const node of nodes) {
        const block = $blockOf(node);
        if (block === null || blocks.has(block.getKey())) continue;
        blocks.add(block.getKey());
        if (!isActive(block)) return false;
      }
      return blocks.size > 0;
    },
    { editor },
  );
}

/** The block that a node is in, or is. */
function $blockOf(node: LexicalNode): LexicalNode | null {
  for (let at: LexicalNode | null = node; at !== null && !$isRootOrShadowRoot(at); at = at.getParent()) {
    const parent = at.getParent();
    if ($isElementNode(at) && !at.isInline() && parent !== null && $isRootOrShadowRoot(parent)) return at;
  }
  return null;
}

/**
 * Whether what is selected has a format, such as "bold"; without a selection, whether what is typed next has it.
 *
 * @example
 * <Toolbar.Toggle name="Bold" active={isTextFormatActive(editor, "bold")} />
 */
export function isTextFormatActive(editor: LexicalEditor, format: TextFormatType): boolean {
  return editor.getEditorState().read(() => {
    const selection = $getSelection();
    return $isRangeSelection(selection) && selection.hasFormat(format);
  });
}
