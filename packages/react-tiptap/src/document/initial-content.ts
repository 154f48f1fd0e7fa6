/** What a document begins with. */
import { createDocument } from "@tiptap/core";
import type { Content, Editor } from "@tiptap/core";
import type { Node, Schema } from "@tiptap/pm/model";
import { prosemirrorToYXmlFragment, ySyncPluginKey } from "@tiptap/y-tiptap";
import * as Y from "yjs";

/** The origin of the transaction that writes it: it is nothing that a user could undo. */
const origin = "initial content";

/**
 * Writes content to a document in which there is nothing yet.
 *
 * Users who open it at the same time all find it empty. So the content is written as if by one and the same client, whose id is read
 * off the content: to Yjs, these are one edit.
 */
export function writeInitialContent(doc: Y.Doc, field: string, content: Content, schema: Schema): void {
  if (doc.getXmlFragment(field).length > 0) return;
  const node = createDocument(content, schema);
  const empty = schema.topNodeType.createAndFill();
  if (empty !== null && node.eq(empty)) return;
  writeOnce(doc, field, node);
}

/**
 * Begins an empty document with the nodes that the schema demands, before the first edit of this user is written to it. Users who begin
 * it at the same time so write in the same nodes: of two documents, a schema that allows one group of blocks would show one alone.
 */
export function beginDocument({ schema, state, storage }: Editor): void {
  const { field, provider } = storage.weft;
  const doc = provider.getYDoc();
  if (doc.getXmlFragment(field).length > 0) return;
  const empty = schema.topNodeType.createAndFill();
  if (empty === null || state.doc.eq(empty)) return;
  const bound = ySyncPluginKey.getState(state) as { readonly binding?: { mux(run: () => void): void } } | undefined;
  // The editor shows it already, and with the edit: it must not be shown anew.
  bound?.binding?.mux(() => writeOnce(doc, field, empty));
}

function writeOnce(doc: Y.Doc, field: string, node: Node): void {
  const draft = new Y.Doc({ gc: false });
  draft.clientID = hashOf(`${field} ${JSON.stringify(node.toJSON())}`);
  prosemirrorToYXmlFragment(node, draft.getXmlFragment(field));
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(draft), origin);
  draft.destroy();
}

/** FNV-1a, of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  return hash >>> 0;
}
