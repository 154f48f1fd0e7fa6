import { extname } from "node:path";
import type { TextKind } from "@weft/collab";
import { fileTypeFromBuffer } from "file-type";
import { isTextIn, labelOf, markOf, wideEncodingOf } from "./decode-text.ts";

/** As many bytes of the beginning as the kind is read from. */
const sniffedBytes = 4_100;
/** As many bytes as show whether it is text. */
const testedBytes = 64 * 1_024;
/** Signatures are among so many bytes. */
const signatureBytes = 16;

const byMagic: Readonly<Record<string, TextKind>> = {
  "application/pdf": "pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "image/png": "image",
  "image/jpeg": "image",
  "image/webp": "image",
  "image/gif": "image",
};
/** Formats that are written in letters, and are no texts: their first lines. */
const inLetters: Readonly<Record<string, RegExp>> = {
  "application/pdf": /^%PDF-\d\.\d[ \t]*[\r\n%]/,
  "application/rtf": /^\{\\rtf1?\\/,
  "application/postscript": /^%!PS-Adobe-/,
  "application/eps": /^%!PS-Adobe-/,
};
const html: ReadonlySet<string> = new Set([".html", ".htm", ".xhtml"]);
const markdown: ReadonlySet<string> = new Set([".md", ".mdx", ".markdown"]);

/** Decided by the bytes, then by the extension of the name, then by the type that was sent. */
export async function kindOf(
  bytes: Uint8Array,
  { name = "", type = "" }: { readonly name?: string; readonly type?: string },
): Promise<TextKind | undefined> {
  const extension = extname(name).toLowerCase();
  const start = bytes.subarray(0, testedBytes);
  const magic = await fileTypeFromBuffer(bytes.subarray(0, sniffedBytes)).catch(() => undefined);
  if (magic !== undefined && magic.mime !== "application/xml" && !isTextAfterAll(start, magic.mime, type)) {
    // A document whose contents begin late looks like any archive.
    if (magic.mime === "application/zip") return extension === ".docx" ? "docx" : undefined;
    return byMagic[magic.mime];
  }
  if (!isText(start, type)) return undefined;
  if (html.has(extension)) return "html";
  if (markdown.has(extension)) return "markdown";
  const sent = type.split(";", 1)[0]!.trim().toLowerCase();
  if (sent === "text/html" || sent === "application/xhtml+xml") return "html";
  if (sent === "text/markdown") return "markdown";
  if (sent === "" && /^\s{0,999}<(!doctype html|html)[\s>]/i.test(latin1(bytes.subarray(0, 1_024)))) return "html";
  return "text";
}

/** Whether bytes that begin like another format are a text, whose first words happen to be its signature. */
function isTextAfterAll(start: Uint8Array, mime: string, type: string): boolean {
  const line = inLetters[mime];
  if (line?.test(latin1(start.subarray(0, 1_024)))) return false;
  return isText(start, type) && (markOf(start) !== undefined || isPrintable(start.subarray(0, signatureBytes)));
}

/** Whether a signature in these bytes would consist of characters alone. */
function isPrintable(signature: Uint8Array): boolean {
  return signature.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

function isText(start: Uint8Array, type: string): boolean {
  const label = markOf(start) ?? labelOf(type);
  if (label !== undefined && isTextIn(label, start)) return true;
  if (start.includes(0)) return wideEncodingOf(start) !== undefined;
  return isTextIn("utf-8", start) || hasNoControls(start);
}

/** Letters of any encoding of bytes, or of UTF-8 with a broken one among them. */
function hasNoControls(start: Uint8Array): boolean {
  return start.every((byte) => byte >= 0x20 || (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b || byte === 0x1a);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}
