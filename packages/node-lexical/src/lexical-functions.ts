/** The functions of Lexical that most changes need, of the copy of Lexical that documents are opened with. */
import {
  $createParagraphNode as createParagraphNode,
  $createTextNode as createTextNode,
  $getRoot as getRoot,
} from "lexical";
import type { ParagraphNode, RootNode, TextNode } from "lexical";

/** Creates a paragraph. Call it inside of `update`. */
export function $createParagraphNode(): ParagraphNode {
  return createParagraphNode();
}

/** Creates a text. Call it inside of `update`. */
export function $createTextNode(text?: string): TextNode {
  return createTextNode(text);
}

/** The root of the document. Call it inside of `update`, or of `read` of an editor's state. */
export function $getRoot(): RootNode {
  return getRoot();
}
