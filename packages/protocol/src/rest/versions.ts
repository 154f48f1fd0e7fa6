/** Version history: for back ends, under `/v2`, and for clients, under `/v2/c`. */
import { z } from "zod";
import { endpoint, integer } from "../endpoint.ts";
import { RoomId, VersionId } from "../ids.ts";
import { limits } from "../limits.ts";
import { StorableText } from "../storable.ts";
import { StorageNode } from "./storage.ts";

export const Version = z
  .strictObject({
    type: z.literal("historyVersion"),
    kind: z.literal("yjs"),
    id: VersionId,
    createdAt: z.iso.datetime(),
    authors: z
      .array(z.strictObject({ id: z.string() }))
      .meta({ description: "Users who changed the room since the previous version." }),
  })
  .meta({
    id: "Version",
    description: "A snapshot of a room's Storage and root Yjs document. Subdocuments are not included.",
  });

const roomPath = z.object({ roomId: RoomId });
const versionPath = z.object({ roomId: RoomId, versionId: StorableText.min(1) });
const created = z.strictObject({ data: z.strictObject({ id: VersionId }) });
const creates =
  "The version includes all acknowledged changes. When a room exceeds its limit of versions, the oldest are deleted.";
const asUpdate = { octets: "The root document as one update in Yjs's V1 encoding." } as const;

const tag = "Versions";

export const listVersions = endpoint({
  id: "list-versions",
  route: "GET /v2/rooms/{roomId}/versions",
  tag,
  summary: "List versions",
  auth: "secret",
  path: roomPath,
  query: z.object({
    limit: integer({ min: 1, max: limits.pageSizeMax, default: limits.pageSize, description: "Versions per page." }),
    cursor: z.string().optional().meta({ description: "The `nextCursor` of the previous page." }),
    startingAfter: z.string().optional().meta({ description: "Alias of `cursor`.", deprecated: true }),
  }),
  returns: z.strictObject({
    data: z.array(Version),
    nextCursor: z.string().nullable().meta({ description: "Null on the last page." }),
  }),
  errors: ["ROOM_NOT_FOUND"],
});

export const createVersion = endpoint({
  id: "create-version",
  route: "POST /v2/rooms/{roomId}/versions",
  tag,
  summary: "Create version",
  description: creates,
  auth: "secret",
  path: roomPath,
  returns: created,
  errors: ["ROOM_NOT_FOUND"],
});

export const createVersionSingular = endpoint({
  id: "create-version-singular",
  route: "POST /v2/rooms/{roomId}/version",
  tag,
  summary: "Create version (older path)",
  description: creates,
  auth: "secret",
  path: roomPath,
  returns: created,
  errors: ["ROOM_NOT_FOUND"],
});

export const getVersionDocument = endpoint({
  id: "get-version-document",
  route: "GET /v2/rooms/{roomId}/versions/{versionId}/yjs",
  tag,
  summary: "Get Yjs document of a version",
  auth: "secret",
  path: versionPath,
  returns: asUpdate,
  errors: ["ROOM_NOT_FOUND", "RESOURCE_NOT_FOUND"],
});

export const getVersionSingular = endpoint({
  id: "get-version-singular",
  route: "GET /v2/rooms/{roomId}/version/{versionId}",
  tag,
  summary: "Get Yjs document of a version (older path)",
  auth: "secret",
  path: versionPath,
  returns: asUpdate,
  errors: ["ROOM_NOT_FOUND", "RESOURCE_NOT_FOUND"],
});

export const deleteVersion = endpoint({
  id: "delete-version",
  route: "DELETE /v2/rooms/{roomId}/versions/{versionId}",
  tag,
  summary: "Delete version",
  auth: "secret",
  path: versionPath,
  returns: { empty: true },
  status: 204,
  errors: ["ROOM_NOT_FOUND", "RESOURCE_NOT_FOUND"],
});

const reads = { storage: "read" } as const;
const writes = { storage: "write" } as const;

const VersionList = z.strictObject({
  versions: z.array(Version),
  meta: z.strictObject({
    requestedAt: z.iso.datetime().meta({ description: "Pass as `since` to get later versions." }),
  }),
});

export const listVersionsAsUser = endpoint({
  id: "list-versions-as-user",
  route: "GET /v2/c/rooms/{roomId}/versions",
  tag,
  summary: "List versions as user",
  auth: "user",
  needs: reads,
  path: roomPath,
  returns: VersionList,
});

export const listLaterVersionsAsUser = endpoint({
  id: "list-later-versions-as-user",
  route: "GET /v2/c/rooms/{roomId}/versions/delta",
  tag,
  summary: "List versions since a time as user",
  auth: "user",
  needs: reads,
  path: roomPath,
  query: z.object({ since: z.iso.datetime({ offset: true, error: "must be a date and time of ISO 8601." }) }),
  returns: VersionList,
});

export const createVersionAsUser = endpoint({
  id: "create-version-as-user",
  route: "POST /v2/c/rooms/{roomId}/versions",
  tag,
  summary: "Create version as user",
  description: creates,
  auth: "user",
  needs: writes,
  path: roomPath,
  returns: created,
});

export const createVersionSingularAsUser = endpoint({
  id: "create-version-singular-as-user",
  route: "POST /v2/c/rooms/{roomId}/version",
  tag,
  summary: "Create version as user (older path)",
  description: creates,
  auth: "user",
  needs: writes,
  path: roomPath,
  returns: created,
});

export const getVersionStorageAsUser = endpoint({
  id: "get-version-storage-as-user",
  route: "GET /v2/c/rooms/{roomId}/versions/{versionId}/storage",
  tag,
  summary: "Get Storage of a version as user",
  auth: "user",
  needs: reads,
  path: versionPath,
  returns: { lines: StorageNode },
  errors: ["RESOURCE_NOT_FOUND"],
});

export const getVersionDocumentAsUser = endpoint({
  id: "get-version-document-as-user",
  route: "GET /v2/c/rooms/{roomId}/versions/{versionId}/yjs",
  tag,
  summary: "Get Yjs document of a version as user",
  description: "An error has no body, because clients apply any body as an update.",
  auth: "user",
  needs: reads,
  path: versionPath,
  returns: asUpdate,
  errors: ["RESOURCE_NOT_FOUND"],
});

export const getVersionSingularAsUser = endpoint({
  id: "get-version-singular-as-user",
  route: "GET /v2/c/rooms/{roomId}/y-version/{versionId}",
  tag,
  summary: "Get Yjs document of a version as user (older path)",
  description: "An error has no body, because clients apply any body as an update.",
  auth: "user",
  needs: reads,
  path: versionPath,
  returns: asUpdate,
  errors: ["RESOURCE_NOT_FOUND"],
});

export const deleteVersionAsUser = endpoint({
  id: "delete-version-as-user",
  route: "DELETE /v2/c/rooms/{roomId}/versions/{versionId}",
  tag,
  summary: "Delete version as user",
  auth: "user",
  needs: writes,
  path: versionPath,
  returns: { empty: true },
  status: 204,
  errors: ["RESOURCE_NOT_FOUND"],
});

export const versionEndpoints = [
  listVersions,
  createVersion,
  createVersionSingular,
  getVersionDocument,
  getVersionSingular,
  deleteVersion,
  listVersionsAsUser,
  listLaterVersionsAsUser,
  createVersionAsUser,
  createVersionSingularAsUser,
  getVersionStorageAsUser,
  getVersionDocumentAsUser,
  getVersionSingularAsUser,
  deleteVersionAsUser,
] as const;
