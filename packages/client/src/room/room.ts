/**
 * A room as one client sees it: its connection and who is there, with what other parts of the client add. What is written is
 * collected and sent in one frame, at most once in `throttleMs`: presence, then messages and changes of Storage in the order in
 * which they were made.
 */
import { ClientMessageType, ServerMessageType } from "@weft/protocol/codes";
import type { Json, JsonObject, RoomState, ServerMessage } from "@weft/protocol/types";
import type { UserMeta } from "../app-types.ts";
import type { RoomCommentsApi } from "../comments/comments-api.ts";
import { isCommentEvent } from "../comments/comments-port.ts";
import { accessOf, allows } from "../connection/access.ts";
import type { Credential } from "../connection/credentials.ts";
import { ReconnectingSocket } from "../connection/reconnecting-socket.ts";
import type { SocketLike, Timers } from "../connection/reconnecting-socket.ts";
import type { Status } from "../connection/states.ts";
import { DocumentMessages } from "../documents/document-messages.ts";
import { ClientError } from "../error.ts";
import type { FeedEvent, FeedsApi } from "../feeds/feed-api.ts";
import type { RoomFeeds } from "../feeds/room-feeds.ts";
import type { HistoryEntry, HistoryItem, Via } from "../history/history.ts";
import { UndoHistory } from "../history/history.ts";
import { lateCalls } from "../late-calls.ts";
import { EventSource } from "../observable.ts";
import type { Observable } from "../observable.ts";
import { joinedUser, Others, withPresence } from "../presence/others.ts";
import type { JoinedUser, OthersChange, PresentUser } from "../presence/others.ts";
import type { LsonObject } from "../storage/live/lson.ts";
import type { LiveObject, LiveStructure } from "../storage/live/structures.ts";
import type { StorageRoom, StorageSync } from "../storage/storage-sync.ts";
import type { StorageUpdate } from "../storage/updates.ts";
import type { WriteReceipt } from "../storage/write-receipt.ts";
import type { BroadcastOptions, RoomApi, RoomObservables, StorageStatus, Subscribe } from "./room-api.ts";

export interface ClientRoomOptions {
  readonly id: string;
  readonly initialPresence: JsonObject;
  readonly initialStorage?: Partial<LsonObject> | LiveObject;
  readonly authorize: () => Promise<Credential>;
  readonly expire: (credential: Credential) => void;
  readonly open: (credential: Credential) => SocketLike;
  readonly timers: Timers;
  /** Milliseconds, by a clock that does not jump. */
  readonly now: () => number;
  readonly isUnwatched: () => boolean;
  readonly throttleMs: number;
  readonly lostConnectionMs: number;
  /** Whether everything that a part of the client has written is on the server's disk. */
  readonly setSynchronized: (part: object, isSynchronized: boolean) => void;
}

interface Queued {
  readonly message: object;
  readonly isOfConnection: boolean;
}

type AnyEvents = RoomObservables<JsonObject, UserMeta, Json>;
type Sources = { readonly [K in keyof AnyEvents]: AnyEvents[K] extends Observable<infer T> ? EventSource<T> : never };

type AnyUser = PresentUser<JsonObject, UserMeta>;

// Whatever the application declares its events to be.
/* oxlint-disable typescript/no-unnecessary-type-arguments */
/** Its client adds the calls that load what they need first. */
export class ClientRoom implements Omit<
  RoomApi<JsonObject, LsonObject, UserMeta, Json>,
  keyof RoomCommentsApi | keyof FeedsApi<Json, Json>
> {
  /* oxlint-enable typescript/no-unnecessary-type-arguments */
  readonly id: string;
  readonly events: AnyEvents;
  readonly history: UndoHistory;
  readonly subscribe: Subscribe<JsonObject, UserMeta, Json>;
  readonly #options: ClientRoomOptions;
  readonly #sources: Sources;
  readonly #connection: ReconnectingSocket<Credential>;
  readonly #others = new Others();
  /** What the frame that is being received has changed of them. */
  #othersChanges: OthersChange<JsonObject, UserMeta>[] = [];
  /** Once an application uses Storage. */
  #storage: StorageSync | undefined;
  #storageLoading: Promise<void> | undefined;
  #storageArrival: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined;
  readonly #documents: DocumentMessages;
  /** Once an application uses feeds. */
  #feeds: RoomFeeds | undefined;
  #self: JoinedUser | undefined;
  #mayReadStorage = true;
  #selfUser: AnyUser | undefined;
  #presence: JsonObject;
  /** What others do not know of the presence. */
  #unsentPresence: JsonObject | "all" = "all";
  /** What is sent with the next frame. `isOfConnection`: it makes no sense over another one. */
  #queue: Queued[] = [];
  /** Events that wait for changes that were made before them and cannot be sent yet. */
  #heldEvents: Queued[] = [];
  #flushTimer: { cancel(): void } | undefined;
  #flushedAt = -Infinity;
  #lostTimer: { cancel(): void } | undefined;
  #isLost = false;

  constructor(options: ClientRoomOptions) {
    this.#options = options;
    this.id = options.id;
    this.#presence = Object.freeze({ ...options.initialPresence });
    this.#documents = new DocumentMessages({
      send: (message) => this.#sendNow(message),
      setSynchronized: (is) => options.setSynchronized(this.#documents, is),
    });
    this.events = this.#sources = {
      status: new EventSource(),
      lostConnection: new EventSource(),
      customEvent: new EventSource(),
      self: new EventSource(),
      myPresence: new EventSource(),
      others: new EventSource(),
      storageBatch: new EventSource(),
      storageStatus: new EventSource(),
      storageDidLoad: new EventSource(),
      history: new EventSource(),
      error: new EventSource(),
      comments: new EventSource(),
      ydoc: this.#documents.updated,
      feeds: new EventSource(),
      message: new EventSource(),
      roomWillDestroy: new EventSource(),
    };
    this.subscribe = this.#subscribe.bind(this) as Subscribe<JsonObject, UserMeta, Json>;
    this.history = new UndoHistory({
      isApplicable: (op) => this.#storage?.isApplicable(op) ?? false,
      apply: (entry, via) => this.#applyEntry(entry, via),
      changed: () => this.#sources.history.notify({ canUndo: this.history.canUndo(), canRedo: this.history.canRedo() }),
    });
    this.#connection = new ReconnectingSocket({
      authorize: options.authorize,
      open: options.open,
      timers: options.timers,
      isUnwatched: () =>
        options.isUnwatched() && this.#storage?.isSynchronized !== false && this.#documents.isSynchronized,
      listener: {
        statusChanged: (status) => this.#statusChanged(status),
        opened: (state, credential) => this.#opened(state, credential),
        received: (message) => this.#received(message as unknown as ServerMessage),
        frameEnded: () => this.#reportOthers(),
        lost: () => this.#lost(),
        expired: (credential) => options.expire(credential),
        failed: (code, message) =>
          this.#sources.error.notify(
            new ClientError(message, { type: "ROOM_CONNECTION_ERROR", code, roomId: this.id }),
          ),
      },
    });
  }

  // ---- connection

  getStatus(): Status {
    return this.#connection.status;
  }

  connect(): void {
    this.#connection.connect();
  }

  disconnect(): void {
    this.#connection.disconnect();
  }

  reconnect(): void {
    this.#connection.reconnect();
  }

  /** The page is looked at again, or the network is back. */
  wake(): void {
    this.#connection.wake();
  }

  /** It has been left permanently. */
  destroy(): void {
    this.#sources.roomWillDestroy.notify();
    // What was written just before, as when a page is left.
    if (this.#flushTimer !== undefined) this.#flush();
    this.#connection.disconnect();
    this.#options.setSynchronized(this, true);
  }

  // ---- presence and events

  getSelf(): AnyUser | null {
    return this.#selfUser ?? null;
  }

  getPresence(): JsonObject {
    return this.#presence;
  }

  getOthers(): readonly AnyUser[] {
    return this.#others.users;
  }

  isPresenceReady(): boolean {
    return this.#selfUser !== undefined;
  }

  async waitUntilPresenceReady(): Promise<void> {
    if (this.#selfUser === undefined) await this.#sources.self.waitUntil();
  }

  updatePresence(patch: JsonObject, { addToHistory = false }: { readonly addToHistory?: boolean } = {}): void {
    const inverse = this.#patchPresence(patch);
    if (addToHistory) this.history.record([{ kind: "presence", patch: inverse }], "edit");
  }

  broadcastEvent(event: Json, { shouldQueueEventIfNotReady: waits }: Partial<BroadcastOptions> = {}): void {
    if (!this.#connection.isOpen && waits !== true) return;
    // An event must not overtake the changes that were made before it.
    this.#queueOps();
    const queued = { message: { type: ClientMessageType.broadcastEvent, event }, isOfConnection: waits !== true };
    (this.#storage?.isBehind === true || this.#heldEvents.length > 0 ? this.#heldEvents : this.#queue).push(queued);
    this.#flushSoon();
  }

  send(message: object): void {
    this.#send(message, false);
  }

  // ---- documents

  fetchYDoc(stateVector: string, guid?: string, isV2?: boolean): void {
    this.#documents.fetch(stateVector, guid, isV2);
  }

  updateYDoc(update: string, guid?: string, isV2?: boolean): void {
    this.#documents.update(update, guid, isV2);
  }

  reportYDoc(part: object, isSynchronized: boolean): void {
    this.#documents.report(part, isSynchronized);
  }

  // ---- feeds

  /** For its client, which adds them to the room. */
  feedCalls(): FeedsApi<Json, Json> {
    const calls = lateCalls(feedCalls, () => this.#loadFeeds());
    return { ...calls, getFeedLists: () => this.#loadFeeds() } as unknown as FeedsApi<Json, Json>;
  }

  async #loadFeeds(): Promise<RoomFeeds> {
    const module = await import("../feeds/room-feeds.ts");
    this.#feeds ??= new module.RoomFeeds({
      id: this.id,
      timers: this.#options.timers,
      isOpen: () => this.#connection.isOpen,
      send: (message) => this.#sendNow(message),
      failed: (error) => this.#sources.error.notify(error),
    });
    return this.#feeds;
  }

  // ---- Storage

  async getStorage(): Promise<{ readonly root: LiveObject }> {
    await this.waitUntilStorageReady();
    return { root: this.#storage!.root! };
  }

  getStorageSnapshot(): LiveObject | null {
    return this.#storage?.root ?? null;
  }

  getStorageOrNull(): LiveObject | null {
    return this.getStorageSnapshot();
  }

  getStorageStatus(): StorageStatus {
    return this.#storage?.status ?? (this.#storageLoading === undefined ? "not-loaded" : "loading");
  }

  isStorageReady(): boolean {
    return this.getStorageSnapshot() !== null;
  }

  waitUntilStorageReady(): Promise<void> {
    if (this.isStorageReady()) return Promise.resolve();
    if (this.#storageLoading === undefined) {
      this.#storageLoading = this.#loadStorage();
      // Such as a page of an older release whose files are gone: the next call tries again.
      this.#storageLoading.catch(() => (this.#storageLoading = undefined));
      if (this.#storage === undefined) this.#sources.storageStatus.notify("loading");
    }
    return this.#storageLoading;
  }

  batch<T>(run: () => T): T {
    return this.#storage === undefined ? this.history.batch(run) : this.#storage.batch(run);
  }

  async edit<T>(run: (root: LiveObject) => T): Promise<T> {
    const root = this.getStorageSnapshot() ?? (await this.getStorage()).root;
    return this.batch(() => run(root));
  }

  write<T>(run: () => T): WriteReceipt<T> {
    if (this.#storage === undefined) throw new Error("Load Storage first: await `room.getStorage()`.");
    return this.#storage.write(() => this.batch(run));
  }

  flushed(): Promise<void> {
    return this.#storage?.flushed() ?? Promise.resolve();
  }

  /** Rejects if this user may not read Storage. The next call tries again, and so does the next connection. */
  async #loadStorage(): Promise<void> {
    const { StorageSync } = await import("../storage/storage-sync.ts");
    const arrived = new Promise<void>((resolve, reject) => {
      this.#storageArrival = { resolve, reject };
    });
    if (this.#storage !== undefined) this.#storage.retry();
    else {
      this.#storage = new StorageSync(this.#storageRoom());
      if (this.#connection.isOpen) this.#storage.connected();
    }
    await arrived;
  }

  /** What Storage needs of the room. */
  #storageRoom(): StorageRoom {
    const { initialStorage } = this.#options;
    return {
      id: this.id,
      history: this.history,
      initialStorage,
      actor: () => this.#self?.connectionId ?? 0,
      mayRead: () => this.#mayReadStorage,
      mayWrite: () => this.#selfUser?.canWrite !== false,
      send: (message) => this.#send(message, true),
      written: () => this.#flushSoon(),
      isHeard: () => this.#sources.storageBatch.isHeard,
      changed: (updates) => this.#sources.storageBatch.notify(updates),
      loaded: () => {
        this.#storageArrival?.resolve();
        this.#sources.storageDidLoad.notify();
      },
      forbidden: (error) => {
        this.#storageArrival?.reject(error);
        this.#sources.error.notify(error);
      },
      statusChanged: (status) => {
        this.#options.setSynchronized(this, status !== "synchronizing");
        this.#sources.storageStatus.notify(status);
        if (this.#heldEvents.length > 0) this.#flushSoon();
      },
      failed: (error) => this.#sources.error.notify(error),
    };
  }

  // ---- listening

  #subscribe(
    first: keyof typeof shortNames | "others" | LiveStructure,
    listener: (...values: never[]) => void,
    options?: { readonly isDeep?: boolean },
  ): () => void {
    const tell = listener as (...values: unknown[]) => void;
    if (first === "others") return this.#sources.others.subscribe((event) => tell(event.others, event));
    if (typeof first === "string") {
      if (!Object.hasOwn(shortNames, first)) throw new TypeError(`A room has no events of the type "${first}".`);
      const name = shortNames[first];
      return (this.#sources[name] as EventSource<unknown>).subscribe(tell);
    }
    return this.#sources.storageBatch.subscribe((updates: readonly StorageUpdate[]) => {
      if (options?.isDeep === true) {
        const within = this.#storage!.within(first, updates);
        if (within.length > 0) tell(within);
      } else if (this.#storage!.isOf(first, updates)) tell(first);
    });
  }

  // ---- what arrives

  #opened(state: RoomState, credential: Credential): void {
    const payload = credential.kind === "token" ? credential.payload : undefined;
    const { actor, scopes } = state;
    this.#self = joinedUser(actor, { id: payload?.uid, info: payload?.ui, scopes });
    this.#mayReadStorage = allows(accessOf(scopes), "storage", "read");
    this.#selfChanged();
    this.#othersChanged(this.#others.begin(state.users));
    this.#reportOthers();
    this.#unsentPresence = "all";
    this.#flushedAt = -Infinity;
    this.#storage?.connected();
    this.#feeds?.connected();
  }

  #lost(): void {
    this.#queue = this.#queue.filter(({ isOfConnection }) => !isOfConnection);
    this.#heldEvents = this.#heldEvents.filter(({ isOfConnection }) => !isOfConnection);
    this.#storage?.disconnected();
    this.#feeds?.disconnected();
  }

  #received(message: ServerMessage): void {
    switch (message.type) {
      case ServerMessageType.presenceUpdated:
        this.#othersChanged(this.#others.updated(message.actor, message.data, message.targetActor !== undefined));
        break;
      case ServerMessageType.userJoined:
        this.#others.joined(message.actor, message);
        this.#send({ type: ClientMessageType.updatePresence, data: this.#presence, targetActor: message.actor }, true);
        break;
      case ServerMessageType.userLeft:
        this.#othersChanged(this.#others.left(message.actor));
        break;
      case ServerMessageType.eventBroadcasted: {
        this.#reportOthers();
        const user = this.#others.find(message.actor) ?? null;
        this.#sources.customEvent.notify({ connectionId: message.actor, user, event: message.event ?? null });
        break;
      }
      default:
        this.#reportOthers();
        if (this.#storage?.receive(message) === true || this.#documents.receive(message)) break;
        if (isCommentEvent(message)) this.#sources.comments.notify(message);
        else if (isAboutFeeds(message)) {
          this.#feeds?.receive(message);
          this.#sources.feeds.notify(message);
        } else this.#sources.message.notify(message);
    }
  }

  #othersChanged(change: OthersChange<JsonObject, UserMeta> | undefined): void {
    if (change !== undefined && this.#sources.others.isHeard) this.#othersChanges.push(change);
  }

  /** A frame may hold the presence of many: the list of others is made once for all of them. */
  #reportOthers(): void {
    if (this.#othersChanges.length === 0) return;
    const others = this.#others.users;
    for (const change of this.#othersChanges.splice(0)) this.#sources.others.notify({ ...change, others });
  }

  #statusChanged(status: Status): void {
    this.#lostTimer?.cancel();
    if (status === "reconnecting" && !this.#isLost)
      this.#lostTimer = this.#options.timers.set(this.#options.lostConnectionMs, () => {
        this.#isLost = true;
        this.#othersChanged(this.#others.clear());
        this.#reportOthers();
        this.#sources.lostConnection.notify("lost");
      });
    else if (status !== "reconnecting" && this.#isLost) {
      this.#isLost = false;
      this.#sources.lostConnection.notify(status === "connected" ? "restored" : "failed");
    }
    if (status === "connected") this.#flushSoon();
    this.#sources.status.notify(status);
  }

  // ---- presence

  /** Answers what undoes it. */
  #patchPresence(patch: JsonObject): JsonObject {
    const inverse: Record<string, Json | undefined> = {};
    for (const key of Object.keys(patch)) inverse[key] = this.#presence[key];
    this.#presence = Object.freeze({ ...this.#presence, ...patch });
    if (this.#unsentPresence !== "all") this.#unsentPresence = { ...this.#unsentPresence, ...patch };
    this.#selfChanged();
    this.#sources.myPresence.notify(this.#presence);
    this.#flushSoon();
    return inverse;
  }

  #selfChanged(): void {
    if (this.#self === undefined) return;
    this.#selfUser = withPresence(this.#self, this.#presence);
    this.#sources.self.notify(this.#selfUser);
  }

  #applyEntry(entry: HistoryEntry, via: Exclude<Via, "edit">): void {
    const inverse: HistoryItem[] = [];
    for (const item of entry)
      if (item.kind === "presence") inverse.unshift({ kind: "presence", patch: this.#patchPresence(item.patch) });
    this.history.record(inverse, via);
    this.#storage?.applyEntry(entry, via);
  }

  // ---- sending

  #send(message: object, isOfConnection: boolean): void {
    this.#queue.push({ message, isOfConnection });
    this.#flushSoon();
  }

  /** Sends over the present connection, if there is one. */
  #sendNow(message: object): void {
    if (this.#connection.isOpen) this.#send(message, true);
  }

  #queueOps(): void {
    const ops = this.#storage?.takeUnsent() ?? [];
    if (ops.length > 0)
      this.#queue.push({ message: { type: ClientMessageType.updateStorage, ops }, isOfConnection: true });
    if (this.#storage?.isBehind !== true) this.#queue.push(...this.#heldEvents.splice(0));
  }

  #flushSoon(): void {
    this.#storage?.report();
    if (this.#flushTimer !== undefined || !this.#connection.isOpen) return;
    const wait = Math.max(0, this.#flushedAt + this.#options.throttleMs - this.#options.now());
    this.#flushTimer = this.#options.timers.set(wait, () => this.#flush());
  }

  #flush(): void {
    this.#flushTimer?.cancel();
    this.#flushTimer = undefined;
    if (!this.#connection.isOpen) return;
    this.#flushedAt = this.#options.now();
    this.#queueOps();
    const messages: object[] = this.#queue.map(({ message }) => message);
    this.#queue = [];
    const unsent = this.#unsentPresence;
    if (unsent === "all")
      messages.unshift({ type: ClientMessageType.updatePresence, data: this.#presence, targetActor: -1 });
    else if (Object.keys(unsent).length > 0) messages.unshift({ type: ClientMessageType.updatePresence, data: unsent });
    this.#unsentPresence = {};
    if (messages.length > 0) this.#connection.send(messages);
  }
}

const feedCalls = [
  "fetchFeeds",
  "fetchFeedMessages",
  "addFeed",
  "updateFeed",
  "deleteFeed",
  "addFeedMessage",
  "updateFeedMessage",
  "deleteFeedMessage",
] as const satisfies readonly (keyof FeedsApi<Json, Json>)[];

/** Events under the names that `subscribe` takes. */
const shortNames = {
  "my-presence": "myPresence",
  event: "customEvent",
  error: "error",
  status: "status",
  "lost-connection": "lostConnection",
  history: "history",
  "storage-status": "storageStatus",
  comments: "comments",
} as const satisfies Readonly<Record<string, keyof AnyEvents>>;

/** Feeds have the highest codes. */
const isAboutFeeds = (message: ServerMessage): message is FeedEvent => message.type >= ServerMessageType.feedList;
