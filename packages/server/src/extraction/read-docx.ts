import type { Unreadable } from "@weft/collab";
import mammoth from "mammoth";
import { ArchiveTooLarge, unpackedArchive } from "./bounded-archive.ts";
import type { ExtractionBounds, ReadText } from "./messages.ts";
import { readHtml } from "./read-html.ts";

/** Parts that hold text, styles and their relations. Pictures, fonts and embedded files are not unpacked. */
const isRead = (name: string) => /\.(xml|rels)$/i.test(name) && !/^word\/(media|embeddings|fonts)\//i.test(name);

/** A Word document as Markdown, without its pictures. */
export async function readDocx(bytes: Uint8Array, bounds: ExtractionBounds): Promise<ReadText | Unreadable> {
  let parts;
  try {
    parts = await unpackedArchive(bytes, isRead, bounds.unpacked);
  } catch (error) {
    if (!(error instanceof ArchiveTooLarge)) throw error;
    return { kind: "unreadable", message: `The document has more than ${bounds.unpacked / 2 ** 20} MiB of text` };
  }
  const buffer = Buffer.from(parts.buffer, parts.byteOffset, parts.byteLength);
  const convertImage = mammoth.images.imgElement(async () => ({ src: "" }));
  // Paths that a document names are never opened.
  const { value } = await mammoth.convertToHtml({ buffer }, { convertImage, externalFileAccess: false });
  return readHtml(value, { bounds, isWhole: true });
}
