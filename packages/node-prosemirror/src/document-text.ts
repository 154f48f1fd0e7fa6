/** The plain text of a document, as Tiptap's `getText` writes it. */
import type { Node } from "prosemirror-model";

/** What a function for nodes of one type gets. */
export interface TextSerializerProps {
  readonly node: Node;
  /** Where the node begins in the document. */
  readonly pos: number;
  readonly parent: Node;
  readonly index: number;
  readonly range: { readonly from: number; readonly to: number };
}

/** Writes a node as text, in place of its content. */
export type ProsemirrorTextSerializer = (props: TextSerializerProps) => string;

/** How a document is written as text. */
export interface TextOptions {
  /** Between blocks; two line breaks unless given. */
  readonly blockSeparator?: string;
  /** By the name of their node type. Before the function of the schema, `toText`. */
  readonly textSerializers?: Readonly<Record<string, ProsemirrorTextSerializer>>;
}

export function textOfDocument(document: Node, options: TextOptions = {}): string {
  const { blockSeparator = "\n\n", textSerializers = {} } = options;
  const range = { from: 0, to: document.content.size };
  let text = "";
  document.descendants((node, pos, parent, index) => {
    if (node.isBlock && pos > 0) text += blockSeparator;
    const serialize =
      (Object.hasOwn(textSerializers, node.type.name) ? textSerializers[node.type.name] : undefined) ??
      (node.type.spec["toText"] as ProsemirrorTextSerializer | undefined);
    if (serialize !== undefined) {
      text += serialize({ node, pos, parent: parent ?? document, index, range });
      return false;
    }
    if (node.isText) text += node.text ?? "";
    return true;
  });
  return text;
}
