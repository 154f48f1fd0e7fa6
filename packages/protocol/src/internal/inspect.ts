/**
 * What the dashboard's inspector of a room receives, over `/internal/projects/{projectId}/inspect?roomId=` (a WebSocket,
 * opened by a sign-in). An inspector is not a member: it has no presence and no connection number, and counts towards
 * no limit. First comes a `snapshot`; then what changes.
 */
import { z } from "zod";
import type { Json, JsonObject } from "../json.ts";
import { internalEndpoint } from "./internal-endpoint.ts";

/** A member of the room. */
export interface InspectedConnection {
  readonly connectionId: number;
  /** Null for anonymous connections. */
  readonly userId: string | null;
  readonly info: JsonObject;
  /** Whether they may write. */
  readonly writes: boolean;
  /** ISO 8601. */
  readonly connectedAt: string;
  readonly presence: JsonObject;
  /** The version of the SDK, empty where it does not say; null for what has no socket. */
  readonly software: string | null;
  /** Null until it has been measured. */
  readonly roundTripMs: number | null;
}

export type InspectMessage =
  | {
      readonly type: "snapshot";
      readonly connections: readonly InspectedConnection[];
      /** The verbose Storage document: nodes as `{ liveblocksType, data }`. */
      readonly storage: Json;
      readonly documentBytes: number;
    }
  | { readonly type: "entered"; readonly connection: InspectedConnection }
  | { readonly type: "left"; readonly connectionId: number }
  | { readonly type: "presence"; readonly connectionId: number; readonly presence: JsonObject }
  /** How long a message to the connection and back took. */
  | { readonly type: "roundTrip"; readonly connectionId: number; readonly ms: number }
  /** Storage changed: the document as it is now. At most a few times a second. */
  | { readonly type: "storage"; readonly storage: Json }
  /** The Yjs document changed. */
  | { readonly type: "document"; readonly guid: string | null; readonly bytes: number; readonly at: string }
  | { readonly type: "broadcast"; readonly connectionId: number; readonly event: Json; readonly at: string };

export const getVersionStorage = internalEndpoint({
  id: "project-version-storage",
  route: "GET /internal/projects/{projectId}/rooms/{roomId}/versions/{versionId}/storage",
  summary: "The Storage of a version",
  description: "The verbose document, as inspectors are shown it: nodes as `{ liveblocksType, data }`.",
  role: "member",
  path: z.object({ projectId: z.string(), roomId: z.string(), versionId: z.string() }),
  returns: z.json(),
  errors: ["ROOM_NOT_FOUND", "RESOURCE_NOT_FOUND"],
});

export const restoreVersion = internalEndpoint({
  id: "project-restore-version",
  route: "POST /internal/projects/{projectId}/rooms/{roomId}/versions/{versionId}/restore",
  summary: "Restore a version",
  description:
    "Writes the Storage and the root document of the version into the room again, as a new change that everyone in it " +
    "receives; what is written meanwhile merges with it. Before that a version is made of what the room is.",
  role: "member",
  path: z.object({ projectId: z.string(), roomId: z.string(), versionId: z.string() }),
  returns: z.strictObject({
    previousVersionId: z.string().meta({ description: "The version of what the room was until then." }),
  }),
  errors: [
    "ROOM_NOT_FOUND",
    "RESOURCE_NOT_FOUND",
    "INVALID_STORAGE_MUTATION_REQUEST",
    "PROJECT_CLOSED",
    "SERVICE_UNAVAILABLE",
  ],
});

export const disconnectUser = internalEndpoint({
  id: "project-disconnect-user",
  route: "DELETE /internal/projects/{projectId}/rooms/{roomId}/connections/{connectionId}",
  summary: "Disconnect a user from a room",
  description: "Closes the connection; its client does not reconnect by itself. What it may enter stays as it is.",
  role: "member",
  path: z.object({ projectId: z.string(), roomId: z.string(), connectionId: z.string() }),
  returns: { empty: true },
  errors: ["ROOM_NOT_FOUND", "RESOURCE_NOT_FOUND", "PROJECT_CLOSED"],
});

export const createDevtoolsToken = internalEndpoint({
  id: "project-devtools-token",
  route: "POST /internal/projects/{projectId}/rooms/{roomId}/devtools-token",
  summary: "A token with which the caller enters a room, to look into it with the developer tools",
  description:
    "The token is valid for a few minutes and for this room alone. It only reads unless `writes` is true, which the audit log records. " +
    "Its user id is `dashboard:` and the id of the caller's account.",
  role: "member",
  path: z.object({ projectId: z.string(), roomId: z.string() }),
  body: z.object({ writes: z.boolean() }),
  returns: z.object({ token: z.string() }),
  errors: ["ROOM_NOT_FOUND", "PROJECT_CLOSED"],
});

export const inspectEndpoints = [getVersionStorage, restoreVersion, disconnectUser, createDevtoolsToken] as const;
