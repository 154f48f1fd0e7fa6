/**
 * Weft's own client: connections, presence, events, Storage and undo, comments, notifications, files, versions, documents, feeds, and
 * chats with copilots. What each of them needs is loaded when it is used for the first time.
 */
export type {
  Activities as BaseActivitiesData,
  ActivityData,
  AppActivities,
  AppCommentMetadata,
  AppFeedMessageData,
  AppFeedMetadata,
  AppGroupInfo,
  AppPresence,
  AppRoomEvent,
  AppRoomInfo,
  AppStorage,
  AppThreadMetadata,
  AppType,
  AppUserMeta,
  GroupInfo,
  Metadata as BaseMetadata,
  RoomInfo,
  UserInfo as IUserInfo,
  BaseUserMeta,
  UserMeta,
} from "./app-types.ts";
export type {
  AskOptions,
  ChatQuery as AiChatsQuery,
  ChatStatus,
  MessagesSnapshot,
  UserChats as Chats,
  ObservedStore,
} from "./chats/chats.ts";
export type { MessageNavigation, ShownMessage as AiChatMessage } from "./chats/message-tree.ts";
export type { Lent } from "./chats/tools.ts";
export { defineAiTool } from "./chats/define-ai-tool.ts";
export type {
  ToolDefinition as AiToolDefinition,
  ToolInvocation as AiToolInvocationPart,
  ToolProps as AiToolInvocationProps,
} from "./chats/define-ai-tool.ts";
export { type Client, type ClientOptions, createClient } from "./client.ts";
export {
  getMentionsFromCommentBody,
  type BodyElements as StringifyCommentBodyElements,
  type LinkArgs as CommentBodyLinkElementArgs,
  type MentionArgs as CommentBodyMentionElementArgs,
  type ParagraphArgs as CommentBodyParagraphElementArgs,
  stringifyCommentBody,
  type StringifyOptions as StringifyCommentBodyOptions,
  type TextArgs as CommentBodyTextElementArgs,
} from "./comments/body.ts";
export type { ClientComments } from "./comments/client-comments.ts";
export type { InboxApi, RoomCommentsApi } from "./comments/comments-api.ts";
export { isNotificationChannelEnabled } from "./comments/notification-settings.ts";
export type {
  GroupsToResolve as ResolveGroupsInfoArgs,
  MentionsToSuggest as ResolveMentionSuggestionsArgs,
  RoomsToResolve as ResolveRoomsInfoArgs,
  UsersToResolve as ResolveUsersArgs,
} from "./comments/resolver-types.ts";
export type { Resolvers } from "./comments/resolvers.ts";
export type { CommentsStore } from "./comments/store/comments-store.ts";
export type { QueryResult, QuerySuccess, StoreQuery } from "./comments/store/query.ts";
export type {
  BodyBlock as CommentBodyBlockElement,
  BodyElement as CommentBodyElement,
  BodyInline as CommentBodyInlineElement,
  BodyLink as CommentBodyLink,
  BodyMention as CommentBodyMention,
  BodyParagraph as CommentBodyParagraph,
  BodyText as CommentBodyText,
  ChannelKinds as NotificationChannelSettings,
  ChannelSettingsPatch as PartialNotificationSettings,
  ClientAttachment as CommentAttachment,
  ClientComment as CommentData,
  ClientCommentBody as CommentBody,
  ClientNotification as InboxNotificationData,
  ClientNotificationChannel as NotificationChannel,
  ClientReaction as CommentReaction,
  ClientSubscription as SubscriptionData,
  ClientThread as ThreadData,
  CustomNotification as InboxNotificationCustomData,
  FoundComment as SearchCommentsResult,
  GroupWithMembers as GroupData,
  KindOfNotification as NotificationKind,
  LocalAttachment as CommentLocalAttachment,
  MentionTarget as MentionData,
  MetadataPatch as Patchable,
  MixedAttachment as CommentMixedAttachment,
  NotificationActivity as InboxNotificationActivity,
  NotificationChannels as NotificationSettings,
  NotificationsFilter,
  PageMetadata as UrlMetadata,
  SearchFilter,
  SubscriptionsOfRoom as RoomSubscriptionSettings,
  TextMentionNotification as InboxNotificationTextMentionData,
  ThreadNotification as InboxNotificationThreadData,
  ThreadsFilter,
  UserReactionData as CommentUserReaction,
  VersionOfRoom as HistoryVersion,
  VisibilityOfThread as ThreadVisibility,
} from "./comments/types.ts";
export type {
  UploadOptions as UploadAttachmentOptions,
  UploadOptions as UploadFileOptions,
} from "./comments/uploads.ts";
export type { AuthEndpoint } from "./connection/credentials.ts";
export type { SocketLike } from "./connection/reconnecting-socket.ts";
export type { Status } from "./connection/states.ts";
export {
  ClientError as LiveblocksError,
  ClientError as WeftError,
  type ErrorContext as LiveblocksErrorContext,
  type ErrorContext as WeftErrorContext,
} from "./error.ts";
export type {
  AddFeedOptions,
  FeedCreateMetadata,
  FeedEvent,
  FeedFetchMetadataFilter,
  FeedLists,
  FeedMessageQuery,
  FeedQuery,
  FeedRequestFailure as FeedRequestFailedServerMsg,
  FeedUpdateMetadata,
  TypedFeed as Feed,
  TypedFeedMessage as FeedMessage,
} from "./feeds/feed-api.ts";
export { type FeedRequestError, FeedRequestErrorCode } from "./feeds/feed-error-code.ts";
export type { ListSnapshot, PagedList } from "./paged-collection.ts";
export type {
  Awaitable,
  EnsureJson,
  Immutable,
  JsonArray,
  JsonScalar,
  ReadonlyJson,
  ReadonlyJsonObject,
} from "./json.ts";
export type { Observable } from "./observable.ts";
export type { PresentUser as User } from "./presence/others.ts";
export { nanoid } from "./random-id.ts";
export type {
  BroadcastOptions,
  EnterOptions,
  HistoryState,
  LostConnectionEvent,
  OpaqueRoom,
  OthersEvent,
  RoomApi as Room,
  RoomEventMessage,
  RoomHistory as History,
  StorageStatus,
} from "./room/room-api.ts";
export { shallow } from "./shallow.ts";
export type { Lson, LsonObject, ToJson } from "./storage/live/lson.ts";
export { type PlainLson, type PlainLsonObject, toPlainLson } from "./storage/live/plain-lson.ts";
export type { SyncConfig, SyncMode } from "./storage/live/reconcile.ts";
export {
  LiveFile,
  type LiveFileData,
  LiveList,
  LiveMap,
  LiveObject,
  type LiveStructure,
  LiveText,
} from "./storage/live/structures.ts";
export type {
  LiveListStep,
  LiveListUpdate,
  LiveMapUpdate,
  LiveObjectUpdate,
  LiveTextChange,
  LiveTextUpdate,
  StorageUpdate,
} from "./storage/updates.ts";
export type { WriteReceipt, WriteStatus } from "./storage/write-receipt.ts";
export type { SyncStatus } from "./sync-status.ts";
export type {
  /** A chat of the user with a copilot. Times are in ISO 8601. */
  AiChat,
  /** Information about the page for copilots: a description and a JSON value. */
  AiFrontendKnowledge as AiKnowledgeSource,
  /** A message of the user in a chat. */
  AiUserMessage,
  /** Any JSON value. */
  Json,
  /** A JSON object. */
  JsonObject,
  JsonObject as LiveTextAttributes,
  JsonObject as LiveTextAttributesPatch,
  /** The content of a LiveText: segments of text, each with its attributes. */
  TextData as LiveTextData,
} from "@weft/protocol/types";
