/** The files of a room's Storage. */
import { limits as platformLimits, StorageFileId } from "@weft/protocol";
import type { Limits, StorageFile } from "@weft/protocol";
import type { FileRecord } from "../uploads/upload-records.ts";
import type { UploadRules } from "../uploads/uploads.ts";
import { createRoomFiles } from "./room-files.ts";
import type { RoomFiles, RoomFilesOptions } from "./room-files.ts";

export interface StorageFiles extends RoomFiles<StorageFileId, StorageFile> {
  /** When links expire that are made now. */
  linksExpireAt(): number;
}

export type StorageFilesOptions = RoomFilesOptions<StorageFileId>;

export function createStorageFiles(options: StorageFilesOptions): StorageFiles {
  const { limits = platformLimits, now = Date.now } = options;
  const files = createRoomFiles({ kind: "storageFile", rules: storageFileRules(limits), describe }, options);
  return { ...files, linksExpireAt: () => now() + limits.storageFileLinkMs };
}

function storageFileRules(limits: Limits): UploadRules<StorageFileId> {
  return {
    readId: (text) => StorageFileId.safeParse(text).data,
    file: limits.storageFile,
    part: limits.storageFilePart,
    total: limits.storageFilesPerRoom,
  };
}

function describe({ id, name, size, mimeType }: FileRecord<StorageFileId>): StorageFile {
  return { id, name, size, mimeType };
}
