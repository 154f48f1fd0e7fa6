import { Node } from "@tiptap/pm/model";
import type { Schema } from "@tiptap/pm/model";
import { yXmlFragmentToProseMirrorRootNode } from "@tiptap/y-tiptap";
import { applyUpdate, Doc } from "yjs";
import { field } from "../extensions.ts";

/** The text in a version of the document; `null` if the bytes are none, as the SDK hands on whatever was answered. */
export function readVersion(data: Uint8Array, schema: Schema): Node | null {
  const doc = new Doc();
  try {
    applyUpdate(doc, data);
    const root = yXmlFragmentToProseMirrorRootNode(doc.getXmlFragment(field), schema);
    // A text that nobody has written in has no paragraph yet, and an editor always has one.
    const text = root.childCount === 0 ? schema.topNodeType.createAndFill() : Node.fromJSON(schema, root.toJSON());
    text?.check();
    return text;
  } catch {
    return null;
  } finally {
    doc.destroy();
  }
}
