import type { Projects, Rooms, StorageFiles, Tokens, Versions } from "@weft/collab";
import type { Tree } from "@weft/crdt";
import type { Json, JsonObject, RoomAddress, ServerOp } from "@weft/protocol";
import type { RoomHost, StorageChange } from "@weft/room";

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

/** A presence set over REST: it lives without a socket until `ttlMs` has passed. */
export interface EphemeralPresence {
  readonly userId: string;
  readonly data: JsonObject;
  readonly info: JsonObject;
  readonly ttlMs: number;
}

/**
 * A room's mailbox. Every method claims a sleeping room first (W11: there is no side door), and rejects with
 * ROOM_NOT_FOUND when the room does not exist.
 */
export interface RoomGateway extends Pick<RoomHost, "documentJson" | "documentState" | "updateDocument"> {
  activeUsers(address: RoomAddress): Promise<readonly ActiveUser[]>;
  /** Ends a connection; false when there is none of this number, or it has no socket. */
  disconnect(address: RoomAddress, connectionId: number): Promise<boolean>;
  /** To every connection, with actor -1. */
  broadcast(address: RoomAddress, event: Json): Promise<void>;
  setPresence(address: RoomAddress, presence: EphemeralPresence): Promise<void>;
  /** Keeps the room in memory for `limits.prewarmMs`. */
  prewarm(address: RoomAddress): Promise<void>;
  /**
   * Hands the room's tree to `read`. While `read` runs, and until the promise it may return settles, the room takes no
   * turn, so the tree holds still: `read` may give the event loop back between slices, but must not wait for a network.
   */
  readStorage<T>(address: RoomAddress, read: (tree: Tree) => T | Promise<T>): Promise<T>;
  /** Durable when it answers. `acks` is what the sender of the ops would have received, in order. */
  changeStorage(address: RoomAddress, change: StorageChange): Promise<{ readonly acks: readonly ServerOp[] }>;
  /** A connection number never used before in this room, and never given out again. */
  newActor(address: RoomAddress): Promise<number>;
}

export interface HealthService {
  /** Rejects while the server cannot serve: starting, draining, or its disk does not answer. */
  ready(): Promise<void>;
  /** The newest state that is in the copies of the database; null before the first is complete. */
  copiedUpTo?(): string | null;
}
