import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);

/** Stands for the server's address in the head of built pages, where search engines and previews need whole addresses. */
export const addressStandIn = "https://weft.invalid";
const standIns = { page: addressStandIn, file: "http://localhost:7070" } as const;

/** The bytes are shared by all answers. */
export interface AddressedFile {
  readonly etag: string;
  readonly plain: Buffer;
  /** Compressed with brotli. */
  readonly compressed: Buffer;
}

/** A built page or another text file with the server's own address in it, prepared once, on another thread. */
export async function openAddressedFile(
  path: string,
  kind: keyof typeof standIns,
  publicUrl: string,
): Promise<AddressedFile> {
  const text = (await readFile(path, "utf8")).replaceAll(standIns[kind], publicUrl.replace(/\/$/, ""));
  const plain = Buffer.from(text);
  const compressed = await compress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  return { etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`, plain, compressed };
}
