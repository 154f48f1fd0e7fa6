/**
 * The hooks of comments, notifications, versions and files, and of what is known of users. `Suspends`: they suspend until
 * it is loaded, and throw errors.
 */
import type {
  AppCommentMetadata,
  AppGroupInfo,
  AppRoomInfo,
  AppThreadMetadata,
  UserMeta,
  NotificationSettings,
  PartialNotificationSettings,
  CommentAttachment,
  CommentData,
  CommentBody,
  InboxNotificationData,
  ThreadData,
  SearchCommentsResult,
  LiveFile,
  LiveObject,
  Patchable,
  NotificationsFilter,
  RoomCommentsApi,
  UrlMetadata,
  RoomSubscriptionSettings,
  ThreadsFilter,
  UploadFileOptions,
  HistoryVersion,
  ThreadVisibility,
} from "@weft/client";
import type { LoadableResult, PagesOf, QueryResultOf } from "./result-types.ts";

type SearchQuery<TM> = NonNullable<Parameters<RoomCommentsApi<TM>["searchComments"]>[0]["query"]> & {
  readonly text: string;
};
type OptionalIfEmpty<M, Name extends string> =
  Partial<M> extends M ? { readonly [K in Name]?: M } : { readonly [K in Name]: M };

export type NewThreadDraft<TM, CM> = {
  readonly body: CommentBody;
  readonly attachments?: readonly CommentAttachment[];
  /** By default public. */
  readonly visibility?: ThreadVisibility;
} & OptionalIfEmpty<TM, "metadata"> &
  OptionalIfEmpty<CM, "commentMetadata">;
export type NewCommentDraft<CM> = {
  readonly threadId: string;
  readonly body: CommentBody;
  readonly attachments?: readonly CommentAttachment[];
} & OptionalIfEmpty<CM, "metadata">;

export interface CommentLocation {
  readonly threadId: string;
  readonly commentId: string;
}

/** Whether the user is notified of what happens in a thread. */
export type ThreadSubscriptionState = (
  | { readonly status: "not-subscribed"; readonly unreadSince?: never }
  | {
      readonly status: "subscribed";
      /** When the user last read the thread: later comments are unread. Null if the user has not read it at all. */
      readonly unreadSince: Date | null;
    }
) & { readonly subscribe: () => void; readonly unsubscribe: () => void };

/** Which threads a component shows. */
export interface UseThreadsOptions<TM = AppThreadMetadata> {
  readonly query?: ThreadsFilter<TM>;
  /** Whether the comment that the address of the page names is scrolled to, by default true. */
  readonly scrollOnLoad?: boolean;
}

/**
 * Threads and comments of a room. Edits are shown at once; those that are refused are taken back, with an error in the client's events.
 *
 * @param threadId The id of the thread.
 * @param attachmentId The id of the attachment.
 * @param query Which threads.
 */
export interface ThreadHooks<Suspends extends boolean, TM = AppThreadMetadata, CM = AppCommentMetadata> {
  /** Threads of the room, oldest first. The comment that the address of the page names is scrolled to, unless that is turned off. */
  readonly useThreads: (options?: UseThreadsOptions<TM>) => PagesOf<Suspends, ThreadData<TM, CM>, "threads">;
  /** A function that creates a thread with its first comment, and returns it. */
  readonly useCreateThread: () => (draft: NewThreadDraft<TM, CM>) => ThreadData<TM, CM>;
  /** A function that deletes a thread that the user has started. */
  readonly useDeleteThread: () => (threadId: string) => void;
  /** A function that changes metadata of a thread: null removes an entry, and what is left out stays. */
  readonly useEditThreadMetadata: () => (edit: { readonly threadId: string; readonly metadata: Patchable<TM> }) => void;
  /** A function that marks a thread as resolved. */
  readonly useMarkThreadAsResolved: () => (threadId: string) => void;
  /** A function that marks a thread as not resolved. */
  readonly useMarkThreadAsUnresolved: () => (threadId: string) => void;
  /** A function that marks a thread as read. */
  readonly useMarkThreadAsRead: () => (threadId: string) => void;
  /** A function that subscribes the user to a thread. */
  readonly useSubscribeToThread: () => (threadId: string) => void;
  /** A function that ends the user's subscription to a thread. */
  readonly useUnsubscribeFromThread: () => (threadId: string) => void;
  /** Whether the user is subscribed to a thread and since when it is unread, with functions that change it. */
  readonly useThreadSubscription: (threadId: string) => ThreadSubscriptionState;
  /** A function that adds a comment to a thread, and returns it. */
  readonly useCreateComment: () => (draft: NewCommentDraft<CM>) => CommentData<CM>;
  /** A function that edits a comment. Attachments and metadata that are left out stay. */
  readonly useEditComment: () => (
    edit: CommentLocation & {
      readonly body: CommentBody;
      readonly attachments?: readonly CommentAttachment[];
      readonly metadata?: Patchable<CM>;
    },
  ) => void;
  /** A function that changes metadata of a comment; null removes a key. */
  readonly useEditCommentMetadata: () => (edit: CommentLocation & { readonly metadata: Patchable<CM> }) => void;
  /** A function that deletes a comment; with the last comment, the thread is deleted too. */
  readonly useDeleteComment: () => (comment: CommentLocation) => void;
  /** A function that adds a reaction of the user to a comment. */
  readonly useAddReaction: () => (reaction: CommentLocation & { readonly emoji: string }) => void;
  /** A function that removes a reaction of the user from a comment. */
  readonly useRemoveReaction: () => (reaction: CommentLocation & { readonly emoji: string }) => void;
  /** Comments in which a text is, the best match first. Does not suspend, as results change while the user writes. */
  readonly useSearchComments: (options: {
    readonly query: SearchQuery<TM>;
  }) => LoadableResult<readonly SearchCommentsResult[], "results">;
  /** What notifies the user in this room, and a function that changes it. */
  readonly useRoomSubscriptionSettings: () => [
    QueryResultOf<Suspends, RoomSubscriptionSettings, "settings">,
    (patch: Partial<RoomSubscriptionSettings>) => void,
  ];
  /** A function that changes what notifies the user in this room. */
  readonly useUpdateRoomSubscriptionSettings: () => (patch: Partial<RoomSubscriptionSettings>) => void;
}

/**
 * Versions and files of a room.
 *
 * @param versionId The id of the version.
 * @param file The file, or its id.
 */
export interface VersionHooks<Suspends extends boolean> {
  /** The versions of the room, newest first. */
  readonly useHistoryVersions: () => QueryResultOf<Suspends, readonly HistoryVersion[], "versions">;
  /** The root of Storage as it was, in structures that are not part of the room. */
  readonly useHistoryVersionStorageData: (versionId: string) => QueryResultOf<Suspends, LiveObject, "data">;
  /** The document as it was: a Yjs update for an empty document. */
  readonly useHistoryVersionYjsData: (versionId: string) => QueryResultOf<Suspends, Uint8Array, "data">;
  /** The same as `useHistoryVersionYjsData`. */
  readonly useHistoryVersionData: (versionId: string) => QueryResultOf<Suspends, Uint8Array, "data">;
  /** A function that deletes a version of the room permanently. */
  readonly useDeleteHistoryVersion: () => (versionId: string) => Promise<void>;
  /** Leads Storage back to the version, as one edit that can be undone. */
  readonly useRestoreToStorageVersion: (versionId: string) => () => Promise<void>;
  /** A URL from which an attachment can be loaded for a while. */
  readonly useAttachmentUrl: (attachmentId: string) => QueryResultOf<Suspends, string, "url">;
  /** A URL from which a file of Storage can be loaded for a while. */
  readonly useFileUrl: (file: { readonly id: string } | string) => QueryResultOf<Suspends, string, "url">;
  /** Uploads a file that is to be put into Storage. */
  readonly useUploadFile: () => (file: File, options?: UploadFileOptions) => Promise<LiveFile>;
}

/**
 * The user's inbox and settings, over all rooms.
 *
 * @param query Which notifications.
 */
export interface InboxHooks<Suspends extends boolean, TM = AppThreadMetadata, CM = AppCommentMetadata> {
  /** The notifications of the user, newest first. */
  readonly useInboxNotifications: (options?: {
    readonly query?: NotificationsFilter;
  }) => PagesOf<Suspends, InboxNotificationData, "inboxNotifications">;
  /** How many notifications are unread, on pages that are not loaded too. */
  readonly useUnreadInboxNotificationsCount: (options?: {
    readonly query?: NotificationsFilter;
  }) => QueryResultOf<Suspends, number, "count">;
  /** A function that marks a notification as read. */
  readonly useMarkInboxNotificationAsRead: () => (inboxNotificationId: string) => void;
  /** A function that marks all notifications of the user as read. */
  readonly useMarkAllInboxNotificationsAsRead: () => () => void;
  /** A function that deletes a notification. */
  readonly useDeleteInboxNotification: () => (inboxNotificationId: string) => void;
  /** A function that deletes all notifications of the user. */
  readonly useDeleteAllInboxNotifications: () => () => void;
  /** The thread of a notification that `useInboxNotifications` has answered. Throws if there is none. */
  readonly useInboxNotificationThread: (inboxNotificationId: string) => ThreadData<TM, CM>;
  /** Threads of all rooms, with those that were changed last first. */
  readonly useUserThreads_experimental: (options?: {
    readonly query?: ThreadsFilter<TM>;
  }) => PagesOf<Suspends, ThreadData<TM, CM>, "threads">;
  /** How the user is reached outside of the application, and a function that changes it. */
  readonly useNotificationSettings: () => [
    QueryResultOf<Suspends, NotificationSettings, "settings">,
    (patch: PartialNotificationSettings) => void,
  ];
  /** A function that changes how the user is reached outside of the application. */
  readonly useUpdateNotificationSettings: () => (patch: PartialNotificationSettings) => void;
}

/**
 * What the application knows of users, rooms and groups. What it does not know is an error.
 *
 * @param userId The id of the user.
 * @param roomId The id of the room.
 * @param groupId The id of the group.
 */
export interface PeopleHooks<Suspends extends boolean, U extends UserMeta> {
  /** Info of a user, from `resolveUsers`. */
  readonly useUser: (userId: string) => QueryResultOf<Suspends, Exclude<U["info"], undefined>, "user">;
  /** Info of a room, from `resolveRoomsInfo`. */
  readonly useRoomInfo: (roomId: string) => QueryResultOf<Suspends, AppRoomInfo, "info">;
  /** Info of a group, from `resolveGroupsInfo`. */
  readonly useGroupInfo: (groupId: string) => QueryResultOf<Suspends, AppGroupInfo, "info">;
  /** What a page says of itself: its title, description and images. */
  readonly useUrlMetadata: (url: string) => QueryResultOf<Suspends, UrlMetadata, "metadata">;
}
