/** Comments, notifications, files and versions, as applications call them. All calls reject with `WeftError`. */
import type { AppCommentMetadata, AppThreadMetadata } from "../app-types.ts";
import type { LiveFile, LiveObject } from "../storage/live/structures.ts";
import type {
  NotificationChannels,
  ChannelSettingsPatch,
  ClientAttachment,
  ClientComment,
  ClientCommentBody,
  ClientNotification,
  ClientSubscription,
  ClientThread,
  ContextualPromptToSend,
  FoundComment,
  LocalAttachment,
  MentionTarget,
  MetadataPatch,
  NotificationDeletion,
  NotificationsFilter,
  PageMetadata,
  RoomScopes,
  SearchFilter,
  SubscriptionDeletion,
  SubscriptionsOfRoom,
  ThreadDeletion,
  ThreadsFilter,
  UserReactionData,
  VersionsSlice,
  VisibilityOfThread,
} from "./types.ts";
import type { UploadOptions } from "./uploads.ts";

interface Signalled {
  readonly signal?: AbortSignal;
}

interface SinceOptions extends Signalled {
  /** The `requestedAt` of what was answered before. */
  readonly since: Date;
}

interface Changes<T, D> {
  readonly updated: readonly T[];
  readonly deleted: readonly D[];
}

interface ThreadsDelta<TM, CM> {
  readonly threads: Changes<ClientThread<TM, CM>, ThreadDeletion>;
  readonly inboxNotifications: Changes<ClientNotification, NotificationDeletion>;
  readonly subscriptions: Changes<ClientSubscription, SubscriptionDeletion>;
  readonly requestedAt: Date;
}

interface ThreadsPage<TM, CM> {
  readonly threads: readonly ClientThread<TM, CM>[];
  readonly inboxNotifications: readonly ClientNotification[];
  readonly subscriptions: readonly ClientSubscription[];
  readonly requestedAt: Date;
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

interface NewThreadOptions<TM, CM> {
  readonly threadId?: string;
  readonly commentId?: string;
  /** By default public. */
  readonly visibility?: VisibilityOfThread;
  readonly metadata: TM | undefined;
  readonly body: ClientCommentBody;
  readonly commentMetadata?: CM;
  readonly attachmentIds?: readonly string[];
}

interface CommentIds {
  readonly threadId: string;
  readonly commentId: string;
}

/** What a room does over HTTP. Where there is no thread of an id, or the user may not read it, calls reject with the status 404. */
export interface RoomCommentsApi<TM = AppThreadMetadata, CM = AppCommentMetadata> {
  /** A page of threads, oldest first. */
  getThreads(options?: {
    readonly cursor?: string;
    readonly query?: ThreadsFilter<TM>;
  }): Promise<ThreadsPage<TM, CM> & { readonly permissionHints: RoomScopes }>;
  getThreadsSince(options: SinceOptions): Promise<ThreadsDelta<TM, CM> & { readonly permissionHints: RoomScopes }>;
  /** Without a thread: there is none of this id, or the user may not read it. */
  getThread(threadId: string): Promise<{
    readonly thread?: ClientThread<TM, CM>;
    readonly inboxNotification?: ClientNotification;
    readonly subscription?: ClientSubscription;
  }>;
  createThread(options: NewThreadOptions<TM, CM>): Promise<ClientThread<TM, CM>>;
  deleteThread(threadId: string): Promise<void>;
  /** Resolves with all of the metadata. */
  editThreadMetadata(options: { readonly threadId: string; readonly metadata: MetadataPatch<TM> }): Promise<TM>;
  markThreadAsResolved(threadId: string): Promise<void>;
  markThreadAsUnresolved(threadId: string): Promise<void>;
  subscribeToThread(threadId: string): Promise<ClientSubscription>;
  unsubscribeFromThread(threadId: string): Promise<void>;

  createComment(options: {
    readonly threadId: string;
    readonly commentId?: string;
    readonly body: ClientCommentBody;
    readonly metadata?: CM;
    readonly attachmentIds?: readonly string[];
  }): Promise<ClientComment<CM>>;
  /** Attachments and metadata that are left out stay. */
  editComment(
    options: CommentIds & {
      readonly body: ClientCommentBody;
      readonly metadata?: MetadataPatch<CM>;
      readonly attachmentIds?: readonly string[];
    },
  ): Promise<ClientComment<CM>>;
  /** With the last comment, the thread is deleted. */
  deleteComment(options: CommentIds): Promise<void>;
  /** Resolves with all of the metadata. */
  editCommentMetadata(options: CommentIds & { readonly metadata: MetadataPatch<CM> }): Promise<CM>;
  addReaction(options: CommentIds & { readonly emoji: string }): Promise<UserReactionData>;
  removeReaction(options: CommentIds & { readonly emoji: string }): Promise<void>;
  /** Comments in which a text is, the best match first. */
  searchComments(
    options: Signalled & { readonly text: string; readonly query?: SearchFilter<TM> },
  ): Promise<readonly FoundComment[]>;

  getSubscriptionSettings(options?: Signalled): Promise<SubscriptionsOfRoom>;
  updateSubscriptionSettings(settings: Partial<SubscriptionsOfRoom>): Promise<SubscriptionsOfRoom>;
  markInboxNotificationAsRead(inboxNotificationId: string): Promise<void>;

  /** Notifies users of a mention in a text. `mentionId` begins with `in_`; the text holds it too. */
  createTextMention(mentionId: string, mention: MentionTarget): Promise<void>;
  deleteTextMention(mentionId: string): Promise<void>;
  /** Says which editor the room has, and under which key its text is: back ends read it from there. */
  reportTextEditor(type: "lexical" | "tiptap" | "blocknote", rootKey: string): Promise<void>;

  /**
   * Asks the server's copilot about a text that the user edits. Resolves with the text of its answer: JSON with a `type`, "insert",
   * "replace" or "other", and a `text`. Not sent again after failures.
   */
  executeContextualPrompt(prompt: ContextualPromptToSend & Signalled): Promise<string>;

  /** What a file is until it has been uploaded. Sends nothing. */
  prepareAttachment(file: File): LocalAttachment;
  uploadAttachment(attachment: LocalAttachment, options?: UploadOptions): Promise<ClientAttachment>;
  /** A URL from which it can be loaded for a while. */
  getAttachmentUrl(attachmentId: string): Promise<string>;
  /** Uploads a file that is to be put into Storage. */
  uploadFile(file: File, options?: UploadOptions): Promise<LiveFile>;
  /** A URL from which a file of Storage can be loaded for a while. The file is given as it is in Storage, or by its id. */
  getFileUrl(file: { readonly id: string } | string): Promise<string>;

  /** Newest first. */
  listHistoryVersions(options?: Signalled): Promise<VersionsSlice>;
  listHistoryVersionsSince(options: SinceOptions): Promise<VersionsSlice>;
  createHistoryVersion(): Promise<void>;
  deleteHistoryVersion(versionId: string): Promise<void>;
  /** The root of Storage as it was, in structures that are not part of the room. */
  getHistoryVersionStorage(versionId: string, options?: Signalled): Promise<LiveObject>;
  /** Leads Storage back to what it was, as one edit that can be undone. What does not differ is left alone. */
  restoreHistoryVersion(versionId: string): Promise<void>;
  /** The document as it was: a Yjs update in the encoding V1, for an empty document. */
  getHistoryVersionDocument(versionId: string, options?: Signalled): Promise<Uint8Array>;
}

/** The user's inbox, over all rooms, and over which channels they are notified. */
export interface InboxApi<TM = AppThreadMetadata, CM = AppCommentMetadata> {
  /** A page of notifications, newest first, with their threads. */
  getInboxNotifications(options?: {
    readonly cursor?: string;
    readonly query?: NotificationsFilter;
  }): Promise<ThreadsPage<TM, CM>>;
  getInboxNotificationsSince(
    options: SinceOptions & { readonly query?: NotificationsFilter },
  ): Promise<ThreadsDelta<TM, CM>>;
  getUnreadInboxNotificationsCount(options?: Signalled & { readonly query?: NotificationsFilter }): Promise<number>;
  markAllInboxNotificationsAsRead(): Promise<void>;
  markInboxNotificationAsRead(inboxNotificationId: string): Promise<void>;
  deleteAllInboxNotifications(): Promise<void>;
  deleteInboxNotification(inboxNotificationId: string): Promise<void>;
  getNotificationSettings(options?: Signalled): Promise<NotificationChannels>;
  updateNotificationSettings(settings: ChannelSettingsPatch): Promise<NotificationChannels>;
  /** What a page says of itself: its title, description and images. */
  getUrlMetadata(url: string, options?: Signalled): Promise<PageMetadata>;
}
