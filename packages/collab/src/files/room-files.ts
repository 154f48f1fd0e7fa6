/** Files of one kind in rooms: uploads of their own, and links under which they can be read. */
import { limits as platformLimits } from "@weft/protocol";
import type { RoomAddress } from "@weft/protocol";
import type { BlobStore } from "../uploads/blob-store.ts";
import { servedAs } from "../uploads/served-as.ts";
import type { FileRecord, UploadKind } from "../uploads/upload-records.ts";
import { openUploads } from "../uploads/uploads.ts";
import type { FileDraft, FileUploads, UploadName, UploadRules, UploadsOptions } from "../uploads/uploads.ts";
import type { FileLinks } from "./file-links.ts";

export interface FileLink {
  readonly url: string;
  readonly expiresAt: number;
}

/**
 * Uploads (see `FileUploads`), and links to what they have become.
 * @typeParam Id the ids of the files
 * @typeParam Description a file as its uploader sees it
 */
export interface RoomFiles<Id extends string, Description> {
  upload(room: RoomAddress, file: FileDraft, bytes: Uint8Array): Promise<Description>;
  start(room: RoomAddress, file: FileDraft): ReturnType<FileUploads<Id>["start"]>;
  putPart(
    room: RoomAddress,
    upload: UploadName,
    number: string,
    bytes: Uint8Array,
  ): ReturnType<FileUploads<Id>["putPart"]>;
  complete(
    room: RoomAddress,
    upload: UploadName,
    parts: readonly { readonly partNumber: number; readonly etag: string }[],
    userId?: string,
  ): Promise<Description>;
  abort(room: RoomAddress, upload: UploadName): Promise<void>;

  /** The file that was uploaded under this id to this room, whether or not anything in the room refers to it. */
  find(room: RoomAddress, id: string): Promise<FileRecord<Id> | undefined>;
  findMany(room: RoomAddress, ids: readonly Id[]): Promise<ReadonlyMap<Id, FileRecord<Id>>>;
  /**
   * A link under which anyone can read the file until the link expires, after `storageFileLinkMs` unless another time is
   * given. Links of our own begin with `origin`.
   */
  link(room: RoomAddress, file: FileRecord<Id>, origin: string, lifetimeMs?: number): Promise<FileLink>;
}

export interface RoomFilesOptions<Id extends string> extends Pick<
  UploadsOptions<Id>,
  "records" | "quotas" | "limits" | "now"
> {
  readonly blobs: BlobStore;
  readonly links: FileLinks;
  /** A file has arrived whole. */
  readonly uploaded?: (room: RoomAddress, file: FileRecord) => void;
}

/** The differences between kinds. */
export interface RoomFilesKind<Id extends string, Description> {
  readonly kind: UploadKind;
  readonly rules: UploadRules<Id>;
  readonly describe: (file: FileRecord<Id>) => Description;
}

export function createRoomFiles<Id extends string, Description>(
  { kind, rules, describe }: RoomFilesKind<Id, Description>,
  { records, blobs, links, uploaded, quotas, limits = platformLimits, now = Date.now }: RoomFilesOptions<Id>,
): RoomFiles<Id, Description> {
  const uploads = openUploads({
    rules,
    records,
    blobs,
    quotas,
    limits,
    now,
    uploaded({ project, room }, file) {
      if (room !== undefined) uploaded?.({ project, room }, file);
    },
  });
  const ownerOf = ({ project, room }: RoomAddress) => ({ project, room, kind });

  return {
    upload: async (room, file, bytes) => describe(await uploads.upload(ownerOf(room), file, bytes)),
    start: (room, file) => uploads.start(ownerOf(room), file),
    putPart: (room, upload, number, bytes) => uploads.putPart(ownerOf(room), upload, number, bytes),
    complete: async (room, upload, parts, userId) =>
      describe(await uploads.complete(ownerOf(room), upload, parts, userId)),
    abort: (room, upload) => uploads.abort(ownerOf(room), upload),
    find: (room, id) => uploads.find(ownerOf(room), id),
    findMany: (room, ids) => uploads.findMany(ownerOf(room), ids),

    async link(room, file, origin, lifetimeMs = limits.storageFileLinkMs) {
      const expiresAt = now() + lifetimeMs;
      const elsewhere = await blobs.address(file.blob, servedAs(file), lifetimeMs);
      return { url: elsewhere ?? links.sign(origin, ownerOf(room), file.id, expiresAt), expiresAt };
    },
  };
}
