import type { ProjectId, RoomId } from "@weft/protocol";

/** What files are for. Ids of files are unique within an owner, so that kinds never meet. */
export type UploadKind =
  /** A LiveFile of a room's Storage. */
  | "storageFile"
  /** Of a comment in a room. */
  | "attachment"
  /** Of a project's knowledge source. */
  | "knowledgeFile";

/** What an upload, and the file that it becomes, belong to: a room, or without one the project itself. */
export interface UploadOwner {
  readonly project: ProjectId;
  readonly kind: UploadKind;
  readonly room?: RoomId;
}

/** A file that has wholly arrived. Only `expiresAt` ever changes. */
export interface FileRecord<Id extends string = string> {
  readonly id: Id;
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
  /** Who uploaded it, where that is recorded. */
  readonly userId?: string;
  readonly createdAt: number;
  /** When it is deleted; undefined for a file that is kept as long as its owner. */
  readonly expiresAt?: number;
}

/** A file on its way in. */
export interface UploadRecord {
  readonly id: string;
  readonly file: string;
  readonly name: string;
  /** What the caller said the whole file would be; else the most that it can be. */
  readonly reserved: number;
  /** Whether `reserved` is what the caller said. */
  readonly sized: boolean;
  readonly blob: string;
  /** The blob store's session; empty for an upload in one call. */
  readonly session: string;
  /** Who uploads it, where that is recorded. */
  readonly userId?: string;
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

/** What is known of a file only when all of it is there. */
export interface FinishedUpload extends Pick<FileRecord, "size" | "mimeType" | "image" | "createdAt" | "expiresAt"> {
  readonly upload: string;
  /** Recorded when the upload names no user. */
  readonly userId?: string;
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
 * Uploads and the files that they become, as records. Writes are durable when they answer. A write that removes the last
 * record of a blob (an upload is given up, a file expires, a room or a project is deleted) lists it as a pending deletion
 * in the same transaction, so that no crash can leave bytes that no record refers to.
 */
export interface UploadRecords {
  find<Id extends string>(owner: UploadOwner, id: Id): Promise<FileRecord<Id> | undefined>;
  /** Those that there are, in any order. */
  findMany<Id extends string>(owner: UploadOwner, ids: readonly Id[]): Promise<readonly FileRecord<Id>[]>;
  /** Bytes of the owner's files, and what its uploads have reserved. */
  usage(owner: UploadOwner): Promise<number>;

  upload(owner: UploadOwner, id: string): Promise<UploadRecord | undefined>;
  /** In the order of their numbers. */
  parts(owner: UploadOwner, upload: string): Promise<readonly PartRecord[]>;
  /** False when the owner's room does not exist. */
  insertUpload(owner: UploadOwner, upload: UploadRecord): Promise<boolean>;
  /** Keeps the first part that comes with a number. False when there is no such upload. */
  insertPart(owner: UploadOwner, upload: string, part: PartRecord): Promise<boolean>;
  /**
   * The upload becomes a file, and its parts are pending deletion. False, with nothing changed, when the upload is gone or
   * the file's id is taken.
   */
  finish(owner: UploadOwner, finished: FinishedUpload): Promise<boolean>;
  /** Gives up an upload and lists its blob for deletion. False when there is no such upload. */
  abandon(owner: UploadOwner, upload: string): Promise<boolean>;
  /** Gives up every upload, and deletes every file, that expires by then, of all owners. */
  expire(now: number): Promise<void>;

  /** Blobs to be deleted now, of all projects, at most `limit`. */
  pendingDeletions(now: number, limit: number): Promise<readonly PendingDeletion[]>;
  /** The blob was deleted. It is listed once more after `keptUntil` if that is still to come, and else never again. */
  blobDeleted(blob: PendingDeletion, now: number): Promise<void>;
}
