/** Files of a room's Storage: the same calls for back ends, under `/v2`, and for clients, under `/v2/c`. */
import { z } from "zod";
import { bytes, endpoint } from "../endpoint.ts";
import type { Needs } from "../endpoint.ts";
import type { ErrorCode } from "../errors.ts";
import { RoomId, StorageFileId } from "../ids.ts";
import { limits } from "../limits.ts";
import { StorableText } from "../storable.ts";

/** A file as the node of a Storage tree holds it. */
export const StorageFile = z
  .strictObject({
    id: StorageFileId,
    name: z.string(),
    size: z.int().meta({ description: "Bytes." }),
    mimeType: z.string().meta({ description: "By the extension of the name; empty when that is unknown." }),
  })
  .meta({ id: "StorageFile" });
export type StorageFile = z.output<typeof StorageFile>;

export const StorageFileLink = z
  .strictObject({
    ...StorageFile.shape,
    url: z.url().meta({ description: "Where anybody can read the file until the link ends. No key is needed." }),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: "StorageFileLink" });

const StartedUpload = z.strictObject({ fileId: StorageFileId, uploadId: z.string() });
const PartNumber = z.int().min(1);
const UploadPart = z
  .strictObject({ partNumber: PartNumber, etag: z.string() })
  .meta({ id: "StorageUploadPart", description: "To be sent back when the upload is completed." });
/** Clients send back what they were given, members that we do not know included. */
const CompleteUpload = z.object({ parts: z.array(z.object({ partNumber: PartNumber, etag: z.string() })).min(1) });

// What these ids look like is for the handlers to check: a malformed one is answered with 400, not with 422.
const filePath = { roomId: RoomId, fileId: z.string() };
const namedPath = z.object({ ...filePath, name: StorableText.min(1).max(limits.storageFileNameLength) });
const uploadPath = { ...filePath, uploadId: z.string() };

const fileSize = z.object({
  fileSize: z
    .string()
    .regex(/^\d{1,15}$/, "must be an integer of at least 0.")
    .transform(Number)
    .optional()
    .meta({ description: "Bytes of the whole file. When given, as many must arrive." }),
});

const tag = "Storage files";

interface Side<A extends "secret" | "user"> {
  readonly auth: A;
  readonly prefix: "/v2" | "/v2/c";
  /** What is added to the ids of the endpoints. */
  readonly suffix: "" | "-as-user";
  readonly needs?: Needs;
  /** To users, a room that is missing looks like one that they may not enter. */
  readonly missing: readonly ErrorCode[];
}

function uploadEndpoints<const A extends "secret" | "user">({ auth, prefix, suffix, needs, missing }: Side<A>) {
  const files = `${prefix}/rooms/{roomId}/storage/files` as const;
  return {
    upload: endpoint({
      id: `upload-storage-file${suffix}`,
      route: `PUT ${files}/{fileId}/upload/{name}`,
      tag,
      summary: "Upload a file in one call",
      description: "Repeated with the same id, name and size, it answers as the first time.",
      auth,
      needs,
      path: namedPath,
      query: fileSize,
      body: bytes("The file."),
      bodyLimit: "storageFilePart",
      returns: StorageFile,
      errors: [...missing, "CONFLICT"],
    }),
    start: endpoint({
      id: `start-storage-upload${suffix}`,
      route: `POST ${files}/{fileId}/multipart/{name}`,
      tag,
      summary: "Start the upload of a file in parts",
      description: "An upload that is not completed within a day is forgotten.",
      auth,
      needs,
      path: namedPath,
      query: fileSize,
      returns: StartedUpload,
      errors: [...missing, "CONFLICT", "PAYLOAD_TOO_LARGE"],
    }),
    complete: endpoint({
      id: `complete-storage-upload${suffix}`,
      route: `POST ${files}/{fileId}/multipart/{uploadId}/complete`,
      tag,
      summary: "Make a file of the parts that were uploaded",
      auth,
      needs,
      path: z.object(uploadPath),
      body: CompleteUpload,
      returns: StorageFile,
      errors: [...missing, "RESOURCE_NOT_FOUND", "CONFLICT"],
    }),
    part: endpoint({
      id: `upload-storage-part${suffix}`,
      route: `PUT ${files}/{fileId}/multipart/{uploadId}/{partNumber}`,
      tag,
      summary: "Upload a part of a file",
      description: "In any order, several at a time. Every part but the last has 5 MiB.",
      auth,
      needs,
      path: z.object({ ...uploadPath, partNumber: z.string() }),
      body: bytes("The part."),
      bodyLimit: "storageFilePart",
      returns: UploadPart,
      errors: [...missing, "RESOURCE_NOT_FOUND", "CONFLICT"],
    }),
    abort: endpoint({
      id: `abort-storage-upload${suffix}`,
      route: `DELETE ${files}/{fileId}/multipart/{uploadId}`,
      tag,
      summary: "Give up an upload in parts",
      auth,
      needs,
      path: z.object(uploadPath),
      returns: { empty: true },
      status: 204,
      errors: missing,
    }),
  } as const;
}

export const storageUploads = uploadEndpoints({
  auth: "secret",
  prefix: "/v2",
  suffix: "",
  missing: ["ROOM_NOT_FOUND"],
});
export const storageUploadsAsUser = uploadEndpoints({
  auth: "user",
  prefix: "/v2/c",
  suffix: "-as-user",
  needs: { storage: "write" },
  missing: [],
});

export const getStorageFile = endpoint({
  id: "get-storage-file",
  route: "GET /v2/rooms/{roomId}/storage/files/{fileId}",
  tag,
  summary: "Get a file and a link to its bytes",
  auth: "secret",
  path: z.object(filePath),
  returns: StorageFileLink,
  errors: ["ROOM_NOT_FOUND", "STORAGE_FILE_NOT_FOUND"],
});

export const getStorageFileLinks = endpoint({
  id: "get-storage-file-links-as-user",
  route: "POST /v2/c/rooms/{roomId}/storage/files/presigned-urls",
  tag,
  summary: "Get links to the bytes of files",
  auth: "user",
  needs: { storage: "read" },
  path: z.object({ roomId: RoomId }),
  body: z.object({ fileIds: z.array(StorageFileId).max(limits.storageFileLinksPerCall) }),
  returns: z.strictObject({
    urls: z.array(z.union([z.url(), z.literal(false), z.null()])).meta({
      description:
        "For each id, in order: a link; false for a file that Storage does not hold; null for an unknown id.",
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
