import { fileURLToPath } from "node:url";
import type { Unreadable } from "@weft/collab";
import { extractText, getDocumentProxy, getMeta } from "unpdf";
import type { ExtractionBounds, ReadText } from "./messages.ts";

/**
 * The character maps of Adobe that PDFs in Chinese, Japanese and Korean name without containing them, in the packed form of
 * PDF.js. The build of the server copies them beside its bundle. The reader opens none but those that it knows by name.
 */
const cMapUrl = fileURLToPath(new URL("./cmaps/", import.meta.url));

/** The text layer of a PDF, page by page. */
export async function readPdf(bytes: Uint8Array, bounds: ExtractionBounds): Promise<ReadText | Unreadable> {
  let document;
  try {
    document = await getDocumentProxy(bytes, { verbosity: 0, cMapUrl, cMapPacked: true });
  } catch (error) {
    const isLocked = error instanceof Error && error.name === "PasswordException";
    return { kind: "unreadable", message: isLocked ? "The PDF is protected by a password" : "The PDF is damaged" };
  }
  const { text } = await extractText(document, { mergePages: false });
  const markdown = text
    .map((page) => page.trim())
    .filter((page) => page !== "")
    .join("\n\n")
    .slice(0, bounds.text);
  if (markdown === "") return { kind: "unreadable", message: "Reading images needs an AI provider with vision or OCR" };
  const { info } = await getMeta(document).catch(() => ({ info: {} as Record<string, unknown> }));
  const title = typeof info["Title"] === "string" ? info["Title"].trim().slice(0, 300) : "";
  return { kind: "read", title, markdown, links: [], noIndex: false };
}
