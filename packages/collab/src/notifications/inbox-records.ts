import type { Mention, ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import type { Effects } from "../effects.ts";
import type { Visibility } from "../access/visibility.ts";

/** A notification in a user's inbox. Instants are milliseconds since the epoch. */
export interface InboxRecord {
  readonly id: string;
  readonly organizationId: string;
  /** `thread`, `textMention`, or a kind of the project's own, which begins with `$`. */
  readonly kind: string;
  /** Absent when it concerns no room. */
  readonly room?: RoomId;
  /** The thread, the mention, or what the project calls its subject. */
  readonly subjectId: string;
  readonly notifiedAt: number;
  readonly readAt?: number;
  /** Of a text mention: who mentioned the user. */
  readonly createdBy?: string;
  /** Of a text mention. */
  readonly mention?: Mention;
  /** Of a kind of the project's own, oldest first; empty for others. */
  readonly activities: readonly ActivityRecord[];
}

/** One thing that happened of which a notification tells. */
export interface ActivityRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly data: Readonly<Record<string, string | number | boolean>>;
}

/** What was deleted, for clients that ask what has changed. */
export interface Tombstone {
  readonly kind: "thread" | "subscription" | "inboxNotification";
  /** Of the thread or the notification; for a subscription, of the thread. */
  readonly id: string;
  /** The id that the room had. */
  readonly room?: RoomId;
  readonly deletedAt: number;
  /** Of the thread. Absent from notifications, and where it is unknown: the thread was deleted by an earlier release. */
  readonly visibility?: Visibility;
}

/** A user of a project. */
export interface InboxName {
  readonly project: ProjectId;
  readonly userId: string;
}

/** All conditions hold. */
export interface InboxFilter {
  readonly organizationId: string;
  readonly unread?: boolean;
  readonly room?: string;
  readonly kind?: string;
}

/** The notifications of an inbox for which all of these hold. */
export interface InboxSelection {
  readonly organizationId?: string;
  readonly room?: string;
  /** At most 1,000. */
  readonly ids?: readonly string[];
}

/** Unread notifications of one kind in one room, or in none. */
export interface UnreadCount {
  readonly kind: string;
  readonly room?: RoomId;
  readonly count: number;
}

/** A notification of a project's own kind, with its first activity. */
export interface NewCustomNotification extends InboxName {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: string;
  readonly room?: RoomId;
  readonly subjectId: string;
  readonly activity: ActivityRecord;
  /** When its `notification` event is due, if it is unread then. */
  readonly dueAt: number;
}

/** A mention in a text editor. */
export interface NewTextMention {
  readonly mentionId: string;
  readonly organizationId: string;
  readonly createdBy: string;
  readonly mention: Mention;
  /** Each with the id of a new notification. */
  readonly users: readonly { readonly userId: string; readonly id: string }[];
  readonly notifiedAt: number;
  readonly dueAt: number;
  /** Others were notified of the mention before: nothing is written once none of their notifications is left. */
  readonly isContinued?: boolean;
}

/** A notification whose `notification` event is due, or was until it was read. */
export interface DueNotification extends InboxRecord, InboxName {
  readonly unread: boolean;
  /** When the activity began that the event is about. */
  readonly startedAt: number;
  readonly dueAt: number;
}

/** Where inboxes are kept. Writes are durable when they answer. */
export interface InboxRecords {
  find(inbox: InboxName, id: string): Promise<InboxRecord | undefined>;
  /** The user whose notification this is. */
  ownerOf(project: ProjectId, id: string): Promise<string | undefined>;
  /** Newest first by (notifiedAt, id); strictly after `after` in that order. */
  list(
    inbox: InboxName,
    filter: InboxFilter,
    page: { readonly limit: number; readonly after?: Pick<InboxRecord, "notifiedAt" | "id"> },
  ): Promise<readonly InboxRecord[]>;
  /** What was created, renewed or read since, by this server's clock: the newest changes, newest first. */
  changedSince(inbox: InboxName, filter: InboxFilter, since: number, limit: number): Promise<readonly InboxRecord[]>;
  /** How many are unread, by kind and room; `filter.unread` is ignored. */
  countUnread(inbox: InboxName, filter: InboxFilter): Promise<readonly UnreadCount[]>;

  /**
   * Marks as read what is unread, as far as it was there by `now`: what is notified later stays unread. Answers how many are
   * read afterwards because of it.
   */
  markRead(inbox: InboxName, which: InboxSelection, now: number): Promise<number>;
  /** Deletes, and keeps tombstones. Answers how many there were. */
  delete(inbox: InboxName, which: InboxSelection, now: number): Promise<number>;

  /** False when the room is gone. */
  insertCustom(notification: NewCustomNotification, effects?: Effects): Promise<boolean>;
  /**
   * Adds the activity to the open notification of that user, organization, room, kind and subject, which is then unread, or
   * inserts one that is open if there is none, or if it has `most` activities. `changed`: another writer came in between,
   * and nothing was written.
   */
  addActivity(
    notification: NewCustomNotification,
    most: number,
    effects?: Effects,
  ): Promise<"written" | "missing" | "changed">;
  /**
   * Inserts a notification for each user who has none of this mention, and has not deleted this one. False when the room, or
   * the mention of which it is a continuation, is gone.
   */
  insertTextMention(room: RoomAddress, mention: NewTextMention, effects?: Effects): Promise<boolean>;
  /** Deletes the notifications of a mention, of all users, and keeps tombstones. */
  deleteTextMention(room: RoomAddress, mentionId: string, now: number): Promise<void>;

  /** Of all projects: notifications whose event is due, longest due first. */
  due(now: number, limit: number): Promise<readonly DueNotification[]>;
  /** When the next one is due. */
  nextDueAt(): Promise<number | undefined>;
  /** Notes that events of these notifications are no longer due. False, with nothing written, when one has changed. */
  settleDue(notifications: readonly DueNotification[], effects?: Effects): Promise<boolean>;

  /** Deletes tombstones from before an instant. */
  deleteTombstones(before: number): Promise<void>;
}
