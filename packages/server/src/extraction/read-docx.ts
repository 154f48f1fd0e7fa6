import type { ExtractedText } from "@weft/collab";
import mammoth from "mammoth";
import type { ExtractionBounds } from "./messages.ts";
import { readHtml } from "./read-html.ts";

/** A Word document as Markdown, without its pictures. */
export async function readDocx(bytes: Uint8Array, bounds: ExtractionBounds): Promise<ExtractedText> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const convertImage = mammoth.images.imgElement(async () => ({ src: "" }));
  // Paths that a document names are never opened.
  const { value } = await mammoth.convertToHtml({ buffer }, { convertImage, externalFileAccess: false });
  return readHtml(value, { bounds, isWhole: true });
}
