import type { IncomingMessage } from "node:http";
import { pipeline, Transform } from "node:stream";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

export interface ResponseBody {
  readonly body: Uint8Array;
  /** False if the body was cut at the bound, ended early, or could not be decoded. */
  readonly complete: boolean;
  /** True if the connection ended in the middle of the response. */
  readonly broken: boolean;
}

/** The encodings that `readResponse` decodes. */
export const acceptedEncodings = "gzip, deflate, br";

const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/**
 * Reads at most `bound` bytes of a body, as received and as decoded: a small body that decodes to a large one is cut. The
 * rest is not read, and the connection is closed.
 */
export async function readResponse(response: IncomingMessage, bound: number): Promise<ResponseBody> {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() || "identity";
  const createDecoder = decoders.get(encoding);
  if (bound === 0 || (createDecoder === undefined && encoding !== "identity")) {
    response.destroy();
    return { body: new Uint8Array(), complete: false, broken: false };
  }
  const source: Readable =
    createDecoder === undefined ? response : pipeline(response, cutAt(bound), createDecoder(), () => {});
  const pieces: Uint8Array[] = [];
  let size = 0;
  let complete = true;
  let broken = false;
  try {
    for await (const piece of source as AsyncIterable<Uint8Array>) {
      const taken = piece.subarray(0, bound - size);
      pieces.push(taken);
      size += taken.length;
      complete = taken.length === piece.length;
      if (!complete) break;
    }
  } catch {
    complete = false;
    const { errored } = response;
    broken = errored !== null && "code" in errored && errored.code === "ECONNRESET";
  }
  return { body: Buffer.concat(pieces), complete, broken };
}

/** Fails beyond so many bytes: compressed bodies can be long and decode to nothing. */
function cutAt(bound: number): Transform {
  let size = 0;
  return new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      size += piece.length;
      if (size > bound) done(new Error("The body is too long."));
      else done(null, piece);
    },
  });
}
