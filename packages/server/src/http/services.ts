import type { Projects, Rooms, StorageFiles, Tokens, Versions } from "@weft/collab";
import type { Json, JsonObject, RoomAddress } from "@weft/protocol";
import type { RoomHost } from "@weft/room";

/**
 * Everything the REST edge asks of the rest of the server. Each method either does what it says or rejects with a
 * `WeftError` of the catalogue.
 */
export interface Services {
  /** Asked on every request: known keys are answered from memory. */
  readonly projects: Pick<Projects, "authenticateSecret" | "authenticatePublic">;
  /**
   * Rooms as records. Closing the sockets of a room that was deleted, renamed or whose accesses changed is the business
   * of whoever listens to them, not of their callers.
   */
  readonly rooms: Pick<
    Rooms,
    "find" | "create" | "update" | "upsert" | "delete" | "rename" | "moveOrganization" | "list" | "scopesOf" | "enter"
  >;
  readonly tokens: Pick<Tokens, "issueAccessToken" | "issueIdToken" | "verify">;
  readonly files: StorageFiles;
  /** Whether anonymous users may upload files. */
  readonly anonymousUploads: boolean;
  readonly versions: Versions;
  readonly gateway: RoomGateway;
  readonly health: HealthService;
  /** Milliseconds since the epoch: when a token is issued. */
  readonly now: () => number;
}

/** A connection as REST shows it. */
export interface ActiveUser {
  readonly connectionId: number;
  /** Null for anonymous connections. */
  readonly id: string | null;
  readonly info: JsonObject;
}

/**
 * A room, on whichever node it is. Every method rejects with ROOM_NOT_FOUND when the room does not exist. A room that is
 * not loaded is loaded for what needs it (W11: there is no side door).
 */
export interface RoomGateway extends Pick<
  RoomHost,
  | "setPresence"
  | "prewarm"
  | "storageText"
  | "filesInStorage"
  | "changeStorage"
  | "documentJson"
  | "documentState"
  | "updateDocument"
  | "newActor"
> {
  activeUsers(address: RoomAddress): Promise<readonly ActiveUser[]>;
  /** Ends a connection; false when there is none of this number, or it has no socket. */
  disconnect(address: RoomAddress, connectionId: number): Promise<boolean>;
  /** To every connection, with actor -1. */
  broadcast(address: RoomAddress, event: Json): Promise<void>;
}

export interface HealthService {
  /** Rejects while the server cannot serve: starting, draining, or its disk does not answer. */
  ready(): Promise<void>;
  /** The newest state that is in the copies of the database; null before the first is complete. */
  copiedUpTo?(): string | null;
}
