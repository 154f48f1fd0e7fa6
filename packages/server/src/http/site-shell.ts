import { existsSync, readFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { acceptedEncodings } from "./accepted-encodings.ts";

export interface Shell {
  readonly html: string;
  /** The shell in the best encoding that a client accepts. */
  as(acceptEncoding: string | string[] | undefined): {
    readonly body: Buffer;
    readonly encoding: "br" | "gzip" | undefined;
  };
}

/** The page that all app addresses share, kept in memory as it is and compressed. Undefined if it has not been built. */
export function openShell(path: string): Shell | undefined {
  if (!existsSync(path)) return undefined;
  const body = readFileSync(path);
  const variants = {
    br: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    gzip: gzipSync(body, { level: 9 }),
  };
  return {
    html: body.toString(),
    as(acceptEncoding) {
      const accepted = acceptedEncodings(acceptEncoding);
      const encoding = (["br", "gzip"] as const).find((name) => accepted.has(name));
      return { body: encoding === undefined ? body : variants[encoding], encoding };
    },
  };
}
