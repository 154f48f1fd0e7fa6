import { existsSync, readFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { acceptedEncodings } from "./accepted-encodings.ts";
import { withHead } from "./page-head.ts";
import type { PageHead } from "./page-head.ts";

export interface EncodedShell {
  /** The shell in the best encoding that a client accepts. */
  as(acceptEncoding: string | string[] | undefined): {
    readonly body: Buffer;
    readonly encoding: Encoding | undefined;
  };
}

export interface Shell extends EncodedShell {
  /** The shell with the head of a page that is drawn in it. */
  with(head: PageHead): EncodedShell;
}

type Encoding = "br" | "gzip";

/** From the best to the worst. */
const encodings: readonly Encoding[] = ["br", "gzip"];

const best = { br: constants.BROTLI_MAX_QUALITY, gzip: 9 };

/**
 * The page that all app addresses share, kept in memory as it is and as it was asked for compressed. Undefined if it has not
 * been built.
 */
export function openShell(path: string): Shell | undefined {
  if (!existsSync(path)) return undefined;
  const html = readFileSync(path, "utf8");
  const variants: { [E in Encoding]?: Buffer } = {};
  const inEncoding = (encoding: Encoding) =>
    (variants[encoding] ??= twinOf(path, encoding) ?? compress(html, encoding, best));
  const plain = Buffer.from(html);
  // Compressed for one answer, at levels that take a millisecond or less.
  const quick = { br: 4, gzip: 4 };
  return {
    as(acceptEncoding) {
      const encoding = bestOf(acceptEncoding);
      return { body: encoding === undefined ? plain : inEncoding(encoding), encoding };
    },
    with: (head) => ({
      as(acceptEncoding) {
        const encoding = bestOf(acceptEncoding);
        const page = withHead(html, head);
        return { body: encoding === undefined ? Buffer.from(page) : compress(page, encoding, quick), encoding };
      },
    }),
  };
}

/** What the build has compressed. */
function twinOf(path: string, encoding: Encoding): Buffer | undefined {
  const twin = `${path}.${encoding}`;
  return existsSync(twin) ? readFileSync(twin) : undefined;
}

function bestOf(acceptEncoding: string | string[] | undefined): Encoding | undefined {
  const accepted = acceptedEncodings(acceptEncoding);
  return encodings.find((name) => accepted.has(name));
}

function compress(text: string, encoding: Encoding, level: Readonly<Record<Encoding, number>>): Buffer {
  return encoding === "br"
    ? brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: level.br } })
    : gzipSync(text, { level: level.gzip });
}
