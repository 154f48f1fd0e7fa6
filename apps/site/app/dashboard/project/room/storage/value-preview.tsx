import type { Json } from "@weft/protocol";
import { contentOf } from "./storage-tree.ts";
import type { StorageEntry } from "./storage-tree.ts";

const previewLength = 200;

/** A value in one line. */
export function ValuePreview({ entry }: { entry: StorageEntry }) {
  const content = contentOf(entry);
  if (entry.kind === "LiveText") return <span className="truncate text-ink">{clip(plainText(content))}</span>;
  if (entry.kind === "LiveFile") return <span className="truncate text-ink">{fileText(content)}</span>;
  const tone = typeof content === "string" ? "text-success" : content === null ? "text-faint" : "text-warning";
  return <span className={`truncate ${tone}`}>{clip(JSON.stringify(content))}</span>;
}

function clip(text: string): string {
  return text.length > previewLength ? `${text.slice(0, previewLength)}…` : text;
}

/** The text of a LiveText without its attributes. */
function plainText(content: Json): string {
  if (!Array.isArray(content)) return JSON.stringify(content);
  return content.map((segment: Json) => (Array.isArray(segment) ? String(segment[0]) : "")).join("");
}

function fileText(content: Json): string {
  const { name, mimeType } = content as { name?: Json; mimeType?: Json };
  return [name, mimeType].flatMap((part) => (typeof part === "string" && part !== "" ? [part] : [])).join(" · ");
}
