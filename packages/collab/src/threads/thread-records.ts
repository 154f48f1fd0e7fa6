import type { CommentBody, RoomAddress, RoomId } from "@weft/protocol";
import type { Effects } from "../effects.ts";
import type { InboxRecord, Tombstone } from "../notifications/inbox-records.ts";
import type { Visibility } from "./visibility.ts";

export type CommentMetadataValue = string | number | boolean;

/** A thread with its comments, as it is kept. Instants are milliseconds since the epoch. */
export interface ThreadRecord {
  readonly id: string;
  readonly room: RoomId;
  readonly createdAt: number;
  /** Rises with every change of the thread and of what is in it. */
  readonly updatedAt: number;
  readonly resolved: boolean;
  readonly visibility: Visibility;
  readonly metadata: ReadonlyMap<string, CommentMetadataValue>;
  /** Oldest first, deleted ones included. Never empty. */
  readonly comments: readonly CommentRecord[];
  /** Raised by every change: the guard of read-then-write. */
  readonly revision: number;
}

export interface CommentRecord {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: number;
  readonly editedAt?: number;
  readonly deletedAt?: number;
  /** Absent from deleted comments. */
  readonly body?: CommentBody;
  readonly metadata: ReadonlyMap<string, CommentMetadataValue>;
  readonly attachments: readonly AttachmentRecord[];
  /** In the order in which users reacted. */
  readonly reactions: readonly ReactionRecord[];
}

export interface AttachmentRecord {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly mimeType: string;
}

export interface ReactionRecord {
  readonly emoji: string;
  readonly userId: string;
  readonly createdAt: number;
}

/** Why a user is subscribed to a thread. `all`: by the setting of the room. */
export type SubscriptionReason = "explicit" | "participant" | "mention" | "all";

export interface SubscriptionRecord {
  readonly threadId: string;
  readonly userId: string;
  /** False for a user who unsubscribed. */
  readonly subscribed: boolean;
  readonly reason: SubscriptionReason;
  readonly createdAt: number;
}

export interface SubscriptionSettings {
  readonly threads: "all" | "replies_and_mentions" | "none";
  readonly textMentions: "mine" | "none";
}

/** A condition on threads; all hold. */
export interface ThreadFilter {
  readonly resolved?: boolean;
  /** Threads of these visibilities. */
  readonly visibilities: readonly Visibility[];
  /** Threads to which this user is subscribed, or is not. */
  readonly subscribed?: { readonly userId: string; readonly is: boolean };
  readonly metadata: readonly MetadataCondition[];
}

export type MetadataCondition =
  /** The entry has this value and type; null: there is no such entry. */
  | { readonly key: string; readonly operator: ":"; readonly value: CommentMetadataValue | null }
  /** The entry is a text with this prefix. */
  | { readonly key: string; readonly operator: "^"; readonly value: string }
  /** The entry is a number in this relation. */
  | { readonly key: string; readonly operator: "<" | "<=" | ">" | ">="; readonly value: number };

/** What one change writes of a thread, at once or not at all. */
export interface ThreadChange {
  /** The thread as it was read; absent for a new one. Nothing is written if it has changed since. */
  readonly before?: ThreadRecord;
  /** The thread as it is to be. Absent when it is deleted, with everything in it. */
  readonly after?: ThreadRecord;
  /** When it happens, by this server's clock. */
  readonly now: number;
  /** Users who are subscribed by the change, unless they are, or have unsubscribed themselves. */
  readonly subscribe?: readonly Pick<SubscriptionRecord, "userId" | "reason" | "createdAt">[];
  /** Users who are subscribed by the change, even if they unsubscribed themselves. */
  readonly resubscribe?: readonly Pick<SubscriptionRecord, "userId" | "reason" | "createdAt">[];
  /** Users who get a notification of the thread, or whose notification is renewed. */
  readonly notify?: NewThreadNotifications | undefined;
  /** A user whose notification of the thread, if there is one, is renewed and read. */
  readonly readBy?: { readonly userId: string; readonly at: number };
  /** Users whose notification of the thread tells of nothing unread any more. */
  readonly settled?: readonly string[];
  /** Attachments that become those of a comment: uploads of this user that no comment has. */
  readonly claim?: { readonly userId: string; readonly ids: readonly string[] };
  /** Attachments that are deleted. */
  readonly release?: readonly string[];
}

export interface NewThreadNotifications {
  readonly users: readonly { readonly userId: string; /** For a new notification. */ readonly id: string }[];
  readonly organizationId: string;
  readonly notifiedAt: number;
  /** When the `notification` event is due, if they are still unread then. */
  readonly dueAt: number;
}

/** What a user has of threads: notifications, and subscriptions that hold. */
export interface OfUser {
  readonly notifications: readonly InboxRecord[];
  readonly subscriptions: readonly SubscriptionRecord[];
}

/** That a thread has changed, without its contents. */
export interface ChangedThread {
  readonly id: string;
  readonly visibility: Visibility;
  /** Its newest comment; absent when the thread was deleted. */
  readonly commentId?: string;
  readonly changedAt: number;
}

/** All conditions hold. */
export interface CommentSearch {
  readonly words: readonly string[];
  readonly thread: ThreadFilter;
  readonly hasAttachments?: boolean;
  readonly hasMentions?: boolean;
}

export interface CommentMatch {
  readonly threadId: string;
  readonly commentId: string;
  readonly content: string;
}

/** A place in a list from the newest thread to the oldest: what a page answered as `next`. */
export type NewestPlace = readonly [createdAt: number, tie: string | number];
export interface NewestPage {
  readonly limit: number;
  readonly after?: NewestPlace | undefined;
}
export interface NewestThreads {
  readonly threads: readonly ThreadRecord[];
  /** Where the next page begins; undefined after the last one. */
  readonly next: NewestPlace | undefined;
}

/** Where threads are kept. Writes are durable when they answer. */
export interface ThreadRecords {
  find(room: RoomAddress, id: string): Promise<ThreadRecord | undefined>;
  /** A thread with its subscriptions, which are never older than the thread. */
  findWithSubscriptions(
    room: RoomAddress,
    id: string,
  ): Promise<{ readonly thread: ThreadRecord; readonly subscriptions: readonly SubscriptionRecord[] } | undefined>;
  /** Those that there are, in any order, of any rooms of the project. At most 500. */
  findMany(threads: readonly { readonly room: RoomAddress; readonly id: string }[]): Promise<readonly ThreadRecord[]>;
  /** Oldest first, strictly after `after` in that order. */
  list(
    room: RoomAddress,
    filter: ThreadFilter,
    page: { readonly limit: number; readonly after?: Pick<ThreadRecord, "createdAt" | "id"> },
  ): Promise<readonly ThreadRecord[]>;
  /** Threads of any room of the project, newest first. Such a page may be short, or empty, before the last one. */
  listOfProject(
    of: Pick<RoomAddress, "project">,
    filter: Omit<ThreadFilter, "subscribed">,
    page: NewestPage,
  ): Promise<NewestThreads>;
  /** Threads of one room, newest first; none when the room is missing. */
  newestOfRoom(room: RoomAddress, filter: ThreadFilter, page: NewestPage): Promise<NewestThreads>;
  /**
   * Threads that were created or changed since, by this server's clock: those that changed first, at most `limit`. `upTo` is
   * the instant of the last change among them when there are more.
   */
  changedSince(
    room: RoomAddress,
    since: number,
    visibilities: readonly Visibility[],
    limit: number,
  ): Promise<{ readonly threads: readonly ThreadRecord[]; readonly upTo?: number }>;
  /** Threads of the room that were created, changed or deleted since: the newest changes, oldest first. */
  newestChanges(room: RoomAddress, since: number, limit: number): Promise<readonly ChangedThread[]>;
  /** What was deleted since: threads of the room, and the user's subscriptions and notifications in it. */
  deletedSince(room: RoomAddress, userId: string, since: number): Promise<readonly Tombstone[]>;
  /** False, with nothing written, when the thread has changed, its id is taken, or an attachment cannot be claimed. */
  write(room: RoomAddress, change: ThreadChange, effects?: Effects): Promise<boolean>;
  /** Comments that are not deleted and whose text holds all words, newest first. */
  search(room: RoomAddress, search: CommentSearch, limit: number): Promise<readonly CommentMatch[]>;
  /** How many threads the room has. */
  count(room: RoomAddress): Promise<number>;
  /**
   * Of attachments that comments of the room have, the visibility of their threads. Others are left out: uploads that no
   * comment has claimed, attachments of deleted comments, and those of other rooms. At most 1,000 ids.
   */
  visibilityOfAttachments(room: RoomAddress, ids: readonly string[]): Promise<ReadonlyMap<string, Visibility>>;

  /** What a user has of these threads of a room. */
  ofUser(room: RoomAddress, userId: string, threads: readonly string[]): Promise<OfUser>;
  /** The user's subscriptions that hold, to these threads of any rooms of the project. At most 500. */
  subscriptionsOfUser(
    of: Pick<RoomAddress, "project">,
    userId: string,
    threads: readonly Pick<ThreadRecord, "room" | "id">[],
  ): Promise<readonly SubscriptionRecord[]>;
  /** What of it has changed since. */
  ofUserSince(room: RoomAddress, userId: string, since: number): Promise<OfUser>;
  /** Subscriptions to a thread; those of users who unsubscribed among them. */
  subscriptions(room: RoomAddress, thread: string): Promise<readonly SubscriptionRecord[]>;
  /** Notifications of a thread, of all users. */
  notifications(room: RoomAddress, thread: string): Promise<readonly (InboxRecord & { readonly userId: string })[]>;
  /** False when there is no such thread. */
  setSubscription(room: RoomAddress, subscription: SubscriptionRecord, now: number): Promise<boolean>;

  /** Of these users, or of all who have any, by user. */
  settings(room: RoomAddress, userIds?: readonly string[]): Promise<ReadonlyMap<string, SubscriptionSettings>>;
  /**
   * Stores a user's settings, or the defaults when absent, and rewrites their subscriptions where `rewrite` says so: `all`
   * subscribes to every thread that is there, `none` ends every subscription, `own` ends those that came from `all`.
   * False when the room is gone.
   */
  setSettings(
    room: RoomAddress,
    userId: string,
    settings: SubscriptionSettings | undefined,
    rewrite: "all" | "none" | "own" | undefined,
    now: number,
  ): Promise<boolean>;
  /** A user's stored settings in every room, by room id, strictly after `after`. */
  settingsOfUser(
    room: Pick<RoomAddress, "project">,
    userId: string,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<readonly (SubscriptionSettings & { readonly room: RoomId })[]>;

  /** Threads of any room in which the user takes part or to which they were ever subscribed, most recently updated first. */
  listOfUser(
    of: Pick<RoomAddress, "project">,
    userId: string,
    page: { readonly limit: number; readonly after?: Pick<ThreadRecord, "updatedAt" | "id"> },
  ): Promise<readonly ThreadRecord[]>;
  /**
   * What was deleted since of a user's subscriptions and notifications, and of threads that they were subscribed to. Within an
   * organization, also notifications that left it with their room.
   */
  deletedOfUserSince(
    of: Pick<RoomAddress, "project"> & { readonly organizationId?: string },
    userId: string,
    since: number,
  ): Promise<readonly Tombstone[]>;
  /** Of those, what has changed since. */
  changedOfUserSince(of: Pick<RoomAddress, "project">, userId: string, since: number): Promise<readonly ThreadRecord[]>;
}
