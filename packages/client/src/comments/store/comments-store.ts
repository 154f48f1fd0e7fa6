/**
 * Threads, notifications, subscriptions, settings and versions as a user interface shows them.
 *
 *   what the server has said  ──►  edits that it has not confirmed yet  ──►  queries, each a list or a value
 *
 * Edits are shown at once. When the server has accepted one, what has changed is asked for, and with the answer the edit goes; when
 * it refuses one, the edit goes at once and the error is reported. Edits of one thread are sent one after the other.
 *
 * What others change arrives with the events of rooms that are connected, when a room is connected again, and by polling.
 */
import { ServerMessageType } from "@weft/protocol/codes";
import type { CommentEvent, Permission } from "@weft/protocol/types";
import { filterKey, isNotificationIn, isThreadIn } from "../filter.ts";
import type {
  NotificationChannels,
  ClientNotification,
  ClientSubscription,
  ClientThread,
  NotificationsFilter,
  SubscriptionsOfRoom,
  ThreadNotification,
  ThreadsFilter,
  VersionOfRoom,
} from "../types.ts";
import type { StoreQuery } from "./query.ts";
import { stableList, WatchedQuery } from "./query.ts";
import type { CommentsData } from "./server-copy.ts";
import { subscriptionKey } from "./server-copy.ts";
import { StoreEdits } from "./store-edits.ts";
import type { CommentsStoreOptions, PartOptions, StorePart } from "./store-state.ts";
import { StoreState } from "./store-state.ts";

const minuteMs = 60_000;
const firstPageWaitsMs = [5_000, 5_000, 10_000, 15_000] as const;

export function createCommentsStore(options: CommentsStoreOptions): CommentsStore {
  return new CommentsStore(new StoreState(options));
}

/** Threads, notifications and settings as user interfaces show them: edits appear at once. */
export class CommentsStore extends StoreEdits {
  readonly #state: StoreState;
  readonly #queries = new Map<string, WatchedQuery<unknown>>();
  readonly #stops: readonly (() => void)[];

  constructor(state: StoreState) {
    super(state);
    this.#state = state;
    const { comment, connected, wake } = state.options.events;
    this.#stops = [
      comment.subscribe(({ roomId, event }) => this.#heard(roomId, event)),
      connected.subscribe((roomId) => this.#connected(roomId)),
      wake.subscribe(() => {
        for (const { poller, staleAfterMs } of state.parts) if (poller.isUsed) poller.refreshIfOlderThan(staleAfterMs);
      }),
    ];
  }

  /** Nothing is asked for any more. */
  destroy(): void {
    for (const stop of this.#stops) stop();
    for (const query of this.#queries.values()) query.stop();
    this.#state.stop();
  }

  // ---- queries

  /** Threads of a room, oldest first. */
  threads(roomId: string, filter: ThreadsFilter = {}): StoreQuery<readonly ClientThread[]> {
    const { http } = this.#state.options;
    const part = this.#state.threadsOf(roomId);
    return this.#query(part, filterKey(filter), {
      fetchPage: (cursor, signal) =>
        this.#state.receivePage(part, () => http.getThreads(roomId, { ...from(cursor), query: filter, signal })),
      select: () =>
        this.#threadsIn(filter, (thread) => thread.roomId === roomId).toSorted(
          (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1),
        ),
    });
  }

  /** Threads of all rooms, with those that were changed last first. */
  userThreads(filter: ThreadsFilter = {}): StoreQuery<readonly ClientThread[]> {
    const { http } = this.#state.options;
    const part = this.#state.userThreads;
    return this.#query(part, filterKey(filter), {
      fetchPage: (cursor, signal) =>
        this.#state.receivePage(part, () => http.getUserThreads({ ...from(cursor), query: filter, signal })),
      select: () =>
        this.#threadsIn(filter, () => true).toSorted(
          (a, b) => b.updatedAt.getTime() - a.updatedAt.getTime() || (a.id < b.id ? -1 : 1),
        ),
    });
  }

  /** Notifications of the user, newest first. Those of threads that are gone are left out. */
  inboxNotifications(filter: NotificationsFilter = {}): StoreQuery<readonly ClientNotification[]> {
    const { http } = this.#state.options;
    const part = this.#state.inbox;
    return this.#query(part, filterKey(filter), {
      fetchPage: (cursor, signal) =>
        this.#state.receivePage(part, () => http.getInboxNotifications({ ...from(cursor), query: filter, signal })),
      select: () => {
        const { notifications } = this.#state.tables;
        return [...notifications.values()]
          .filter(
            (each) => isNotificationIn(filter, each) && (!isOfThread(each) || this.thread(each.threadId) !== undefined),
          )
          .toSorted((a, b) => b.notifiedAt.getTime() - a.notifiedAt.getTime() || (a.id < b.id ? -1 : 1));
      },
    });
  }

  /** How many notifications are unread, those of pages that are not loaded included. */
  unreadCount(filter: NotificationsFilter = {}): StoreQuery<number> {
    const times = { intervalMs: minuteMs, staleAfterMs: 5_000 };
    return this.#value(`count ${filterKey(filter)}`, times, (signal) =>
      this.#state.options.http.getUnreadCount(filter, signal),
    );
  }

  /** Newest first. */
  historyVersions(roomId: string): StoreQuery<readonly VersionOfRoom[]> {
    const known = new Map<string, VersionOfRoom>();
    const times = { intervalMs: minuteMs, staleAfterMs: 5_000 };
    return this.#value(`versions ${roomId}`, times, async (signal) => {
      // Those that are deleted are not in a delta: only all of them say what there is.
      const { versions } = await this.#state.options.http.getVersions(roomId, signal);
      for (const version of versions) if (!known.has(version.id)) known.set(version.id, version);
      return versions.map(({ id }) => known.get(id)!).toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
    });
  }

  roomSubscriptionSettings(roomId: string): StoreQuery<SubscriptionsOfRoom> {
    const { server, options } = this.#state;
    return this.#setting(
      `settings ${roomId}`,
      { intervalMs: minuteMs, staleAfterMs: 5_000 },
      async (asked, signal) =>
        server.setRoomSettings(roomId, await options.http.getSubscriptionSettings(roomId, signal), asked),
      ({ roomSettings }) => roomSettings.get(roomId)!,
    );
  }

  notificationSettings(): StoreQuery<NotificationChannels> {
    const { server, options } = this.#state;
    return this.#setting(
      "channels",
      { intervalMs: 5 * minuteMs, staleAfterMs: minuteMs },
      async (asked, signal) => server.setChannelSettings(await options.http.getNotificationSettings(signal), asked),
      ({ channelSettings }) => channelSettings!,
    );
  }

  // ---- versions

  async createVersion(roomId: string): Promise<void> {
    await this.#state.options.http.createVersion(roomId);
    await this.#versionsChanged(roomId);
  }

  async deleteVersion(roomId: string, versionId: string): Promise<void> {
    await this.#state.options.http.deleteVersion(roomId, versionId);
    await this.#versionsChanged(roomId);
  }

  async #versionsChanged(roomId: string): Promise<void> {
    const query = this.historyVersions(roomId);
    if (query.get().data !== undefined) await query.refresh();
  }

  // ---- single objects, as they are shown

  /** Calls back when something of the store changes. */
  subscribe(listener: () => void): () => void {
    return this.#state.changed.subscribe(() => listener());
  }

  /** A thread without comments is as good as deleted. */
  thread(id: string): ClientThread | undefined {
    const thread = this.#state.tables.threads.get(id);
    return thread !== undefined && isAlive(thread) ? thread : undefined;
  }

  notification(id: string): ClientNotification | undefined {
    return this.#state.tables.notifications.get(id);
  }

  notificationOfThread(threadId: string): ThreadNotification | undefined {
    for (const each of this.#state.tables.notifications.values())
      if (isOfThread(each) && each.threadId === threadId) return each;
    return undefined;
  }

  subscription(threadId: string): ClientSubscription | undefined {
    return this.#state.tables.subscriptions.get(subscriptionKey("thread", threadId));
  }

  /** Scopes of the user in a room, as the server has given them with its threads. */
  scopesIn(roomId: string): readonly Permission[] | undefined {
    return this.#state.tables.scopes.get(roomId);
  }

  // ---- within

  #threadsIn(filter: ThreadsFilter, isMeant: (thread: ClientThread) => boolean): readonly ClientThread[] {
    const { threads, subscriptions } = this.#state.tables;
    return [...threads.values()].filter(
      (thread) =>
        isMeant(thread) &&
        isAlive(thread) &&
        isThreadIn(filter, thread, subscriptions.has(subscriptionKey("thread", thread.id))),
    );
  }

  #query<T>(
    part: StorePart,
    key: string,
    { fetchPage, select }: FetchAndSelect<readonly T[]>,
  ): StoreQuery<readonly T[]> {
    return this.#watched(part, key, () => ({ fetchPage, select: stableList(once(this.#state, select)) }));
  }

  /** A value that is asked for again as a whole. */
  #value<T>(name: string, times: Omit<PartOptions, "poll">, fetch: (signal: AbortSignal) => Promise<T>): StoreQuery<T> {
    let value: T | undefined;
    const take = async (signal: AbortSignal) => {
      const next = await fetch(signal);
      if (JSON.stringify(next) === JSON.stringify(value)) return;
      value = next;
      this.#state.changed.notify();
    };
    const known = this.#queries.get(`${name} `);
    if (known !== undefined) return known as WatchedQuery<T>;
    const part = this.#state.part(name, { ...times, poll: (_, signal) => take(signal) });
    return this.#watched(part, "", () => ({
      fetchPage: async (_, signal) => {
        await take(signal);
        return null;
      },
      select: () => value as T,
    }));
  }

  #setting<T>(
    name: string,
    times: Omit<PartOptions, "poll">,
    fetch: (asked: number, signal: AbortSignal) => Promise<void>,
    select: (tables: CommentsData) => T,
  ): StoreQuery<T> {
    const take = async (signal: AbortSignal) => {
      await fetch(this.#state.ask(), signal);
      this.#state.tell();
    };
    const part = this.#state.part(name, { ...times, poll: (_, signal) => take(signal) });
    return this.#watched(part, "", () => ({
      fetchPage: async (_, signal) => {
        await take(signal);
        return null;
      },
      select: () => select(this.#state.tables),
    }));
  }

  #watched<T>(part: StorePart, key: string, make: () => FetchAndSelect<T>): StoreQuery<T> {
    const name = `${part.name} ${key}`;
    const known = this.#queries.get(name);
    if (known !== undefined) return known as WatchedQuery<T>;
    const { changed, options } = this.#state;
    const { transport } = options.http;
    const query = new WatchedQuery<T>({
      ...make(),
      poller: part.poller,
      staleAfterMs: part.staleAfterMs,
      timers: options.timers,
      listen: (listener) => changed.subscribe(() => listener()),
      retrying: (run, signal) => transport.retrying(firstPageWaitsMs, run, signal),
    });
    this.#queries.set(name, query);
    return query;
  }

  #heard(roomId: string, event: CommentEvent): void {
    const { threadId } = event;
    if (event.type === ServerMessageType.threadDeleted)
      this.#state.takingNotifications(() => this.#state.server.dropThread(threadId));
    // Whatever is being sent is followed by a question of its own.
    else if (!this.isSending(threadId)) this.#state.threadsOf(roomId).poller.want();
    const { userThreads, inbox } = this.#state;
    userThreads.poller.want();
    // A room whose threads are not shown tells of notifications all the same.
    if (!this.#state.threadsOf(roomId).poller.isUsed) {
      inbox.poller.want();
      this.#state.wantCounts();
    }
  }

  /** What has happened while there was no connection has been told to no one. */
  #connected(roomId: string): void {
    const names = new Set([`threads ${roomId}`, `versions ${roomId}`, `settings ${roomId}`, "inbox", "userThreads"]);
    for (const { name, poller } of this.#state.parts) if (names.has(name) || name.startsWith("count ")) poller.want();
  }
}

interface FetchAndSelect<T> {
  readonly fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<string | null>;
  readonly select: () => T;
}

const from = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });
const isAlive = ({ comments }: ClientThread) =>
  comments.length === 0 || comments.some(({ body }) => body !== undefined);
const isOfThread = (each: ClientNotification): each is ThreadNotification => each.kind === "thread";

/** Selects again only when something has changed. */
function once<T>(state: StoreState, select: () => T): () => T {
  let last: { readonly tables: CommentsData; readonly selected: T } | undefined;
  return () => {
    const { tables } = state;
    if (last?.tables !== tables) last = { tables, selected: select() };
    return last.selected;
  };
}
