import type { LexicalEditor, SerializedEditorState, SerializedLexicalNode } from "lexical";
import { $createParagraphNode, $getRoot, $parseSerializedNode } from "lexical";

/** Leads the text of an editor back to another one. Blocks at its beginning and end that are the same stay, with their comments. */
export function restore(editor: LexicalEditor, { root: { children: wanted } }: SerializedEditorState): void {
  editor.update(() => {}, { discrete: true });
  const present = editor.getEditorState().toJSON().root.children;
  const same = (a: SerializedLexicalNode | undefined, b: SerializedLexicalNode | undefined) =>
    a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b);
  let start = 0;
  while (same(present[start], wanted[start])) start++;
  let end = 0;
  while (
    end < Math.min(present.length, wanted.length) - start &&
    same(present[present.length - 1 - end], wanted[wanted.length - 1 - end])
  )
    end++;
  editor.update(
    () => {
      const nodes = wanted.slice(start, wanted.length - end).map((node) => $parseSerializedNode(node));
      const root = $getRoot();
      root.splice(start, present.length - start - end, nodes);
      if (root.isEmpty()) root.append($createParagraphNode());
      root.selectEnd();
    },
    { discrete: true },
  );
}
