import type { Doc } from "yjs";

/** Yjs declares no string form of its types; these are the ones that mean something. */
export function textOf(doc: Doc, key: string): string {
  return doc.getText(key).toJSON();
}

export function xmlOf(doc: Doc, key: string): string {
  return doc.getXmlFragment(key).toJSON();
}
