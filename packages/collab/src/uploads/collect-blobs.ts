import type { BlobStore } from "./blob-store.ts";
import type { PendingDeletion, UploadRecords } from "./upload-records.ts";

/** Pending deletions that are read at once. */
const readAtOnce = 100;
/** After so many failures, the place where the bytes are is taken to be down. */
const failuresAtMost = 100;

export interface BlobCollectorOptions {
  readonly records: Pick<UploadRecords, "expire" | "pendingDeletions" | "blobDeleted">;
  readonly blobs: BlobStore;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/**
 * Gives up uploads and deletes files that have expired, and deletes the bytes that are pending deletion, of every kind.
 * What may still be written at that time is deleted a second time, when the upload would have expired. Rejects when it
 * could not delete all bytes; the rest is tried at the next call. Calls that overlap may
 * delete the same bytes twice, which changes nothing.
 */
export async function collectBlobs(
  { records, blobs, now = Date.now }: BlobCollectorOptions,
  signal?: AbortSignal,
): Promise<void> {
  await records.expire(now());
  const failed = new Map<string, unknown>();
  const mayGoOn = () => signal?.aborted !== true && failed.size < failuresAtMost;
  let length: number;
  do {
    // Blobs that failed are listed first again, and must not hide the others.
    const pending = await records.pendingDeletions(now(), readAtOnce + failed.size);
    const next = pending.filter(({ blob }) => !failed.has(blob));
    ({ length } = next);
    for (const deletion of next) {
      if (!mayGoOn()) break;
      try {
        await deleteBytes(blobs, deletion);
      } catch (error) {
        failed.set(deletion.blob, error);
        continue;
      }
      await records.blobDeleted(deletion, now());
    }
  } while (length === readAtOnce && mayGoOn());
  if (failed.size > 0) throw new AggregateError(failed.values(), "Bytes of files could not be deleted.");
}

async function deleteBytes(blobs: BlobStore, { blob, session, whole }: PendingDeletion): Promise<void> {
  if (whole) await blobs.delete(blob);
  if (session !== "") await blobs.dropParts(blob, session);
}
