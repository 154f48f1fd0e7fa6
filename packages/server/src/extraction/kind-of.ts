import { extname } from "node:path";
import type { TextKind } from "@weft/collab";
import { fileTypeFromBuffer } from "file-type";

/** As many bytes of the beginning as the kind is read from. */
const sniffedBytes = 4_100;
/** As many bytes as show whether it is text. */
const testedBytes = 64 * 1_024;

const byMagic: Readonly<Record<string, TextKind>> = {
  "application/pdf": "pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "image/png": "image",
  "image/jpeg": "image",
  "image/webp": "image",
  "image/gif": "image",
};
const html: ReadonlySet<string> = new Set([".html", ".htm", ".xhtml"]);
const markdown: ReadonlySet<string> = new Set([".md", ".mdx", ".markdown"]);

/** Decided by the first bytes, then by the extension of the name, then by the type that was sent. */
export async function kindOf(
  bytes: Uint8Array,
  { name = "", type = "" }: { readonly name?: string; readonly type?: string },
): Promise<TextKind | undefined> {
  const extension = extname(name).toLowerCase();
  const magic = await fileTypeFromBuffer(bytes.subarray(0, sniffedBytes)).catch(() => undefined);
  if (magic !== undefined) {
    // A document whose contents begin late looks like any archive.
    if (magic.mime === "application/zip") return extension === ".docx" ? "docx" : undefined;
    if (magic.mime !== "application/xml") return byMagic[magic.mime];
  }
  if (!isText(bytes)) return undefined;
  if (html.has(extension)) return "html";
  if (markdown.has(extension)) return "markdown";
  const sent = type.split(";", 1)[0]!.trim().toLowerCase();
  if (sent === "text/html" || sent === "application/xhtml+xml") return "html";
  if (sent === "text/markdown") return "markdown";
  if (sent === "" && /^\s*<(!doctype html|html)[\s>]/i.test(Buffer.from(bytes.subarray(0, 1_024)).toString("latin1")))
    return "html";
  return "text";
}

function isText(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, testedBytes);
  const isUtf16 = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
  return isUtf16 || !start.includes(0);
}
