import type { JsonObject } from "@weft/protocol/types";
import type { AppPresence, AppRoomEvent, AppStorage, AppUserMeta, UserMeta } from "./app-types.ts";
import type { ClientComments } from "./comments/client-comments.ts";
import type { InboxApi } from "./comments/comments-api.ts";
import { CommentsPort } from "./comments/comments-port.ts";
import type { ResolverOptions } from "./comments/resolver-types.ts";
import type { UserChats } from "./chats/chats.ts";
import { createCredentials } from "./connection/credentials.ts";
import type { AuthEndpoint, Credential } from "./connection/credentials.ts";
import type { SocketLike, Timers } from "./connection/reconnecting-socket.ts";
import type { ClientError } from "./error.ts";
import { EventSource } from "./observable.ts";
import type { Observable } from "./observable.ts";
import { askBeforeLeaving, onPageLeave, onPageWake, pageOrigin, watchHidden } from "./page.ts";
import type { EnterOptions, RoomApi } from "./room/room-api.ts";
import { ClientRoom } from "./room/room.ts";
import type { LsonObject } from "./storage/live/lson.ts";
import type { LiveObject } from "./storage/live/structures.ts";
import { SyncStatuses } from "./sync-status.ts";
import type { SyncStatus } from "./sync-status.ts";

/** How a client is created. One of `publicApiKey` and `authEndpoint` is required. */
export interface ClientOptions<U extends UserMeta = AppUserMeta> extends ResolverOptions<U> {
  /** Origin of the server, such as `https://weft.example.com`. By default that of the page. */
  readonly baseUrl?: string;
  readonly publicApiKey?: string;
  readonly authEndpoint?: AuthEndpoint;
  /** Least time between two frames, in milliseconds: 16 to 1,000, by default 100. */
  readonly throttle?: number;
  /** How long a connection may be away before it counts as lost, in milliseconds: 200 to 30,000, by default 5,000. */
  readonly lostConnectionTimeout?: number;
  /**
   * After how long hidden pages give up their connections, in milliseconds, at least 15,000; they connect again when they are looked
   * at. By default hidden pages stay connected.
   */
  readonly backgroundKeepAliveTimeout?: number;
  /** Whether the browser asks before a page is left that has unsaved changes. By default it does not. */
  readonly preventUnsavedChanges?: boolean;
  readonly polyfills?: {
    readonly WebSocket?: new (url: string) => SocketLike;
    readonly fetch?: typeof globalThis.fetch;
    /** Not needed. */
    readonly atob?: (data: string) => string;
  };
}

/** A client of one server: its rooms, the inbox of its user, and the sync status of all rooms. */
export interface Client<U extends UserMeta = AppUserMeta> extends InboxApi {
  /** Enters a room. To enter it again gives the same room, until it has been left as often. */
  enterRoom<P extends object = AppPresence, S extends object = AppStorage, E = AppRoomEvent>(
    id: string,
    options?: EnterOptions<NoInfer<P>, NoInfer<S>>,
  ): { readonly room: RoomApi<P, S, U, E>; readonly leave: () => void };
  /** The room, if it has been entered. */
  getRoom<P extends object = AppPresence, S extends object = AppStorage, E = AppRoomEvent>(
    id: string,
  ): RoomApi<P, S, U, E> | null;
  /** Loads the user's chats with copilots. They connect with the first command, or when something of them is shown. */
  loadChats(): Promise<UserChats>;
  /** Forgets the tokens of the user, and connects all rooms anew. */
  logout(): void;
  /** Forgets what the resolvers have answered, for these ids or for all. */
  readonly resolvers: {
    invalidateUsers(userIds?: readonly string[]): void;
    invalidateRoomsInfo(roomIds?: readonly string[]): void;
    invalidateGroupsInfo(groupIds?: readonly string[]): void;
    invalidateMentionSuggestions(): void;
  };
  /** Loads what user interfaces for comments and notifications are made with: the store, the resolvers and the calls. */
  loadComments(): Promise<ClientComments>;
  /**
   * Says that something is being written that is not in a room yet, such as a comment. With `preventUnsavedChanges`, the browser asks
   * before the page is left until the function that this returns is called, once.
   */
  holdUnsavedChanges(): () => void;
  /** Whether everything that was written, in all rooms, is on the server's disk. */
  getSyncStatus(): SyncStatus;
  readonly events: {
    /** Errors of all rooms. */
    readonly error: Observable<ClientError>;
    /** The sync status has changed. */
    readonly syncStatus: Observable<void>;
  };
}

// Whatever the application declares its Storage to be.
// oxlint-disable-next-line typescript/no-unnecessary-type-arguments
type AnyEnterOptions = EnterOptions<JsonObject, LsonObject>;

interface EnteredRoom {
  readonly room: ClientRoom;
  readonly close: () => void;
  entered: number;
}

/** The version of the wire protocol that this client speaks. */
const path = "/v8";

/**
 * A client of one server.
 *
 * @example
 * const client = createClient({ authEndpoint: "/api/auth" });
 * const { room, leave } = client.enterRoom("document-1", { initialPresence: { cursor: null } });
 * const { root } = await room.getStorage();
 */
export function createClient<U extends UserMeta = AppUserMeta>(options: ClientOptions<U>): Client<U> {
  return createClientIn(pageEnvironment, options);
}

/** Where a client runs: a page, a process, or a test that has its own time. */
export interface ClientEnvironment {
  readonly timers: Timers;
  /** Milliseconds, by a clock that does not jump. */
  readonly now: () => number;
}

/** A client in another environment than a page: with its own timers and clock. */
export function createClientIn<U extends UserMeta = AppUserMeta>(
  environment: ClientEnvironment,
  options: ClientOptions<U>,
): Client<U> {
  const client = new WeftClient(environment, options as unknown as ClientOptions);
  return Object.assign(client, client.inboxCalls()) as unknown as Client<U>;
}

class WeftClient implements Omit<Client<UserMeta>, keyof InboxApi> {
  readonly #base: URL;
  readonly #options: ClientOptions;
  readonly #environment: ClientEnvironment;
  readonly #credentials: ReturnType<typeof createCredentials>;
  readonly #rooms = new Map<string, EnteredRoom>();
  readonly #sync = new SyncStatuses();
  #held = 0;
  readonly #errors = new EventSource<ClientError>();
  readonly #throttleMs: number;
  readonly #lostConnectionMs: number;
  readonly #isUnwatched: () => boolean;
  readonly #comments: CommentsPort;
  readonly resolvers: Client["resolvers"];
  #chats: Promise<UserChats> | undefined;
  readonly events: Client["events"];

  constructor(environment: ClientEnvironment, options: ClientOptions) {
    const { now } = environment;
    this.#environment = environment;
    this.#options = options;
    this.#base = baseOf(options.baseUrl);
    this.#throttleMs = between("throttle", options.throttle ?? 100, 16, 1_000);
    this.#lostConnectionMs = between("lostConnectionTimeout", options.lostConnectionTimeout ?? 5_000, 200, 30_000);
    this.#isUnwatched = unwatched(options.backgroundKeepAliveTimeout, now);
    const { publicApiKey, authEndpoint, polyfills } = options;
    const fetch = polyfills?.fetch ?? globalThis.fetch;
    this.#credentials = createCredentials({
      publicApiKey,
      authEndpoint,
      fetch: (url, init) => fetch(url, init),
      now,
    });
    this.events = { error: this.#errors, syncStatus: this.#sync.changed };
    const port = new CommentsPort({
      base: this.#base,
      credentials: this.#credentials,
      fetch: (url, init) => fetch(url, init),
      ...environment,
      timeOfDay: () => Date.now(),
      resolvers: options,
      failed: (error) => this.#errors.notify(error),
    });
    this.#comments = port;
    const invalidating = (kind: "users" | "rooms" | "groupInfos") => (ids?: readonly string[]) =>
      port.ifLoaded(({ resolvers }) => resolvers[kind].invalidate(ids));
    this.resolvers = {
      invalidateUsers: invalidating("users"),
      invalidateRoomsInfo: invalidating("rooms"),
      invalidateGroupsInfo: invalidating("groupInfos"),
      invalidateMentionSuggestions: () => port.ifLoaded(({ resolvers }) => resolvers.invalidateMentionSuggestions()),
    };
    if (options.preventUnsavedChanges === true)
      askBeforeLeaving(() => this.#sync.status === "synchronizing" || this.#held > 0);
  }

  enterRoom<P extends object, S extends object, E>(id: string, entering: EnterOptions<P, S> = {}) {
    let entry = this.#rooms.get(id);
    if (entry === undefined) {
      entry = this.#open(id, entering as AnyEnterOptions);
      this.#rooms.set(id, entry);
    }
    const own = entry;
    own.entered++;
    if (entering.autoConnect !== false) own.room.connect();
    let hasLeft = false;
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      if (--own.entered > 0) return;
      this.#rooms.delete(id);
      own.close();
      own.room.destroy();
    };
    return { room: own.room as unknown as RoomApi<P, S, UserMeta, E>, leave };
  }

  getRoom<P extends object, S extends object, E>(id: string): RoomApi<P, S, UserMeta, E> | null {
    return (this.#rooms.get(id)?.room ?? null) as unknown as RoomApi<P, S, UserMeta, E> | null;
  }

  loadChats(): Promise<UserChats> {
    this.#chats ??= this.#openChats();
    // Such as a page of an older release whose files are gone: the next call tries again.
    this.#chats.catch(() => (this.#chats = undefined));
    return this.#chats;
  }

  async #openChats(): Promise<UserChats> {
    const module = await import("./chats/chats.ts");
    const chats = new module.UserChats({
      authorize: () => this.#credentials.get("personal"),
      expire: (credential) => this.#credentials.expire(credential),
      open: (credential) => this.#socket("/ai/v7", credential),
      timers: this.#environment.timers,
      failed: (error) => this.#errors.notify(error),
    });
    onPageWake(() => chats.wake());
    onPageLeave(() => chats.abortOwn());
    return chats;
  }

  logout(): void {
    this.#credentials.clear();
    this.#comments.ifLoaded((comments) => comments.forget());
    void this.#chats?.then((chats) => chats.reconnect());
    for (const { room } of this.#rooms.values()) if (room.getStatus() !== "initial") room.reconnect();
  }

  getSyncStatus(): SyncStatus {
    return this.#sync.status;
  }

  holdUnsavedChanges(): () => void {
    this.#held++;
    return () => void this.#held--;
  }

  loadComments(): Promise<ClientComments> {
    return this.#comments.load();
  }

  inboxCalls(): InboxApi {
    return this.#comments.inboxCalls();
  }

  #socket(at: string, credential: Credential, room?: string): SocketLike {
    const Socket = this.#options.polyfills?.WebSocket ?? globalThis.WebSocket;
    return new Socket(socketUrl(new URL(at, this.#base), credential, room));
  }

  #open(id: string, { initialPresence, initialStorage }: AnyEnterOptions): EnteredRoom {
    const storage = resolved<Partial<LsonObject> | LiveObject | undefined>(initialStorage, id);
    const room = new ClientRoom({
      id,
      initialPresence: resolved(initialPresence, id) ?? {},
      ...(storage === undefined ? {} : { initialStorage: storage }),
      authorize: () => this.#credentials.get({ room: id, resource: "room", level: "read" }),
      expire: (credential) => this.#credentials.expire(credential),
      open: (credential) => this.#socket(path, credential, id),
      ...this.#environment,
      isUnwatched: this.#isUnwatched,
      throttleMs: this.#throttleMs,
      lostConnectionMs: this.#lostConnectionMs,
      setSynchronized: (part, isSynchronized) => this.#sync.set(part, isSynchronized),
    });
    room.events.error.subscribe((error) => this.#errors.notify(error));
    Object.assign(room, room.feedCalls(), this.#comments.roomCalls(room));
    return { room, close: onPageWake(() => room.wake()), entered: 0 };
  }
}

const pageEnvironment: ClientEnvironment = {
  now: () => performance.now(),
  timers: {
    set(delayMs, callback) {
      const timer = setTimeout(callback, delayMs);
      return { cancel: () => clearTimeout(timer) };
    },
  },
};

function baseOf(baseUrl: string | undefined): URL {
  const origin = baseUrl ?? pageOrigin();
  if (origin === undefined) throw new Error("Give the client a `baseUrl`: outside a page there is no other address.");
  let base: URL | undefined;
  try {
    base = new URL(origin);
  } catch {
    // The error below says more.
  }
  if (base === undefined || !/^https?:$/.test(base.protocol))
    throw new Error(`The \`baseUrl\` is an address such as https://weft.example.com, and not "${origin}".`);
  return base;
}

function unwatched(afterMs: number | undefined, now: () => number): () => boolean {
  if (afterMs === undefined) return () => false;
  between("backgroundKeepAliveTimeout", afterMs, 15_000, Infinity);
  const hiddenFor = watchHidden(now);
  return () => hiddenFor() > afterMs;
}

function resolved<T>(initial: T | ((roomId: string) => T), roomId: string): T {
  return typeof initial === "function" ? (initial as (roomId: string) => T)(roomId) : initial;
}

function socketUrl(url: URL, credential: Credential, room: string | undefined): string {
  url.protocol = url.protocol === "http:" ? "ws:" : "wss:";
  if (room !== undefined) url.searchParams.set("roomId", room);
  if (credential.kind === "publicKey") url.searchParams.set("pubkey", credential.key);
  else url.searchParams.set("tok", credential.token);
  url.searchParams.set("version", "weft-0.1.0");
  return url.href;
}

function between(name: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  const range = most === Infinity ? `at least ${least}` : `from ${least} to ${most}`;
  throw new RangeError(`\`${name}\` is a number of milliseconds, ${range}, and not ${value}.`);
}
