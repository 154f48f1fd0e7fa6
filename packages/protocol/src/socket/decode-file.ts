/** The hand-written decoder of LiveFile, for browsers, which load no schema. The schema is in `file.ts`. */
import type { StorageFileId } from "../ids.ts";
import { isJsonObject } from "../json-object.ts";
import { storageFileId } from "../storage-file-id.ts";
import type { FileData } from "./file.ts";

/** The reference to a file, or undefined when it is malformed. */
export function decodeFileData(value: unknown): FileData | undefined {
  if (!isJsonObject(value)) return undefined;
  const { id, name, size, mimeType } = value;
  if (!isStorageFileId(id) || typeof name !== "string" || typeof mimeType !== "string") return undefined;
  if (typeof size !== "number" || !Number.isSafeInteger(size) || size < 0) return undefined;
  return { id, name, size, mimeType };
}

function isStorageFileId(value: unknown): value is StorageFileId {
  return typeof value === "string" && storageFileId.test(value);
}
