/**
 * What the server has said of threads, notifications and subscriptions. Answers overtake each other: what is newer by the server's
 * time stays, and of what has no time of its own, that of the answer counts (wire specification, 3.11).
 */
import type { Permission } from "@weft/protocol/types";
import type {
  NotificationChannels,
  ClientNotification,
  ClientSubscription,
  ClientThread,
  CommentsDelta,
  CommentsSlice,
  SubscriptionsOfRoom,
  ThreadOfUser,
} from "../types.ts";

/** Maps are replaced when something in them changes. */
export interface CommentsData {
  readonly threads: ReadonlyMap<string, ClientThread>;
  readonly notifications: ReadonlyMap<string, ClientNotification>;
  /** By `subscriptionKey`. */
  readonly subscriptions: ReadonlyMap<string, ClientSubscription>;
  /** By the ids of rooms. */
  readonly roomSettings: ReadonlyMap<string, SubscriptionsOfRoom>;
  readonly channelSettings: NotificationChannels | undefined;
  /** By the ids of rooms. */
  readonly scopes: ReadonlyMap<string, readonly Permission[]>;
}

export const subscriptionKey = (kind: string, subjectId: string) => `${kind}:${subjectId}`;

const noTables: CommentsData = {
  threads: new Map(),
  notifications: new Map(),
  subscriptions: new Map(),
  roomSettings: new Map(),
  channelSettings: undefined,
  scopes: new Map(),
};

/** A map that is copied with its first change. */
class Draft<V> {
  #map: ReadonlyMap<string, V>;
  #copy: Map<string, V> | undefined;

  constructor(map: ReadonlyMap<string, V>) {
    this.#map = map;
  }

  get map(): ReadonlyMap<string, V> {
    return this.#copy ?? this.#map;
  }

  set(key: string, value: V): void {
    const before = this.map.get(key);
    // The same object, for as long as it says the same.
    if (before !== undefined && JSON.stringify(before) === JSON.stringify(value)) return;
    (this.#copy ??= new Map(this.#map)).set(key, value);
  }

  delete(key: string): void {
    if (this.map.has(key)) (this.#copy ??= new Map(this.#map)).delete(key);
  }
}

export class ServerCopy {
  #tables = noTables;
  /** Threads and notifications that are gone permanently: an older answer does not bring them back. */
  readonly #gone = new Set<string>();
  /** As of when something is known that has no time of its own, or the same. */
  readonly #decided = new Map<string, number>();
  /** The newest of the server's times. */
  #latest = 0;

  get tables(): CommentsData {
    return this.#tables;
  }

  isGone(id: string): boolean {
    return this.#gone.has(id);
  }

  receive({ threads, inboxNotifications, subscriptions, requestedAt, permissionHints }: CommentsSlice): void {
    const asOf = this.#asOf(requestedAt);
    this.#change((drafts) => {
      for (const thread of threads) this.#putThread(drafts, thread, asOf);
      for (const notification of inboxNotifications) this.#putNotification(drafts, notification);
      for (const subscription of subscriptions) this.#putSubscription(drafts, subscription, asOf);
      for (const [room, scopes] of Object.entries(permissionHints)) drafts.scopes.set(room, scopes);
    });
  }

  receiveDelta({ threads, inboxNotifications, subscriptions, ...rest }: CommentsDelta): void {
    this.receive({
      ...rest,
      threads: threads.updated,
      inboxNotifications: inboxNotifications.updated,
      subscriptions: subscriptions.updated,
    });
    const asOf = this.#asOf(rest.requestedAt);
    this.#change((drafts) => {
      for (const { kind, subjectId } of subscriptions.deleted)
        this.#dropSubscription(drafts, subscriptionKey(kind, subjectId), asOf);
      for (const { id } of inboxNotifications.deleted) this.#drop(drafts.notifications, id);
      for (const { id } of threads.deleted) this.#dropThread(drafts, id);
    });
  }

  /** Takes in what was answered for one thread: what is not in it, the user has not. */
  receiveThread(threadId: string, { thread, inboxNotification, subscription }: ThreadOfUser): void {
    if (thread !== undefined) this.#asOf(thread.updatedAt);
    const asOf = this.#latest;
    this.#change((drafts) => {
      if (thread === undefined) {
        this.#dropThread(drafts, threadId);
        return;
      }
      this.#putThread(drafts, thread, asOf);
      if (inboxNotification !== undefined) this.#putNotification(drafts, inboxNotification);
      if (subscription === undefined) this.#dropSubscription(drafts, subscriptionKey("thread", threadId), asOf);
      else this.#putSubscription(drafts, subscription, asOf);
    });
  }

  dropThread(id: string): void {
    this.#change((drafts) => this.#dropThread(drafts, id));
  }

  dropNotification(id: string): void {
    this.#change((drafts) => this.#drop(drafts.notifications, id));
  }

  /** `asked` numbers requests in the order in which they were made: settings have no time. */
  setRoomSettings(room: string, settings: SubscriptionsOfRoom, asked: number): void {
    if (!this.#decides(`settings ${room}`, asked)) return;
    this.#change((drafts) => drafts.roomSettings.set(room, settings));
  }

  setChannelSettings(settings: NotificationChannels, asked: number): void {
    if (!this.#decides("channels", asked)) return;
    if (JSON.stringify(settings) === JSON.stringify(this.#tables.channelSettings)) return;
    this.#tables = { ...this.#tables, channelSettings: settings };
  }

  /** Applies what was accepted, but could not be read again. */
  apply(change: (tables: CommentsData) => CommentsData): void {
    this.#tables = change(this.#tables);
  }

  #change(run: (drafts: Drafts) => void): void {
    const tables = this.#tables;
    const drafts: Drafts = {
      threads: new Draft(tables.threads),
      notifications: new Draft(tables.notifications),
      subscriptions: new Draft(tables.subscriptions),
      roomSettings: new Draft(tables.roomSettings),
      scopes: new Draft(tables.scopes),
    };
    run(drafts);
    const next: CommentsData = {
      threads: drafts.threads.map,
      notifications: drafts.notifications.map,
      subscriptions: drafts.subscriptions.map,
      roomSettings: drafts.roomSettings.map,
      channelSettings: tables.channelSettings,
      scopes: drafts.scopes.map,
    };
    const keys = Object.keys(next) as (keyof CommentsData)[];
    if (keys.some((key) => next[key] !== tables[key])) this.#tables = next;
  }

  #putThread({ threads }: Drafts, thread: ClientThread, asOf: number): void {
    if (this.#gone.has(thread.id)) return;
    const before = threads.map.get(thread.id);
    if (before !== undefined && thread.updatedAt < before.updatedAt) return;
    if (before === undefined || thread.updatedAt > before.updatedAt) this.#decided.set(thread.id, asOf);
    else if (!this.#decides(thread.id, asOf)) return;
    threads.set(thread.id, thread);
  }

  #putNotification({ notifications }: Drafts, notification: ClientNotification): void {
    if (this.#gone.has(notification.id)) return;
    const before = notifications.map.get(notification.id);
    if (before === undefined || !isNewer(before, notification)) notifications.set(notification.id, notification);
  }

  #putSubscription({ subscriptions }: Drafts, subscription: ClientSubscription, asOf: number): void {
    const key = subscriptionKey(subscription.kind, subscription.subjectId);
    if (this.#decides(key, asOf)) subscriptions.set(key, subscription);
  }

  #dropSubscription({ subscriptions }: Drafts, key: string, asOf: number): void {
    if (this.#decides(key, asOf)) subscriptions.delete(key);
  }

  #dropThread(drafts: Drafts, id: string): void {
    this.#drop(drafts.threads, id);
    drafts.subscriptions.delete(subscriptionKey("thread", id));
    for (const notification of drafts.notifications.map.values())
      if (notification.kind === "thread" && (notification as { readonly threadId: string }).threadId === id)
        this.#drop(drafts.notifications, notification.id);
  }

  #drop(draft: Draft<unknown>, id: string): void {
    this.#gone.add(id);
    draft.delete(id);
  }

  #decides(key: string, asOf: number): boolean {
    if (asOf < (this.#decided.get(key) ?? 0)) return false;
    this.#decided.set(key, asOf);
    return true;
  }

  #asOf(time: Date): number {
    this.#latest = Math.max(this.#latest, time.getTime());
    return time.getTime();
  }
}

interface Drafts {
  readonly threads: Draft<ClientThread>;
  readonly notifications: Draft<ClientNotification>;
  readonly subscriptions: Draft<ClientSubscription>;
  readonly roomSettings: Draft<SubscriptionsOfRoom>;
  readonly scopes: Draft<readonly Permission[]>;
}

/** Whether the first says more than the second: later activity, or that it was read. */
function isNewer(a: ClientNotification, b: ClientNotification): boolean {
  if (a.notifiedAt > b.notifiedAt) return true;
  if (a.notifiedAt < b.notifiedAt) return false;
  return (a.readAt?.getTime() ?? 0) > (b.readAt?.getTime() ?? 0);
}
