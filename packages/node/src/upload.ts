/** Uploads files, small ones with one call and others in parts. */
import { eachOf } from "./each.ts";

/** Parts of a file have this size, except the last one. Bytes. */
const partBytes = 5 * 1_024 * 1_024;
const partsAtOnce = 5;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const idLength = 21;

/** A new id of a file. */
export function newFileId(prefix: "fl_" | "at_"): string {
  return prefix + Array.from(crypto.getRandomValues(new Uint8Array(idLength)), (byte) => alphabet[byte & 63]).join("");
}

/** A part that has arrived. Everything that the server says of it is sent back. */
export interface UploadedPart {
  readonly partNumber: number;
  readonly etag: string;
}

/** The calls that one kind of file is uploaded with. */
export interface UploadCalls<F> {
  whole(file: Blob, signal: AbortSignal | undefined): Promise<F>;
  start(signal: AbortSignal | undefined): Promise<{ readonly uploadId: string }>;
  part(uploadId: string, partNumber: number, bytes: Blob, signal: AbortSignal): Promise<UploadedPart>;
  complete(uploadId: string, parts: readonly UploadedPart[], signal: AbortSignal | undefined): Promise<F>;
  /** Discards the parts. */
  abort(uploadId: string): Promise<void>;
}

/** @throws what the first call that fails throws. The parts are discarded. */
export async function upload<F>(file: Blob, calls: UploadCalls<F>, signal: AbortSignal | undefined): Promise<F> {
  if (file.size <= partBytes) return calls.whole(file, signal);
  const { uploadId } = await calls.start(signal);
  const parts: UploadedPart[] = [];
  try {
    await eachOf(
      () => partsOf(file),
      async ({ number, bytes }, stopped) => void parts.push(await calls.part(uploadId, number, bytes, stopped)),
      { concurrency: partsAtOnce, signal },
    );
    const inOrder = parts.toSorted((a, b) => a.partNumber - b.partNumber);
    return await calls.complete(uploadId, inOrder, signal);
  } catch (error) {
    // The failure that is reported is that of the upload; the server discards parts after a day by itself.
    await calls.abort(uploadId).catch(() => {});
    throw error;
  }
}

async function* partsOf(file: Blob): AsyncGenerator<{ readonly number: number; readonly bytes: Blob }> {
  for (let from = 0, number = 1; from < file.size; from += partBytes, number++)
    yield { number, bytes: file.slice(from, from + partBytes) };
}
