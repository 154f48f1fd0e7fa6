import type { CommentBody, RoomAddress, RoomId } from "@weft/protocol";
import type { Effects } from "../effects.ts";
import type { InboxRecord, Tombstone } from "../notifications/inbox-records.ts";
import type { Visibility } from "../access/visibility.ts";

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

/** A thread without its comments: what lists, filters and most changes read of it. */
export interface ThreadHead extends Omit<ThreadRecord, "comments"> {
  /** The key of the room in the store. */
  readonly roomKey: number;
  /** Deleted ones included. */
  readonly commentCount: number;
  readonly liveComments: number;
  /** When the newest comment was written. */
  readonly lastCommentAt: number;
  /** About how many bytes its comments take as JSON. */
  readonly bytes: number;
}

/** A thread with the comments that a change concerns. */
export interface ThreadExcerpt extends ThreadHead {
  readonly comments: readonly CommentRecord[];
}

/** Comments of a thread. Those of a large thread come in several parts. */
export interface ThreadPart {
  readonly thread: ThreadHead;
  readonly comments: readonly CommentRecord[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
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

/** What one change writes of a thread, at once or not at all. Comments that neither side names stay as they are. */
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
  /**
   * Comments from this instant on were deleted: unread notifications of the thread that have no other unread comment of
   * another author become read.
   */
  readonly settleFrom?: number;
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

/** Further users who are notified of a comment, after those of its own transaction. */
export interface LaterNotifications {
  readonly thread: string;
  readonly comment: string;
  readonly users: readonly {
    readonly userId: string;
    readonly id: string;
    /** Present where the comment subscribes the user. */
    readonly reason?: SubscriptionReason;
  }[];
  readonly organizationId: string;
  readonly notifiedAt: number;
  readonly dueAt: number;
  readonly now: number;
}

/** What a user has of threads: notifications, and subscriptions that hold. */
export interface OfUser {
  readonly notifications: readonly InboxRecord[];
  readonly subscriptions: readonly SubscriptionRecord[];
}

/** That a thread has changed, without its contents. */
export interface NewestChange {
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

/** What the comments of a thread hold, deleted ones aside; all conditions hold. */
export interface ContentsFilter {
  /** A user who wrote a comment, or reacted to one. */
  readonly participant?: string | undefined;
  /** One comment has all of them in its text, whatever their case. */
  readonly words?: readonly string[] | undefined;
  readonly hasAttachments?: boolean | undefined;
}

export interface CommentMatch {
  readonly threadId: string;
  readonly commentId: string;
  readonly content: string;
}

/** A place in a list from the oldest thread to the newest. */
export type OldestPlace = Pick<ThreadRecord, "createdAt" | "id">;

/** A place in a list from the newest thread to the oldest: what a page answered as `next`. */
export type NewestPlace = readonly [createdAt: number, tie: string | number];
export interface NewestPage {
  readonly limit: number;
  readonly after?: NewestPlace | undefined;
  /** How many threads are looked at, about: where few meet the filter, the page is short, or empty. Defaults to all. */
  readonly lookAt?: number;
}
export interface NewestThreads {
  readonly threads: readonly ThreadHead[];
  /** The place of each thread: where a page that ends with it continues. */
  readonly places: readonly NewestPlace[];
  /** Where the next page begins; undefined after the last one. */
  readonly next: NewestPlace | undefined;
}

/** Where threads are kept. Writes are durable when they answer. */
export interface ThreadRecords {
  /** A whole thread, however large it is: for work in the background. */
  find(room: RoomAddress, id: string): Promise<ThreadRecord | undefined>;
  head(room: RoomAddress, id: string): Promise<ThreadHead | undefined>;
  /** A thread with one of its comments, or with none if it has no such comment. */
  excerpt(room: RoomAddress, id: string, comment: string): Promise<ThreadExcerpt | undefined>;
  /** A thread with its subscribers, those who unsubscribed aside: the first ones, at most `limit`. */
  headWithSubscribers(
    room: RoomAddress,
    id: string,
    limit: number,
  ): Promise<{ readonly thread: ThreadHead; readonly subscribers: readonly string[] } | undefined>;
  /** Those that there are, in any order, of any rooms of the project. At most 500. */
  heads(threads: readonly { readonly room: RoomAddress; readonly id: string }[]): Promise<readonly ThreadHead[]>;
  /**
   * The comments of threads of one project, thread after thread and oldest first, read a bounded number of bytes at a time.
   * Threads that were deleted meanwhile are left out.
   */
  contents(of: Pick<RoomAddress, "project">, threads: readonly ThreadHead[]): AsyncIterable<ThreadPart>;
  /** Ids of all attachments of a thread. */
  attachmentsOf(room: RoomAddress, thread: string): Promise<readonly string[]>;
  /** The author of the oldest comment. */
  authorOf(room: RoomAddress, thread: string): Promise<string | undefined>;
  hasComment(room: RoomAddress, thread: string, comment: string): Promise<boolean>;
  /** Oldest first, strictly after `after` in that order; `next` is undefined after the last page. */
  list(
    room: RoomAddress,
    filter: ThreadFilter,
    page: Omit<NewestPage, "after"> & { readonly after?: OldestPlace | undefined },
  ): Promise<{ readonly threads: readonly ThreadHead[]; readonly next: OldestPlace | undefined }>;
  /** Threads of any room of the project, newest first. Such a page may be short, or empty, before the last one. */
  listOfProject(
    of: Pick<RoomAddress, "project">,
    filter: Omit<ThreadFilter, "subscribed">,
    page: NewestPage,
  ): Promise<NewestThreads>;
  /** Those of these threads that a filter of contents is for, in any order. At most 500. */
  withContents(
    of: Pick<RoomAddress, "project">,
    threads: readonly ThreadHead[],
    filter: ContentsFilter,
  ): Promise<readonly ThreadHead[]>;
  /** Threads of one room, newest first; none when the room is missing. */
  newestOfRoom(room: RoomAddress, filter: ThreadFilter, page: NewestPage): Promise<NewestThreads>;
  /** Threads that were created or changed since, by this server's clock: those that changed first. */
  changedSince(
    room: RoomAddress,
    since: number,
    visibilities: readonly Visibility[],
    page: ChangesPage,
  ): Promise<readonly ChangedThread[]>;
  /** Threads of the room that were created, changed or deleted since: the newest changes, oldest first. */
  newestChanges(room: RoomAddress, since: number, limit: number): Promise<readonly NewestChange[]>;
  /** What was deleted since: threads of the room, and the user's subscriptions and notifications in it. In pages. */
  deletedSince(room: RoomAddress, userId: string, since: number): AsyncIterable<readonly Tombstone[]>;
  /** False, with nothing written, when the thread has changed, an id is taken, or an attachment cannot be claimed. */
  write(room: RoomAddress, change: ThreadChange, effects?: Effects): Promise<boolean>;
  /**
   * Notifies further users of a comment. A notification that is as new, or that its user has deleted since, stays as it is.
   * False, with nothing written, when the comment is gone.
   */
  notifyLater(room: RoomAddress, later: LaterNotifications, effects?: Effects): Promise<boolean>;
  /** Comments that are not deleted and whose text holds all words, newest first. */
  search(
    room: RoomAddress,
    search: CommentSearch,
    bounds: {
      readonly limit: number;
      /** About how many of the newest comments are searched. */ readonly lookAt: number;
    },
  ): Promise<readonly CommentMatch[]>;
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
  /** The user's notifications of threads of a room that have changed since, with the visibility of their threads. In pages. */
  notificationsOfUserSince(
    room: RoomAddress,
    userId: string,
    since: number,
  ): AsyncIterable<readonly (InboxRecord & OfVisibility)[]>;
  /** The user's subscriptions of a room that hold and have changed since. In pages. */
  subscriptionsOfUserSince(
    room: RoomAddress,
    userId: string,
    since: number,
  ): AsyncIterable<readonly (SubscriptionRecord & OfVisibility)[]>;
  /** Subscriptions to a thread that hold. In pages. */
  subscriptions(room: RoomAddress, thread: string): AsyncIterable<readonly SubscriptionRecord[]>;
  /** Notifications of a thread, of all users. In pages. */
  notifications(room: RoomAddress, thread: string): AsyncIterable<readonly NotificationOfUser[]>;
  /** False when there is no such thread. */
  setSubscription(room: RoomAddress, subscription: SubscriptionRecord, now: number): Promise<boolean>;

  /** Of these users, by user. */
  settings(room: RoomAddress, userIds: readonly string[]): Promise<ReadonlyMap<string, SubscriptionSettings>>;
  /** Of all users who have any, in pages. */
  settingsOfRoom(room: RoomAddress): AsyncIterable<readonly (SubscriptionSettings & { readonly userId: string })[]>;
  /** Users whose setting is to be notified of all threads of the room, at most `limit`. */
  watchers(room: RoomAddress, limit: number): Promise<readonly string[]>;
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
    filter: Omit<ThreadFilter, "subscribed">,
    page: { readonly limit: number; readonly after?: Pick<ThreadRecord, "updatedAt" | "id"> },
  ): Promise<readonly ThreadHead[]>;
  /**
   * What was deleted since of a user's subscriptions and notifications, and of threads that they were subscribed to. Within an
   * organization, also notifications that left it with their room. In pages.
   */
  deletedOfUserSince(
    of: Pick<RoomAddress, "project"> & { readonly organizationId?: string },
    userId: string,
    since: number,
  ): AsyncIterable<readonly Tombstone[]>;
  /** Of those threads, what has changed since: the newest changes first. */
  changedOfUserSince(
    of: Pick<RoomAddress, "project">,
    userId: string,
    since: number,
    page: ChangesPage,
  ): Promise<readonly ChangedThread[]>;
}

export type ChangedThread = ThreadHead & { readonly changedAt: number };
interface ChangesPage {
  readonly limit: number;
  /** The last thread of the page before. */
  readonly after?: Pick<ChangedThread, "changedAt" | "id" | "roomKey">;
}

export type NotificationOfUser = InboxRecord & { readonly userId: string };
interface OfVisibility {
  readonly visibility: Visibility;
}
