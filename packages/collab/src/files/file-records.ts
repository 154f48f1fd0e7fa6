import type { ProjectId, RoomAddress, StorageFileId } from "@weft/protocol";

/** A file of a room's Storage that has wholly arrived. It never changes. */
export interface FileRecord {
  readonly id: StorageFileId;
  readonly name: string;
  readonly size: number;
  /** By the name's extension; empty when that is unknown. */
  readonly mimeType: string;
  /** What raster image its bytes are; undefined for everything else. */
  readonly image?: string;
  /** The name of its bytes in the blob store. */
  readonly blob: string;
  /** The upload that it came by. */
  readonly upload: string;
  readonly createdAt: number;
}

/** A file on its way in. */
export interface UploadRecord {
  readonly id: string;
  readonly file: StorageFileId;
  readonly name: string;
  /** What the caller said the whole file would be; else the most that it can be. */
  readonly reserved: number;
  /** Whether `reserved` is what the caller said. */
  readonly sized: boolean;
  readonly blob: string;
  /** The blob store's session; empty for an upload in one call. */
  readonly session: string;
  /** When it expires. */
  readonly expiresAt: number;
}

export interface PartRecord {
  readonly number: number;
  /** SHA-256 of its bytes, in hex. */
  readonly etag: string;
  /** The blob store's name for it. */
  readonly tag: string;
  readonly size: number;
}

/** A blob, or parts of it, that no record refers to any more and that is to be deleted. */
export interface PendingDeletion {
  readonly project: ProjectId;
  readonly blob: string;
  /** The session of its parts; empty when it came in one call. */
  readonly session: string;
  /** False when the parts were joined: then only the parts are deleted. */
  readonly whole: boolean;
  /** Until then, a write to it may still be in flight. */
  readonly keptUntil: number;
}

/**
 * The files of rooms, as records. Writes are durable when they answer. A write that removes the last record of a blob
 * (an upload is given up, a room is deleted) lists it as a pending deletion in the same transaction, so that no crash can
 * leave bytes that no record refers to.
 */
export interface FileRecords {
  find(room: RoomAddress, id: StorageFileId): Promise<FileRecord | undefined>;
  /** Those that there are, in any order. */
  findMany(room: RoomAddress, ids: readonly StorageFileId[]): Promise<readonly FileRecord[]>;
  /** Bytes of the room's files, and what its uploads have reserved. */
  usage(room: RoomAddress): Promise<number>;

  upload(room: RoomAddress, id: string): Promise<UploadRecord | undefined>;
  /** In the order of their numbers. */
  parts(room: RoomAddress, upload: string): Promise<readonly PartRecord[]>;
  /** False when there is no such room. */
  insertUpload(room: RoomAddress, upload: UploadRecord): Promise<boolean>;
  /** Keeps the first part that comes with a number. False when there is no such upload. */
  insertPart(room: RoomAddress, upload: string, part: PartRecord): Promise<boolean>;
  /**
   * The upload becomes the file, and its parts are pending deletion. False, with nothing changed, when the upload is gone
   * or the file's id is taken.
   */
  finish(room: RoomAddress, file: FileRecord): Promise<boolean>;
  /** Gives up an upload and lists its blob for deletion. False when there is no such upload. */
  abandon(room: RoomAddress, upload: string): Promise<boolean>;
  /** Gives up every upload that expires by then, of all projects. */
  abandonExpired(now: number): Promise<void>;

  /** Blobs to be deleted now, of all projects, at most `limit`. */
  pendingDeletions(now: number, limit: number): Promise<readonly PendingDeletion[]>;
  /** The blob was deleted. It is listed once more after `keptUntil` if that is still to come, and else never again. */
  blobDeleted(blob: PendingDeletion, now: number): Promise<void>;
}
