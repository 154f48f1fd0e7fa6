/** Whether a schema knows everything that is in a document. Bindings of editors delete what it does not know. */
import type { Schema } from "prosemirror-model";
import { XmlElement, XmlText } from "yjs";
import type { XmlFragment } from "yjs";

/** Throws if the document has a node or a mark that the schema lacks. */
export function checkSchema(fragment: XmlFragment, schema: Schema): void {
  const unknown = new Set<string>();
  visit(fragment, schema, unknown);
  if (unknown.size > 0)
    throw new Error(
      `The document has ${[...unknown].toSorted().join(", ")}, which the schema does not have. Pass the schema of your editor as \`schema\`: nothing was changed.`,
    );
}

function visit(fragment: XmlFragment, schema: Schema, unknown: Set<string>): void {
  for (const child of fragment.toArray()) {
    if (child instanceof XmlElement) {
      if (schema.nodes[child.nodeName] === undefined) unknown.add(`the node "${child.nodeName}"`);
      visit(child, schema, unknown);
    } else if (child instanceof XmlText)
      for (const { attributes = {} } of child.toDelta() as readonly { attributes?: Record<string, unknown> }[])
        for (const key of Object.keys(attributes)) {
          // Marks that may overlap with themselves have a hash of their attributes behind their name.
          const name = key.replace(/--[a-zA-Z0-9+/=]{8}$/u, "");
          // Written by editors that show who changed what, and no mark of the text.
          if (schema.marks[name] === undefined && name !== "ychange") unknown.add(`the mark "${name}"`);
        }
  }
}
