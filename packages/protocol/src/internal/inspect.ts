/**
 * What the dashboard's inspector of a room hears, over `/internal/projects/{projectId}/inspect?roomId=` (a WebSocket,
 * opened by a sign-in). An inspector is nobody's other: it has no presence, no connection number and counts nowhere.
 * First comes a `snapshot`; then what changes.
 */
import { z } from "zod";
import type { Json, JsonObject } from "../json.ts";
import { internalEndpoint } from "./internal-endpoint.ts";

/** Somebody in the room. */
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

export const inspectEndpoints = [getVersionStorage] as const;
