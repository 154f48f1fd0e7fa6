/** A room as applications use it. */
import type { CommentEvent, DocumentUpdated, JsonObject, ServerMessage } from "@weft/protocol/types";
import type {
  AppCommentMetadata,
  AppFeedMessageData,
  AppFeedMetadata,
  AppPresence,
  AppRoomEvent,
  AppStorage,
  AppThreadMetadata,
  AppUserMeta,
  UserMeta,
} from "../app-types.ts";
import type { RoomCommentsApi } from "../comments/comments-api.ts";
import type { Status } from "../connection/states.ts";
import type { ClientError } from "../error.ts";
import type { FeedEvent, FeedsApi } from "../feeds/feed-api.ts";
import type { Observable } from "../observable.ts";
import type { OthersChange, PresentUser } from "../presence/others.ts";
import type { LiveObject, LiveStructure } from "../storage/live/structures.ts";
import type { StorageUpdate } from "../storage/updates.ts";
import type { WriteReceipt } from "../storage/write-receipt.ts";

/** Whether Storage is loaded, and whether the server has all edits. */
export type StorageStatus = "not-loaded" | "loading" | "synchronizing" | "synchronized";
/** A connection was lost for longer than `lostConnectionTimeout`, was restored, or could not be. */
export type LostConnectionEvent = "lost" | "restored" | "failed";

/** A broadcast event with the user who sent it. */
export interface RoomEventMessage<P extends object, U extends UserMeta, E> {
  /** -1 for events of the REST API. */
  readonly connectionId: number;
  /** Null for events of the REST API, and of users who have left. */
  readonly user: PresentUser<P, U> | null;
  readonly event: E;
}

/** A user has entered, left or changed their presence, or all others are new. */
export type OthersEvent<P extends object = AppPresence, U extends UserMeta = AppUserMeta> = OthersChange<P, U> & {
  readonly others: readonly PresentUser<P, U>[];
};

/** Whether there is something to undo, and to redo. */
export interface HistoryState {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** What a user has done in a room, to be undone. Rules are in the guide "Undo and redo". */
export interface RoomHistory {
  undo(): void;
  redo(): void;
  canUndo(): boolean;
  canRedo(): boolean;
  /** Forgets everything. */
  clear(): void;
  /** Until `resume`, all edits are one entry. */
  pause(): void;
  resume(): void;
  /** Edits inside are not recorded. */
  disable<T>(run: () => T): T;
}

/** How an event is sent. */
export interface BroadcastOptions {
  /** Whether the event waits for a connection where there is none; by default it is dropped. */
  readonly shouldQueueEventIfNotReady: boolean;
}

export interface RoomObservables<P extends object, U extends UserMeta, E> {
  readonly status: Observable<Status>;
  readonly lostConnection: Observable<LostConnectionEvent>;
  readonly customEvent: Observable<RoomEventMessage<P, U, E>>;
  readonly self: Observable<PresentUser<P, U>>;
  readonly myPresence: Observable<P>;
  readonly others: Observable<OthersEvent<P, U>>;
  /** What one transaction has changed. */
  readonly storageBatch: Observable<readonly StorageUpdate[]>;
  readonly storageStatus: Observable<StorageStatus>;
  readonly storageDidLoad: Observable<void>;
  readonly history: Observable<HistoryState>;
  /** The connection was refused permanently, or an edit was. */
  readonly error: Observable<ClientError>;
  /** Something has happened to a thread; what, is asked for over HTTP. */
  readonly comments: Observable<CommentEvent>;
  /** What the server says of documents: answers to `fetchYDoc`, and updates of all clients, this one's included. */
  readonly ydoc: Observable<DocumentUpdated>;
  /** What the server says of feeds. */
  readonly feeds: Observable<FeedEvent>;
  /** Everything else that the server sends. */
  readonly message: Observable<ServerMessage>;
  readonly roomWillDestroy: Observable<void>;
}

export interface Subscribe<P extends object, U extends UserMeta, E> {
  (type: "my-presence", listener: (presence: P) => void): () => void;
  (type: "others", listener: (others: readonly PresentUser<P, U>[], event: OthersEvent<P, U>) => void): () => void;
  (type: "event", listener: (message: RoomEventMessage<P, U, E>) => void): () => void;
  (type: "error", listener: (error: ClientError) => void): () => void;
  (type: "status", listener: (status: Status) => void): () => void;
  (type: "lost-connection", listener: (event: LostConnectionEvent) => void): () => void;
  (type: "history", listener: (state: HistoryState) => void): () => void;
  (type: "storage-status", listener: (status: StorageStatus) => void): () => void;
  (type: "comments", listener: (event: CommentEvent) => void): () => void;
  /** Changes of the structure itself. */
  <L extends LiveStructure>(structure: L, listener: (structure: L) => void): () => void;
  /** Changes of the structure, and of everything in it. */
  (
    structure: LiveStructure,
    listener: (updates: readonly StorageUpdate[]) => void,
    options: { readonly isDeep: true },
  ): () => void;
}

/**
 * A room: who is there, what they share, and the connection to it.
 *
 * Presence is each user's own and is gone when they leave; events reach those who are there; Storage is kept, and edited by all.
 */
export interface RoomApi<
  P extends object = AppPresence,
  S extends object = AppStorage,
  U extends UserMeta = AppUserMeta,
  E = AppRoomEvent,
  TM = AppThreadMetadata,
  CM = AppCommentMetadata,
  FM = AppFeedMetadata,
  FMD = AppFeedMessageData,
>
  extends RoomCommentsApi<TM, CM>, FeedsApi<FM, FMD> {
  readonly id: string;
  readonly events: RoomObservables<P, U, E>;
  readonly history: RoomHistory;
  /** Listens to one kind of event, or to the changes of a structure. Answers a function that ends it. */
  readonly subscribe: Subscribe<P, U, E>;

  getStatus(): Status;
  connect(): void;
  disconnect(): void;
  reconnect(): void;

  /** This user as others see them; null until the room has been connected. */
  getSelf(): PresentUser<P, U> | null;
  getPresence(): P;
  /** The same array, of the same users, until something changes. */
  getOthers(): readonly PresentUser<P, U>[];
  updatePresence(patch: Partial<P>, options?: { readonly addToHistory?: boolean }): void;
  isPresenceReady(): boolean;
  waitUntilPresenceReady(): Promise<void>;
  /** Sends an event to everyone else in the room. It does not overtake edits that were made before it. */
  broadcastEvent(event: E, options?: BroadcastOptions): void;

  /** Loads Storage, the first time. */
  getStorage(): Promise<{ readonly root: LiveObject<S> }>;
  /** The root of Storage; null until it has been loaded. */
  getStorageSnapshot(): LiveObject<S> | null;
  getStorageOrNull(): LiveObject<S> | null;
  getStorageStatus(): StorageStatus;
  isStorageReady(): boolean;
  waitUntilStorageReady(): Promise<void>;
  /** Runs edits as one change: reported, sent and undone together. */
  batch<T>(run: () => T): T;
  /**
   * Runs edits as one change, at once if Storage has been loaded, else as soon as it has. Resolves with what they return, and
   * rejects with what they throw.
   */
  edit<T>(run: (root: LiveObject<S>) => T): Promise<T>;
  /** Runs edits, and answers how far they have come: with this client, sent, or on the server's disk. */
  write<T>(run: () => T): WriteReceipt<T>;
  /** Resolves when everything that was written to Storage before is on the server's disk. */
  flushed(): Promise<void>;

  /**
   * Asks for what this state vector (base64) lacks of the document, or of a subdocument. Nothing is asked without a connection: ask
   * with each one. The answer is in `events.ydoc`.
   */
  fetchYDoc(stateVector: string, guid?: string, isV2?: boolean): void;
  /**
   * Sends a Yjs update (base64). It is dropped without a connection, and when the connection is lost first: send what the answer of
   * the next one lacks.
   */
  updateYDoc(update: string, guid?: string, isV2?: boolean): void;
  /** Providers of documents tell whether the server has everything that was written to them. */
  reportYDoc(part: object, isSynchronized: boolean): void;

  /** Sends a message of another part of the client. */
  send(message: object): void;
}

export type ResolvedInitial<T> = T | ((roomId: string) => T);

/** How a room is entered. */
export interface EnterOptions<P extends object = AppPresence, S extends object = AppStorage> {
  readonly initialPresence?: ResolvedInitial<P>;
  /** Top-level keys that are put into Storage where it does not have them when it is loaded for the first time. */
  readonly initialStorage?: ResolvedInitial<Partial<S> | LiveObject<S>>;
  /** By default true. */
  readonly autoConnect?: boolean;
}

/** A room whose types do not matter. */
export type OpaqueRoom = RoomApi<JsonObject, { readonly [key: string]: unknown }, UserMeta>;
