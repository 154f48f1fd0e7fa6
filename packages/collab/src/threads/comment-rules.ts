/** What threads and comments may hold. */
import { fixedLimits, WeftError } from "@weft/protocol";
import type { CommentBody, Limits } from "@weft/protocol";
import { invalid } from "../invalid.ts";
import type { AttachmentRecord, CommentRecord, ThreadRecord } from "./thread-records.ts";

export type CommentMetadata = ThreadRecord["metadata"];
export type CommentMetadataChange = ReadonlyMap<string, string | number | boolean | null>;

/** Metadata after a change, in which null removes an entry. UNPROCESSABLE_ENTITY when it has too many. */
export function mergeMetadata(
  metadata: CommentMetadata,
  change: CommentMetadataChange,
  path = "metadata",
): CommentMetadata {
  const merged = new Map(metadata);
  for (const [key, value] of change) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  if (merged.size > fixedLimits.metadataEntries)
    throw invalid([path], `must have at most ${fixedLimits.metadataEntries} entries.`);
  return merged;
}

/** UNPROCESSABLE_ENTITY for a body over the limit. */
export function checkBody(body: CommentBody, { commentBody }: Pick<Limits, "commentBody">, path: string): void {
  if (Buffer.byteLength(JSON.stringify(body)) > commentBody)
    throw invalid([path], `must be at most ${commentBody} bytes of JSON.`);
}

/** UNPROCESSABLE_ENTITY when a thread takes no further comment, or a room no further thread. */
export function checkCount(count: number, most: number, what: string): void {
  if (count >= most)
    throw new WeftError("UNPROCESSABLE_ENTITY", {
      message: `The limit of ${most} ${what} is reached.`,
      suggestion: "Delete some that are no longer needed.",
    });
}

/** A comment without what it said. */
export function emptied(comment: CommentRecord, deletedAt: number): CommentRecord {
  const { id, userId, createdAt, editedAt } = comment;
  return { id, userId, createdAt, editedAt, deletedAt, metadata: new Map(), attachments: [], reactions: [] };
}

/** A file of a room as a comment holds it. */
export function toAttachment({ id, name, size, mimeType }: AttachmentRecord): AttachmentRecord {
  return { id, name, size, mimeType };
}
