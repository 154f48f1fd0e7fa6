/**
 * Attachments of comments. A user uploads a file to a room; a comment of the same user in the same room claims it
 * (`ThreadRecords.write`), or it expires:
 *
 *   uploaded ──claimed by a comment──► kept ──released with its comment──► deleted
 *      └──────attachmentUnusedMs later──────────────────────────────────────►┘
 */
import { AttachmentId, limits as platformLimits, WeftError } from "@weft/protocol";
import type { Attachment, Limits, RoomAddress } from "@weft/protocol";
import type { ThreadRecords } from "../threads/thread-records.ts";
import type { Visibility } from "../access/visibility.ts";
import type { FileRecord } from "../uploads/upload-records.ts";
import type { FileDraft, UploadRules } from "../uploads/uploads.ts";
import { createRoomFiles } from "./room-files.ts";
import type { RoomFiles, RoomFilesOptions } from "./room-files.ts";

/** Uploads of other users, other rooms and other projects are unknown alike: CONFLICT. */
export interface Attachments extends RoomFiles<string, Attachment> {
  upload(room: RoomAddress, file: FileDraft & { readonly userId: string }, bytes: Uint8Array): Promise<Attachment>;
  /**
   * Links to what a user may read, in the order of the ids; null for everything else. A comment's attachments are readable
   * with its thread, all others by the user who uploaded them.
   */
  linksFor(
    reader: AttachmentReader,
    room: RoomAddress,
    ids: readonly string[],
    origin: string,
  ): Promise<{ readonly urls: readonly (string | null)[]; readonly expiresAt: number }>;
}

/** A user in a room. */
export interface AttachmentReader {
  readonly userId: string | undefined;
  /** The threads that they may read. */
  readonly visibilities: readonly Visibility[];
}

export interface AttachmentsOptions extends RoomFilesOptions<string> {
  readonly threads: Pick<ThreadRecords, "visibilityOfAttachments">;
}

export function createAttachments({ threads, ...options }: AttachmentsOptions): Attachments {
  const { limits = platformLimits, now = Date.now } = options;
  const files = createRoomFiles({ kind: "attachment", rules: attachmentRules(limits), describe }, options);
  return {
    ...files,
    async linksFor(reader, room, ids, origin) {
      // Visibilities are read after the files: an attachment that is claimed in between is checked like its comment.
      const found = await files.findMany(room, ids);
      const visibilities =
        found.size === 0
          ? new Map<string, Visibility>()
          : await threads.visibilityOfAttachments(room, [...found.keys()]);
      const isReadable = (file: FileRecord) => {
        const visibility = visibilities.get(file.id);
        if (visibility !== undefined) return reader.visibilities.includes(visibility);
        return file.expiresAt !== undefined && file.userId !== undefined && file.userId === reader.userId;
      };
      const urlOf = async (id: string) => {
        const file = found.get(id);
        if (file === undefined || !isReadable(file)) return null;
        return (await files.link(room, file, origin, limits.attachmentLinkMs)).url;
      };
      const expiresAt = now() + limits.attachmentLinkMs;
      return { urls: await Promise.all(ids.map(urlOf)), expiresAt };
    },
  };
}

function attachmentRules(limits: Limits): UploadRules<string> {
  return {
    readId: (text) => AttachmentId.safeParse(text).data,
    idName: "attachmentId",
    unknownUpload: () =>
      new WeftError("CONFLICT", { message: "The room has no such upload.", suggestion: "Start the upload again." }),
    file: limits.storageFile,
    part: limits.storageFilePart,
    total: limits.storageFilesPerRoom,
    expireAfterMs: limits.attachmentUnusedMs,
  };
}

function describe({ id, name, size, mimeType }: FileRecord): Attachment {
  return { type: "attachment", id, name, size, mimeType };
}
