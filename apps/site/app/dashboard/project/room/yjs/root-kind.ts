import type { Json } from "@weft/protocol";

/** The kind of a root of a Yjs document, as far as its JSON shows. */
export type RootKind = "text" | "xml" | "map" | "array" | "value";

export function rootKind(value: Json | undefined): RootKind {
  if (typeof value === "string") return /^\s*</.test(value) ? "xml" : "text";
  if (Array.isArray(value)) return "array";
  return typeof value === "object" && value !== null ? "map" : "value";
}

export const rootKindLabels: Record<RootKind, string> = {
  text: "Text",
  xml: "XML",
  map: "Map",
  array: "Array",
  value: "Value",
};

/** The markup of an XML root, a tag to a line and indented, as a text to read. */
export function indentMarkup(markup: string): string {
  const parts = markup.match(/<[^>]+>|[^<]+/g) ?? [];
  let depth = 0;
  const lines: string[] = [];
  for (const part of parts) {
    if (part.startsWith("</")) depth = Math.max(0, depth - 1);
    lines.push("  ".repeat(depth) + part);
    if (part.startsWith("<") && !part.startsWith("</") && !part.endsWith("/>")) depth++;
  }
  return lines.join("\n");
}
