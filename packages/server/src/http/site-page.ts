import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/** Stands for the server's address in the head of built pages, where search engines and previews need whole addresses. */
export const addressStandIn = "https://weft.invalid";

export interface AddressedPage {
  readonly etag: string;
  /** The HTML, compressed with brotli where the client accepts it. */
  body(acceptsBrotli: boolean): Buffer;
}

/** A built page with the server's own address in it. Only the compressed text is kept in memory. */
export function openAddressedPage(path: string, publicUrl: string): AddressedPage {
  const html = readFileSync(path, "utf8").replaceAll(addressStandIn, publicUrl.replace(/\/$/, ""));
  const compressed = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  return {
    etag: `"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`,
    body: (acceptsBrotli) => (acceptsBrotli ? compressed : brotliDecompressSync(compressed)),
  };
}
