/** Documents as HTML, and HTML as documents, with a DOM in memory. */
import { parseHTML } from "linkedom";
import { DOMParser, DOMSerializer } from "prosemirror-model";
import type { Node, Schema } from "prosemirror-model";

export function htmlOfDocument(document: Node): string {
  const dom = parseHTML("<!doctype html><html><body></body></html>").document;
  const target = dom.createElement("div");
  DOMSerializer.fromSchema(document.type.schema).serializeFragment(document.content, { document: dom }, target);
  return target.innerHTML;
}

/** Reads text or HTML by the rules of the schema. What it has no rule for is read as its content. */
export function documentOfHtml(schema: Schema, html: string): Node {
  const { body } = parseHTML(`<!doctype html><html><body>${html}</body></html>`).document;
  return DOMParser.fromSchema(schema).parse(body);
}
