/** Threads, comments, notifications and versions as applications see them. Instants are dates. */
import type { Permission } from "@weft/protocol/types";
import type { AppActivities, AppCommentMetadata, AppThreadMetadata } from "../app-types.ts";

// ---- what a comment says

/** Text with marks. */
export interface BodyText {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly strikethrough?: boolean;
  readonly code?: boolean;
  // Text has no type: these tell it apart from mentions and links.
  readonly type?: never;
  readonly kind?: never;
  readonly id?: never;
  readonly userIds?: never;
  readonly url?: never;
}

/** A link in a comment. Its text is the URL unless given. */
export interface BodyLink {
  readonly type: "link";
  readonly url: string;
  /** What is shown; by default the URL. */
  readonly text?: string;
}

/** A mention of a user, or of a group. Without `userIds` its members are those of the group that the server has. */
export type BodyMention =
  | { readonly type: "mention"; readonly kind: "user"; readonly id: string; readonly userIds?: never }
  | { readonly type: "mention"; readonly kind: "group"; readonly id: string; readonly userIds?: readonly string[] };

/** A part of a paragraph: text, a mention or a link. */
export type BodyInline = BodyText | BodyMention | BodyLink;

/** A paragraph of a comment. */
export interface BodyParagraph {
  readonly type: "paragraph";
  readonly children: readonly BodyInline[];
}

export type BodyBlock = BodyParagraph;
/** Any part of a comment's text. */
export type BodyElement = BodyBlock | BodyInline;

/** The text of a comment: paragraphs of text, mentions and links. */
export interface ClientCommentBody {
  readonly version: 1;
  readonly content: readonly BodyBlock[];
}

/** Who is mentioned: a user or a group. */
export type MentionTarget =
  | { readonly kind: "user"; readonly id: string; readonly userIds?: never }
  | { readonly kind: "group"; readonly id: string; readonly userIds?: readonly string[] };

// ---- threads

/** An emoji with the users who reacted with it. */
export interface ClientReaction {
  readonly emoji: string;
  /** When it was first used. */
  readonly createdAt: Date;
  /** In the order of their reactions. */
  readonly users: readonly { readonly id: string }[];
}

/** One user's reaction. */
export interface UserReactionData {
  readonly emoji: string;
  readonly createdAt: Date;
  readonly userId: string;
}

/** A file that is attached to a comment. `size` is in bytes. */
export interface ClientAttachment {
  readonly type: "attachment";
  readonly id: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly mimeType: string;
}

/** A file that is to become an attachment. Draw it from `file` until it has been uploaded. */
export type LocalAttachment = {
  readonly type: "localAttachment";
  readonly id: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly mimeType: string;
  readonly file: File;
} & (
  | { readonly status: "idle" | "uploading" | "uploaded"; readonly error?: never }
  | { readonly status: "error"; readonly error: Error }
);

/** An attachment of a comment, uploaded or not. */
export type MixedAttachment = ClientAttachment | LocalAttachment;

/** A comment. A deleted one has `deletedAt` and no `body`. */
export interface ClientComment<CM = AppCommentMetadata> {
  readonly type: "comment";
  readonly id: string;
  readonly threadId: string;
  readonly roomId: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly editedAt?: Date;
  /** Deleted comments have it, and no body. */
  readonly deletedAt?: Date;
  readonly body?: ClientCommentBody;
  readonly reactions: readonly ClientReaction[];
  readonly attachments: readonly ClientAttachment[];
  readonly metadata: CM;
}

/** Who may read a thread. */
export type VisibilityOfThread = "public" | "private";

/** A thread with its comments. */
export interface ClientThread<TM = AppThreadMetadata, CM = AppCommentMetadata> {
  readonly type: "thread";
  readonly id: string;
  readonly roomId: string;
  readonly createdAt: Date;
  /** When anything in it was changed last. */
  readonly updatedAt: Date;
  /** Oldest first, with those that have been deleted. */
  readonly comments: readonly ClientComment<CM>[];
  readonly metadata: TM;
  readonly resolved: boolean;
  readonly visibility: VisibilityOfThread;
}

export interface ThreadDeletion {
  readonly type: "deletedThread";
  readonly id: string;
  readonly roomId: string;
  readonly deletedAt: Date;
}

/** Where a searched text was found. */
export interface FoundComment {
  readonly threadId: string;
  readonly commentId: string;
  /** The comment as plain text. */
  readonly content: string;
}

/** A change of metadata: null removes an entry, and what is left out stays. */
export type MetadataPatch<M> = { readonly [K in keyof M]?: M[K] | null };

/** What the metadata of threads is to be. `null`: it has no such entry. */
export type MetadataFilter<M> = {
  readonly [K in keyof M]?:
    | M[K]
    | null
    | { readonly startsWith: string }
    | { readonly lt?: number; readonly gt?: number; readonly lte?: number; readonly gte?: number };
};

/** Which threads are listed. */
export interface ThreadsFilter<TM = AppThreadMetadata> {
  readonly resolved?: boolean;
  readonly visibility?: VisibilityOfThread;
  /** Whether this user is subscribed to it. */
  readonly subscribed?: boolean;
  readonly metadata?: MetadataFilter<TM>;
}

/** In which threads comments are searched. */
export interface SearchFilter<TM = AppThreadMetadata> {
  readonly threadMetadata?: MetadataFilter<TM>;
  readonly threadResolved?: boolean;
  readonly hasAttachments?: boolean;
  readonly hasMentions?: boolean;
}

// ---- notifications

/** A notification about new comments in a thread. */
export interface ThreadNotification {
  readonly kind: "thread";
  readonly id: string;
  readonly roomId: string;
  readonly threadId: string;
  readonly notifiedAt: Date;
  readonly readAt: Date | null;
}

/** A notification about a mention in a text document. */
export interface TextMentionNotification {
  readonly kind: "textMention";
  readonly id: string;
  readonly roomId: string;
  readonly notifiedAt: Date;
  readonly readAt: Date | null;
  /** The user who mentions. */
  readonly createdBy: string;
  readonly mentionId: string;
  readonly mention: MentionTarget;
}

/** A notification of a kind that the application defines. */
export interface CustomNotification<K extends keyof AppActivities = keyof AppActivities> {
  readonly kind: K;
  readonly id: string;
  readonly roomId?: string;
  readonly subjectId: string;
  readonly notifiedAt: Date;
  readonly readAt: Date | null;
  /** Oldest first. */
  readonly activities: readonly NotificationActivity<K>[];
}

/** One activity of a custom notification. */
export interface NotificationActivity<K extends keyof AppActivities = keyof AppActivities> {
  readonly id: string;
  readonly createdAt: Date;
  readonly data: AppActivities[K];
}

/** A notification of the user. It is unread while `readAt` is null or before `notifiedAt`. */
export type ClientNotification = ThreadNotification | TextMentionNotification | CustomNotification;

export interface NotificationDeletion {
  readonly type: "deletedInboxNotification";
  readonly id: string;
  readonly roomId: string;
  readonly deletedAt: Date;
}

/** Notifications that a list or a count is limited to. */
export interface NotificationsFilter {
  readonly roomId?: string;
  readonly kind?: string;
}

/** A kind of notification: about a thread, about a mention in a text, or one of the application's. */
export type KindOfNotification<K extends keyof AppActivities = keyof AppActivities> = "thread" | "textMention" | K;

/** The user is notified of what happens in a thread. */
export interface ClientSubscription<K extends keyof AppActivities = keyof AppActivities> {
  readonly kind: KindOfNotification<K>;
  readonly subjectId: string;
  readonly createdAt: Date;
}

export interface SubscriptionDeletion {
  readonly type: "deletedSubscription";
  readonly kind: KindOfNotification;
  readonly subjectId: string;
  readonly deletedAt: Date;
}

/** What of a room a user is notified of. */
export interface SubscriptionsOfRoom {
  readonly threads: "all" | "replies_and_mentions" | "none";
  readonly textMentions: "mine" | "none";
}

/** A way to reach users outside of the application. */
export type ClientNotificationChannel = "email" | "slack" | "teams" | "webPush";
/** Which kinds of notifications are sent over a channel. */
export type ChannelKinds = { readonly [K in KindOfNotification]: boolean };
/** Which notifications reach the user, by channel. `null`: the project does not use the channel. */
export type NotificationChannels = { readonly [C in ClientNotificationChannel]: ChannelKinds | null };
/** Changes of notification settings, by channel and kind. */
export type ChannelSettingsPatch = { readonly [C in ClientNotificationChannel]?: Partial<ChannelKinds> };

// ---- the rest

/** A version of a room that was kept. */
export interface VersionOfRoom {
  readonly id: `vh_${string}`;
  readonly createdAt: Date;
  /** Users who have changed the room since the version before. */
  readonly authors: readonly { readonly id: string }[];
}

/** A group of users that can be mentioned together. */
export interface GroupWithMembers {
  readonly type: "group";
  readonly id: string;
  readonly tenantId: string;
  readonly organizationId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly scopes: { readonly mention?: true };
  readonly members: readonly { readonly id: string; readonly addedAt: Date }[];
}

/** What the user asks of a text, and where in it (client-api 8.5). */
export interface ContextualPromptToSend {
  readonly prompt: string;
  /** The text that is selected, and what is around it. */
  readonly context: { readonly beforeSelection: string; readonly selection: string; readonly afterSelection: string };
  /** What was asked and answered before, if this follows it up. */
  readonly previous?: {
    readonly prompt: string;
    readonly response: { readonly type: "insert" | "replace" | "other"; readonly text: string };
  };
}

/** What a page says of itself. */
export interface PageMetadata {
  readonly title?: string;
  readonly description?: string;
  readonly image?: string;
  readonly icon?: string;
}

/** Scopes of the user in rooms, by the ids of rooms. */
export type RoomScopes = Readonly<Record<string, readonly Permission[]>>;

/** What the server has of threads, and of what this user has to do with them. */
export interface CommentsSlice {
  readonly threads: readonly ClientThread[];
  readonly inboxNotifications: readonly ClientNotification[];
  readonly subscriptions: readonly ClientSubscription[];
  /** The server's time before it read: a later slice begins here. */
  readonly requestedAt: Date;
  readonly permissionHints: RoomScopes;
}

export interface CommentsPage extends CommentsSlice {
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

interface Updates<T, D> {
  readonly updated: readonly T[];
  readonly deleted: readonly D[];
}

/** What has changed since an instant. */
export interface CommentsDelta {
  readonly threads: Updates<ClientThread, ThreadDeletion>;
  readonly inboxNotifications: Updates<ClientNotification, NotificationDeletion>;
  readonly subscriptions: Updates<ClientSubscription, SubscriptionDeletion>;
  readonly requestedAt: Date;
  readonly permissionHints: RoomScopes;
}

export interface VersionsSlice {
  readonly versions: readonly VersionOfRoom[];
  readonly requestedAt: Date;
}

/** A thread with what this user has to do with it. All absent: it does not exist, or the user may not read it. */
export interface ThreadOfUser {
  readonly thread?: ClientThread;
  readonly inboxNotification?: ClientNotification;
  readonly subscription?: ClientSubscription;
}
