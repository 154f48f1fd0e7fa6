import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/** Stands for the server's address in the head of built pages, where search engines and previews need whole addresses. */
export const addressStandIn = "https://weft.invalid";
const standIns = { page: addressStandIn, file: "http://localhost:7070" } as const;

export interface AddressedFile {
  readonly etag: string;
  /** The text, compressed with brotli where the client accepts it. */
  body(acceptsBrotli: boolean): Buffer;
}

/** A built page or another text file with the server's own address in it. Only the compressed text is kept in memory. */
export function openAddressedFile(path: string, kind: keyof typeof standIns, publicUrl: string): AddressedFile {
  const text = readFileSync(path, "utf8").replaceAll(standIns[kind], publicUrl.replace(/\/$/, ""));
  const compressed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  return {
    etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`,
    body: (acceptsBrotli) => (acceptsBrotli ? compressed : brotliDecompressSync(compressed)),
  };
}
