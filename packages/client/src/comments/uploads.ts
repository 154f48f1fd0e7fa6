/** Uploads files: in one call, or in parts that are sent side by side. It is loaded with the first upload, and shares no code. */
import type { Level } from "@weft/protocol/types";
import type { AccessResource } from "../connection/access.ts";
import type { HttpTransport } from "../http/transport.ts";

/** How a file is uploaded. `onProgress` gets bytes. */
export interface UploadOptions {
  readonly signal?: AbortSignal;
  /** Is told how many bytes the server has, of how many: after each part. */
  readonly onProgress?: (sent: number, size: number) => void;
}

export interface UploadTarget {
  /** Where files of this kind are, without a name: `/v2/c/rooms/r/attachments/at_1`. */
  readonly path: string;
  readonly name: string;
  readonly needs: { readonly room: string; readonly resource: AccessResource; readonly level: Level };
}

/** Larger files are sent in parts of this size, in bytes. */
export const uploadPartSize = 5 * 1_024 * 1_024;
const partsAtOnce = 5;
const waitsMs: readonly number[] = Array.from({ length: 9 }, () => 2_000);

interface Part {
  readonly partNumber: number;
  readonly etag: string;
}

/** Resolves with what the server answers for the file. What was begun is abandoned if it fails or is aborted. */
export async function upload<T>(
  transport: HttpTransport,
  { path: target, name, needs }: UploadTarget,
  file: Blob,
  { signal, onProgress }: UploadOptions = {},
): Promise<T> {
  signal?.throwIfAborted();
  const { size } = file;
  const sized = { query: { fileSize: size }, needs, signal } as const;
  const again = <R>(run: () => Promise<R>) => transport.retrying(waitsMs, run, signal);
  if (size <= uploadPartSize) {
    const result = await again(() =>
      transport.json<T>({ method: "PUT", path: `${target}/upload/${encodeURIComponent(name)}`, body: file, ...sized }),
    );
    onProgress?.(size, size);
    return result;
  }
  const begin = { method: "POST", path: `${target}/multipart/${encodeURIComponent(name)}`, ...sized } as const;
  const { uploadId } = await again(() => transport.json<{ readonly uploadId: string }>(begin));
  const begun = `${target}/multipart/${encodeURIComponent(uploadId)}`;
  const own = new AbortController();
  const abortParts = () => own.abort(signal?.reason);
  if (signal?.aborted === true) abortParts();
  signal?.addEventListener("abort", abortParts);
  let sent = 0;
  try {
    const parts: Part[] = [];
    const numbers = Array.from({ length: Math.ceil(size / uploadPartSize) }, (_, at) => at + 1).values();
    const sendParts = async () => {
      for (const number of numbers) {
        const body = file.slice((number - 1) * uploadPartSize, number * uploadPartSize);
        const call = { method: "PUT", path: `${begun}/${number}`, body, needs, signal: own.signal } as const;
        parts.push(await transport.retrying(waitsMs, () => transport.json<Part>(call), own.signal));
        onProgress?.((sent += body.size), size);
      }
    };
    // They share one iterator: each takes the next part that is left.
    await Promise.all(Array.from({ length: partsAtOnce }, sendParts));
    const body = { parts: parts.toSorted((a, b) => a.partNumber - b.partNumber) };
    return await again(() => transport.json<T>({ method: "POST", path: `${begun}/complete`, body, needs, signal }));
  } catch (error) {
    own.abort(error);
    transport.send({ method: "DELETE", path: begun, needs }).catch(() => {});
    throw error;
  } finally {
    signal?.removeEventListener("abort", abortParts);
  }
}
