/** Files of a room's Storage: the same calls for back ends, under `/v2`, and for clients, under `/v2/c`. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { RoomId, StorageFileId } from "../ids.ts";
import { limits } from "../limits.ts";
import { uploadEndpoints } from "./uploads.ts";

/** A file as the node of a Storage tree holds it. */
export const StorageFile = z
  .strictObject({
    id: StorageFileId,
    name: z.string(),
    size: z.int().meta({ description: "Bytes." }),
    mimeType: z.string().meta({ description: "Derived from the file extension. Empty for unknown extensions." }),
  })
  .meta({ id: "StorageFile" });
export type StorageFile = z.output<typeof StorageFile>;

export const StorageFileLink = z
  .strictObject({
    ...StorageFile.shape,
    url: z.url().meta({ description: "A link that anyone can use without a key until it expires." }),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: "StorageFileLink" });

const tag = "Storage files";
const filePath = { roomId: RoomId, fileId: z.string() };

const storageFiles = {
  tag,
  names: { file: "storage-file", upload: "storage" },
  noun: "a Storage file",
  template: "/rooms/{roomId}/storage/files/{fileId}",
  path: filePath,
  query: {},
  file: StorageFile,
  started: z.strictObject({ fileId: StorageFileId, uploadId: z.string() }),
  refusals: ["RESOURCE_NOT_FOUND", "CONFLICT"],
} as const;

export const storageUploads = uploadEndpoints(
  { auth: "secret", prefix: "/v2", suffix: "", missing: ["ROOM_NOT_FOUND"] },
  storageFiles,
);
export const storageUploadsAsUser = uploadEndpoints(
  { auth: "user", prefix: "/v2/c", suffix: "-as-user", needs: { storage: "write" }, missing: [] },
  storageFiles,
);

export const getStorageFile = endpoint({
  id: "get-storage-file",
  route: "GET /v2/rooms/{roomId}/storage/files/{fileId}",
  tag,
  summary: "Get Storage file",
  auth: "secret",
  path: z.object(filePath),
  returns: StorageFileLink,
  errors: ["ROOM_NOT_FOUND", "STORAGE_FILE_NOT_FOUND"],
});

export const getStorageFileLinks = endpoint({
  id: "get-storage-file-links-as-user",
  route: "POST /v2/c/rooms/{roomId}/storage/files/presigned-urls",
  tag,
  summary: "Get Storage file URLs as user",
  auth: "user",
  needs: { storage: "read" },
  path: z.object({ roomId: RoomId }),
  body: z.object({ fileIds: z.array(StorageFileId).max(limits.storageFileLinksPerCall) }),
  returns: z.strictObject({
    urls: z.array(z.union([z.url(), z.literal(false), z.null()])).meta({
      description: "A link for each id, in order. False for a file that is not in Storage, and null for an unknown id.",
    }),
    expiresAt: z.iso.datetime(),
  }),
});

export const storageFileEndpoints = [
  getStorageFile,
  ...Object.values(storageUploads),
  ...Object.values(storageUploadsAsUser),
  getStorageFileLinks,
] as const;
