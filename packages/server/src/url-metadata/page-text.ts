import { decodeText } from "../extraction/decode-text.ts";

/** The text of a page, in its own encoding; empty if that is neither declared nor known. */
export function decodePage(bytes: Uint8Array, contentType = ""): string {
  return decodeText(bytes, { contentType, isMarkup: true }) ?? "";
}
