/** Weft's server-side client: the REST API v2, tokens for users, edits of Storage, and webhooks. */
export {
  getMentionsFromCommentBody,
  isNotificationChannelEnabled,
  LiveFile,
  LiveList,
  LiveMap,
  LiveObject,
  LiveText,
  stringifyCommentBody,
} from "@weft/client";
export type {
  CommentBodyLinkElementArgs,
  CommentBodyMentionElementArgs,
  CommentBodyParagraphElementArgs,
  CommentBodyTextElementArgs,
  ResolveUsersArgs,
  StringifyCommentBodyElements,
  StringifyCommentBodyOptions,
  ActivityData,
  BaseActivitiesData,
  BaseMetadata,
  BaseUserMeta,
  IUserInfo,
  JsonArray,
  JsonScalar,
  LiveFileData,
  LiveStructure,
  Lson,
  LsonObject,
  PlainLson,
  PlainLsonObject,
  ToJson,
  User,
} from "@weft/client";
/** Any JSON value. */
export type { Json } from "@weft/protocol/types";
/** A JSON object. */
export type { JsonObject } from "@weft/protocol/types";
/** A way to reach users outside of the application. */
export type { NotificationChannel } from "@weft/protocol/types";
/** What a user may do in a room. */
export type { Permission } from "@weft/protocol/types";
export { ApiError as LiveblocksError, ApiError as WeftError } from "./api-error.ts";
export type { IterationOptions, RequestOptions } from "./calls/calls.ts";
export type {
  CreateManagementProjectOptions,
  CreateManagementWebhookOptions,
  ManagementProject,
  ManagementPublicKey,
  ManagementSecretKey,
  ManagementWebhook,
  UpdateManagementProjectOptions,
  UpdateManagementWebhookOptions,
} from "./calls/management-calls.ts";
export type { CursorOptions, ListPage as Page, PaginationOptions } from "./calls/pages.ts";
export type {
  MassMutateStorageCallback,
  MassMutateStorageOptions,
  MutateStorageCallback,
  MutateStorageOptions,
} from "./calls/storage-calls.ts";
export type { AttachmentWithUrl } from "./calls/thread-calls.ts";
export { markdownToCommentBody } from "./comment-body/markdown.ts";
export type { AccessSession as Session, AuthResponse } from "./session.ts";
export type { StorageContext } from "./storage/mutate.ts";
export type { CustomKind } from "./types/app-types.ts";
export type {
  AiCopilot,
  AiCopilotProviderSettings,
  CopilotKnowledgeSource as KnowledgeSource,
  CreateAiCopilotOptions,
  CreateFileKnowledgeSourceOptions,
  CreateWebKnowledgeSourceOptions,
  GetAiCopilotsOptions,
  GetKnowledgeSourcesOptions,
  GetWebKnowledgeSourceLinksOptions,
  UpdateAiCopilotOptions,
  WebKnowledgeSourceLink,
} from "./types/copilots.ts";
export type {
  GetInboxNotificationsOptions,
  InboxNotificationActivity,
  InboxNotificationCustomData,
  InboxNotificationData,
  InboxNotificationsQueryCriteria,
  InboxNotificationTextMentionData,
  InboxNotificationThreadData,
  MentionData,
  NotificationChannelSettings,
  NotificationKind,
  NotificationSettingsOfUser as NotificationSettings,
  PartialNotificationSettings,
  RoomSubscriptionSettings,
  SubscriptionData,
  UserRoomSubscriptionSettings,
  UserSubscriptionData,
} from "./types/inbox.ts";
export type {
  ActiveUserData as RoomUser,
  CreateFeedMessageOptions,
  CreateFeedOptions,
  CreateRoomOptions,
  CreateVersionHistorySnapshotResponse,
  GetRoomsOptions,
  GetVersionHistoryOptions,
  GroupData,
  GroupMemberData,
  GroupScopes,
  HistoryVersion,
  RoomAccesses,
  RoomData,
  RoomFeed as Feed,
  RoomFeedMessage as FeedMessage,
  RoomPermissions as RoomPermission,
  RoomPermissions,
  RoomsQueryCriteria,
  SetPresenceOptions,
  UpdateFeedMessageOptions,
  UpdateFeedOptions,
  UpdateRoomOptions,
  UpsertRoomOptions,
} from "./types/rooms.ts";
export type { LiveFileReference, StorageFileUrl, StoragePatchOperation } from "./types/storage.ts";
export type {
  BodyOfComment as CommentBody,
  CommentAttachment,
  CommentBodyBlockElement,
  CommentBodyElement,
  CommentBodyInlineElement,
  CommentBodyLink,
  CommentBodyMention,
  CommentBodyParagraph,
  CommentBodyText,
  CommentData,
  CommentReaction,
  CommentUserReaction,
  CreateCommentOptions,
  CreateThreadOptions,
  Patchable,
  QueryMetadata,
  ThreadData,
  ThreadParticipants,
  ThreadsQuery,
  ThreadVisibility,
} from "./types/threads.ts";
export {
  isCustomNotificationEvent,
  isTextMentionNotificationEvent,
  isThreadNotificationEvent,
} from "./webhooks/events.ts";
export type {
  CommentCreatedEvent,
  CommentDeletedEvent,
  CommentEditedEvent,
  CommentMetadataUpdatedEvent,
  CommentReactionAdded,
  CommentReactionRemoved,
  CustomNotificationEvent,
  NotificationEvent,
  RoomCreatedEvent,
  RoomDeletedEvent,
  StorageUpdatedEvent,
  TextMentionNotificationEvent,
  ThreadCreatedEvent,
  ThreadDeletedEvent,
  ThreadMarkedAsResolvedEvent,
  ThreadMarkedAsUnresolvedEvent,
  ThreadMetadataUpdatedEvent,
  ThreadNotificationEvent,
  UserEnteredEvent,
  UserLeftEvent,
  WebhookEvent,
  YDocUpdatedEvent,
} from "./webhooks/events.ts";
export { WebhookHandler } from "./webhooks/webhook-handler.ts";
export type { IncomingWebhook as WebhookRequest, WebhookHandlerOptions } from "./webhooks/webhook-handler.ts";
export { Weft as Liveblocks, Weft } from "./weft.ts";
export type { IdTokenIdentity as Identity, LiveblocksOptions, WeftOptions } from "./weft.ts";
