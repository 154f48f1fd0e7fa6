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
  /** When it is forgotten. */
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

/** Bytes that no record names any more. */
export interface DoomedBlob {
  readonly project: ProjectId;
  readonly blob: string;
  /** The session of its parts; empty when it came in one call. */
  readonly session: string;
  /** False when the parts were joined: then they alone are to go. */
  readonly whole: boolean;
  /** A write of them may still be on its way until then. */
  readonly keptUntil: number;
}

/**
 * Where it is kept what files a room has. Writes are durable when they answer. Whatever takes the last name off bytes
 * (giving an upload up, deleting the room) dooms them in the same unit, so that no crash can leave bytes that nobody
 * knows of.
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
  /** The upload becomes the file, and its parts are doomed. False, and nothing is changed, when the upload is gone or the file's id is taken. */
  finish(room: RoomAddress, file: FileRecord): Promise<boolean>;
  /** Gives an upload up and dooms its bytes. False when there was none. */
  abandon(room: RoomAddress, upload: string): Promise<boolean>;
  /** Gives up every upload that expires by then, in whichever project. */
  abandonExpired(now: number): Promise<void>;

  /** Bytes to be deleted now, at most `limit`, in whichever project. */
  doomed(now: number, limit: number): Promise<readonly DoomedBlob[]>;
  /** The bytes were deleted: they need not be named again, or only once more when `keptUntil` has come. */
  buried(blob: DoomedBlob, now: number): Promise<void>;
}
