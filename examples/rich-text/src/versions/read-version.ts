import { Node } from "@tiptap/pm/model";
import type { Schema } from "@tiptap/pm/model";
import { yXmlFragmentToProseMirrorRootNode } from "@tiptap/y-tiptap";
import { applyUpdate, Doc } from "yjs";
import { field } from "../extensions.ts";

/**
 * The text in a version of the document; `null` if the bytes are not a document, since the SDK returns any response.
 */
export function readVersion(data: Uint8Array, schema: Schema): Node | null {
  const doc = new Doc();
  try {
    applyUpdate(doc, data);
    const root = yXmlFragmentToProseMirrorRootNode(doc.getXmlFragment(field), schema);
    // An empty text has no paragraph yet, and an editor always has one.
    const text = root.childCount === 0 ? schema.topNodeType.createAndFill() : Node.fromJSON(schema, root.toJSON());
    text?.check();
    return text;
  } catch {
    return null;
  } finally {
    doc.destroy();
  }
}
