import type {
  Attachments,
  ContextualPrompts,
  Copilots,
  Feeds,
  Groups,
  Inbox,
  Knowledge,
  LinkedFiles,
  ManagedProjects,
  ManagedWebhooks,
  ManagementTokens,
  NotificationSettings,
  Projects,
  Rooms,
  StorageFiles,
  Subscriptions,
  TextMentions,
  ThreadLists,
  Threads,
  Tokens,
  Versions,
} from "@weft/collab";
import type { Json, JsonObject, RoomAddress } from "@weft/protocol";
import type { RoomHost } from "@weft/room";
import type { UrlMetadataReader } from "../url-metadata/url-metadata.ts";

/**
 * The interface between the REST edge and the rest of the server. Each method rejects only with a `WeftError` of the
 * catalogue.
 */
export interface Services {
  /** Called on every request: known keys are answered from memory. */
  readonly projects: Pick<Projects, "authenticateSecret" | "authenticatePublic">;
  /**
   * Room records. Listeners, not callers, close the sockets of a room that was deleted or renamed or whose accesses
   * changed.
   */
  readonly rooms: Pick<
    Rooms,
    | "find"
    | "create"
    | "update"
    | "upsert"
    | "delete"
    | "rename"
    | "moveOrganization"
    | "list"
    | "scopesOf"
    | "enter"
    | "reenter"
    | "setTextEditor"
  >;
  readonly tokens: Pick<Tokens, "issueAccessToken" | "issueIdToken" | "verify">;
  readonly files: StorageFiles;
  readonly attachments: Attachments;
  /** What links to files lead to. */
  readonly linkedFiles: LinkedFiles;
  /** Whether anonymous users may upload files. */
  readonly anonymousUploads: boolean;
  readonly versions: Versions;
  readonly threads: Threads;
  readonly threadLists: ThreadLists;
  readonly subscriptions: Subscriptions;
  readonly inbox: Inbox;
  readonly notificationSettings: NotificationSettings;
  readonly textMentions: TextMentions;
  readonly groups: Groups;
  readonly copilots: Copilots;
  readonly contextualPrompts: ContextualPrompts;
  readonly knowledge: Knowledge;
  readonly urlMetadata: UrlMetadataReader;
  /** Called on every call of the management API. */
  readonly managementTokens: Pick<ManagementTokens, "authenticate">;
  readonly managedProjects: ManagedProjects;
  readonly managedWebhooks: ManagedWebhooks;
  readonly feeds: Feeds;
  readonly gateway: RoomGateway;
  readonly health: HealthService;
  /** Milliseconds since the epoch, for the times at which tokens are issued. */
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
 * A room, on whichever node it is. Every method but `liveRooms` rejects with ROOM_NOT_FOUND when the room does not exist. A
 * room that is not loaded is loaded for what needs it: there is no other way to its contents.
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
  | "liveRooms"
> {
  activeUsers(address: RoomAddress): Promise<readonly ActiveUser[]>;
  /** Closes a connection; false if no connection has this number, or it has no socket. */
  disconnect(address: RoomAddress, connectionId: number): Promise<boolean>;
  /** Sends to every connection, with actor -1. */
  broadcast(address: RoomAddress, event: Json): Promise<void>;
}

export interface HealthService {
  /**
   * Rejects while clients should be sent elsewhere, with the reason: the server is draining, its database does not accept
   * writes, or it is a node of a cluster without a lease or without a connection to the others.
   */
  ready(): Promise<void>;
  /** Whether clients are served, if not by this node, then by another one of its cluster. */
  serves(): Promise<boolean>;
  /** The instant up to which the database has been copied; null before the first copy is complete. */
  copiedUpTo?(): string | null;
}
