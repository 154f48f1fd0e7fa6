export { complete, grantsOf, levels, mergeAccesses, mergePatterns, reaches, scopesOf } from "./access/levels.ts";
export type { Grants } from "./access/levels.ts";
export { isRoomPattern, matches } from "./access/pattern.ts";
export { createSigningKeys } from "./access/signing-keys.ts";
export type { SigningKeyRecords, SigningKeys, SigningKeysOptions } from "./access/signing-keys.ts";
export { createTokens } from "./access/tokens.ts";
export type {
  AccessGrant,
  AccessTokenClaims,
  Identity,
  IdTokenClaims,
  TokenClaims,
  Tokens,
  TokensOptions,
} from "./access/tokens.ts";
export type {
  ProjectRecords,
  ApiKeyRecord,
  KeyUse,
  ProjectRecord,
  SigningKeyRecord,
} from "./projects/project-records.ts";
export { FreshCache } from "./fresh-cache.ts";
export type { CacheFigures, FreshCacheOptions, WatchCache } from "./fresh-cache.ts";
export { createInProcessSignals } from "./signals/in-process-signals.ts";
export { SignalListeners } from "./signals/signal-listeners.ts";
export type {
  AddressedType,
  Origin,
  Signal,
  SignalListener,
  SignalOf,
  Signals,
  SignalTable,
  SignalType,
} from "./signals/signals.ts";
export { createProjects } from "./projects/projects.ts";
export { demoProjectId, siteProjectId } from "./projects/own-projects.ts";
export type { DemoProject } from "./projects/own-projects.ts";
export type { NewProject } from "./projects/new-project.ts";
export type {
  Projects,
  ProjectsOptions,
  CreatedKey,
  CreatedProject,
  KeyRoll,
  ProjectChange,
} from "./projects/projects.ts";
export { currentKey } from "./projects/current-key.ts";
export { teamProject } from "./projects/team-project.ts";
export { RefusedKey } from "./projects/refused-key.ts";
export type {
  CopilotPlace,
  CopilotRecord,
  CopilotRecords,
  CopilotSlice,
  CopilotTrialRecord,
  CopilotVersionEntry,
  CopilotVersionRecord,
  VersionAuthor,
  VersionsToKeep,
} from "./copilots/copilot-records.ts";
export type { CopilotInUse, CopilotsInUse } from "./copilots/copilot-in-use.ts";
export type {
  FoundPassage,
  KeyedPassage,
  KnowledgeAddress,
  KnowledgeLinkRecord,
  KnowledgeOrigin,
  KnowledgeOwner,
  KnowledgeRecords,
  KnowledgeSlice,
  KnowledgeSourceRecord,
  LinkTotals,
  PassageRecord,
  PassageVector,
  KnowledgeReading,
} from "./knowledge/knowledge-records.ts";
export { createKnowledge, deletionOfKnowledge } from "./knowledge/knowledge.ts";
export type { Knowledge, KnowledgeFile, KnowledgeOptions } from "./knowledge/knowledge.ts";
export { passagesOf, titleOf, withoutAnchors } from "./knowledge/passages.ts";
export { robotName } from "./knowledge/page-directives.ts";
export { searchWords } from "./knowledge/search-words.ts";
export { indexedTerms } from "./knowledge/words.ts";
export { createMeaning } from "./knowledge/meaning.ts";
export type { Meaning } from "./knowledge/meaning.ts";
export type {
  Embeddings,
  ExtractedText,
  ExtractionOptions,
  PageOutcome,
  PageRequest,
  SendPageRequest,
  SitemapEntries,
  TextExtractor,
  TextKind,
  Unreadable,
} from "./knowledge/ports.ts";
export { modelsWith } from "./copilots/copilot-rules.ts";
export type { CopilotModels } from "./copilots/copilot-rules.ts";
export type { CopilotVersions } from "./copilots/copilot-versions.ts";
export { createKeyTest } from "./copilots/key-test.ts";
export type { KeyTest, KeyTestOptions, TryModel } from "./copilots/key-test.ts";
export { createCopilots } from "./copilots/copilots.ts";
export type { CopilotPage, Copilots, CopilotsOptions, DefaultModel } from "./copilots/copilots.ts";
export type { AnswerBudget, AnswerClock } from "./copilots/answer-ports.ts";
export type {
  AbandonedAnswer,
  AnswerRecord,
  AnswerRun,
  ChatMessageRecord,
  ChatOwner,
  ChatRecord,
  ChatRecords,
  ChatSlice,
  Lease,
  UserMessageRecord,
} from "./chats/chat-records.ts";
export { fitsChatFilter } from "./chats/chat-filter.ts";
export { createAnswerBudget } from "./chats/answer-budget.ts";
export { createChats } from "./chats/chats.ts";
export { createContextualPrompts } from "./copilots/contextual-prompts.ts";
export type { ContextualPrompts } from "./copilots/contextual-prompts.ts";
export type { ChatConnection, Chats, ChatsOptions } from "./chats/chats.ts";
export { ModelFailure, unknownTool } from "./copilots/model.ts";
export type {
  ModelCall,
  ModelChoice,
  ModelEvent,
  Models,
  ModelStep,
  ModelTool,
  ModelUsage,
  ToolOutput,
  ToolResultTurn,
  Turn,
} from "./copilots/model.ts";
export type { KnowledgeSearch, Passage } from "./knowledge/knowledge-search.ts";
export { createCursors } from "./cursor.ts";
export { bothEffects } from "./effects.ts";
export type { Effects, EffectsOf } from "./effects.ts";
export type { OutboxEvent, OutboxRecords } from "./events/outbox-records.ts";
export { JobRefused, JobStopped } from "./jobs/job.ts";
export type { JobHandler, RunningJob } from "./jobs/job.ts";
export type { JobFilter, JobRecord, JobRecords } from "./jobs/job-records.ts";
export type { JobClaim, NewJob } from "./jobs/new-job.ts";
export type { ExportName, ExportRecord, ExportRecords } from "./exports/export-records.ts";
export type { ExportContents, ExportPage } from "./exports/export-contents.ts";
export { createExports } from "./exports/exports.ts";
export type { ExportedRoom, ExportOutcome, Exports, ExportsOptions } from "./exports/exports.ts";
export type { Cursors, CursorScope, SortKey } from "./cursor.ts";
export { readQuery } from "./query/fields.ts";
export type { CheckedCondition, QueryField, QueryFields } from "./query/fields.ts";
export { readRoomQuery } from "./rooms/room-query.ts";
export { describeRoom } from "./rooms/describe-room.ts";
export type { RoomDescription } from "./rooms/describe-room.ts";
export type { RoomCredential, CredentialUser } from "./rooms/room-access.ts";
export type {
  NewRoomRecord,
  RoomBrowsing,
  RoomFilter,
  RoomPlace,
  RoomRecord,
  RoomRecords,
} from "./rooms/room-records.ts";
export { orderKeyOf, pageInOrder, roomOrders } from "./rooms/room-order.ts";
export type { RoomOrder, RoomOrdering } from "./rooms/room-order.ts";
export { checkNewRoomId, isNewRoomId } from "./rooms/room-rules.ts";
export type { MetadataValue, RoomDraft, RoomPatch } from "./rooms/room-rules.ts";
export { createRooms } from "./rooms/rooms.ts";
export type { RoomAccess, RoomListener, RoomPage, Rooms, RoomSearch, RoomsOptions } from "./rooms/rooms.ts";
export { createSeal, deriveKey } from "./seal.ts";
export type { Seal } from "./seal.ts";
export { createFileLinks } from "./files/file-links.ts";
export { createAttachments } from "./files/attachments.ts";
export type { AttachmentReader, Attachments, AttachmentsOptions } from "./files/attachments.ts";
export type { FileLinks, LinkedOwner, OpenedLink } from "./files/file-links.ts";
export { createLinkedFiles } from "./files/linked-files.ts";
export type { LinkedFile, LinkedFiles, LinkedFilesOptions } from "./files/linked-files.ts";
export type { FileLink, RoomFiles, RoomFilesOptions } from "./files/room-files.ts";
export { createStorageFiles } from "./files/storage-files.ts";
export type {
  GroupChange,
  GroupMember,
  GroupPlace,
  GroupRecord,
  GroupRecords,
  GroupSlice,
  NewGroupRecord,
} from "./groups/group-records.ts";
export { createGroups } from "./groups/groups.ts";
export type { GroupDraft, GroupPage, Groups, GroupSearch, GroupsOptions } from "./groups/groups.ts";
export type { StorageFiles, StorageFilesOptions } from "./files/storage-files.ts";
export type { AuditFilter, AuditRecord, AuditRecords } from "./teams/audit-records.ts";
export type { PersonRecord, PersonRecords, PersonSettings } from "./teams/person-records.ts";
export type {
  InvitationRecord,
  MemberRecord,
  Membership,
  OwnerOutcome,
  TeamChange,
  TeamRecord,
  TeamRecords,
} from "./teams/team-records.ts";
export { emailDomain } from "./teams/email-domain.ts";
export { mustUseSso } from "./teams/must-use-sso.ts";
export { createRetentionRules } from "./teams/retention.ts";
export type { RetentionRules } from "./teams/retention.ts";
export type { ReadTextRecords, ServiceProvider, SsoMessages } from "./sso/ports.ts";
export type { SsoConnection, SsoDomain, SsoProfile, SsoRecords, SsoSignIn, SsoTest } from "./sso/sso-records.ts";
export { SsoRefused } from "./sso/sso-refused.ts";
export { createSso } from "./sso/sso.ts";
export type { ArrivedSignIn, BegunSignIn, Sso, SsoOptions, SsoSettings } from "./sso/sso.ts";
export { createTeams } from "./teams/teams.ts";
export type {
  Actor,
  AuditSearch,
  InvitationView,
  InviteOutcome,
  Program,
  Stranger,
  Teams,
  TeamsOptions,
} from "./teams/teams.ts";
export { describeFeed, describeFeedMessage } from "./feeds/describe-feed.ts";
export type {
  FeedMessageRecord,
  FeedPlace,
  FeedRange,
  FeedRecord,
  FeedRecords,
  FeedSlice,
} from "./feeds/feed-records.ts";
export { createFeeds } from "./feeds/feeds.ts";
export type { FeedPage, FeedSearch, Feeds, FeedsOptions } from "./feeds/feeds.ts";
export { BlobsRefused } from "./uploads/blob-store.ts";
export type { BlobHeaders, BlobPart, BlobStore, ByteRange } from "./uploads/blob-store.ts";
export { collectBlobs } from "./uploads/collect-blobs.ts";
export type { BlobCollectorOptions } from "./uploads/collect-blobs.ts";
export { servedAs } from "./uploads/served-as.ts";
export type {
  FileRecord,
  FinishedUpload,
  PartRecord,
  PendingDeletion,
  UploadKind,
  UploadOwner,
  UploadRecord,
  UploadRecords,
} from "./uploads/upload-records.ts";
export { openUploads } from "./uploads/uploads.ts";
export type { FileDraft, UploadName, FileUploads, UploadRules, UploadsOptions } from "./uploads/uploads.ts";
export type {
  NewVersion,
  VersionBounds,
  VersionContents,
  VersionRecord,
  VersionRecords,
} from "./versions/version-records.ts";
export { namesUser, replaceUser } from "./users/replace-user.ts";
export type {
  ErasedUser,
  ThreadName,
  ThreadsCursor,
  UserErasureName,
  UserErasureRecord,
  UserErasureRecords,
} from "./users/user-erasure-records.ts";
export { createUserErasures } from "./users/user-erasures.ts";
export type { UserErasures, UserErasuresOptions } from "./users/user-erasures.ts";
export type { UserProfile } from "./users/user-profile.ts";
export type { SeenUser, UserPageRequest, UserPlace, UserRecords, VisitedRoom } from "./users/user-records.ts";
export { createUsers } from "./users/users.ts";
export type { SeenUserPage, Users, UsersOptions } from "./users/users.ts";
export { createVersions } from "./versions/versions.ts";
export type { RoomMoment, Versions, VersionsOptions } from "./versions/versions.ts";
export {
  counted,
  roomCounted,
  dayMs,
  dayOf,
  marks,
  minuteMs,
  noActivity,
  noCounts,
  sampleMs,
  statusClasses,
} from "./activity/activity-records.ts";
export type {
  Activeness,
  ActivityBatch,
  CopilotOutcome,
  ActivityRecords,
  ContentsRecord,
  Counted,
  RoomCounted,
  RoomUsage,
  Counts,
  Day,
  DayRecord,
  EventFilter,
  EventRecord,
  LogPage,
  LogPlace,
  Mark,
  MinuteRecord,
  RequestFilter,
  RequestRecord,
  RoomSizes,
  SampleRecord,
  StatusClass,
} from "./activity/activity-records.ts";
export { sweepActivity } from "./activity/activity-sweep.ts";
export { sweepChats } from "./chats/chat-sweep.ts";
export { openActivityWriter } from "./activity/activity-writer.ts";
export type { ActivityWriter, ActivityWriterOptions } from "./activity/activity-writer.ts";
export { createEventLog } from "./activity/event-log.ts";
export type { EventLog, EventLogOptions } from "./activity/event-log.ts";
export type { UsageAlert, UsageAlertRecords } from "./activity/usage-alert-records.ts";
export { createUsageAlertHandler, usageAlertJobs } from "./activity/usage-alerts.ts";
export type { ReachedThreshold, UsageAlertMail, UsageAlertsOptions } from "./activity/usage-alerts.ts";
export { createActivity } from "./activity/activity.ts";
export type { Activity, ActivityOptions } from "./activity/activity.ts";
export { describeEvent, describeRequest } from "./activity/activity-logs.ts";
export type { ProjectStatistics } from "./activity/activity-summaries.ts";
export type { LiveActivity } from "./activity/live-activity.ts";
export type { TeamUsage } from "./activity/team-usage.ts";
export { createStatusHistory, slotsPerHour } from "./status/status-history.ts";
export type { StatusDay, StatusHistory, StatusHistoryOptions } from "./status/status-history.ts";
export type { StatusHour, StatusRecords } from "./status/status-records.ts";
export { withLiveState } from "./rooms/connected-rooms.ts";
export { createProjectRooms } from "./rooms/project-rooms.ts";
export type { ProjectRooms, ProjectRoomsSearch } from "./rooms/project-rooms.ts";
export type { ManagementTokenRecord, ManagementTokenRecords } from "./management/management-token-records.ts";
export { createManagementTokens } from "./management/management-tokens.ts";
export type {
  CreatedManagementToken,
  ManagementTokens,
  ManagementTokensOptions,
} from "./management/management-tokens.ts";
export { createManagedWebhooks } from "./management/managed-webhooks.ts";
export type { ManagedWebhooks, ManagedWebhooksOptions } from "./management/managed-webhooks.ts";
export { createManagedProjects } from "./management/managed-projects.ts";
export type {
  ManagedProjectDraft,
  ManagedProjects,
  ManagedProjectSearch,
  ManagedProjectsOptions,
  ManagementCaller,
} from "./management/managed-projects.ts";
export type { GuideRecord, GuideRecords } from "./guides/guide-records.ts";
export { createGuides } from "./guides/guides.ts";
export type { Guides, GuidesOptions } from "./guides/guides.ts";
export type { MessageFilter, MessageKind, MessageRecord, MessageRecords } from "./messages/message-records.ts";
export { createMessages } from "./messages/messages.ts";
export type { MessageMail, Messages, MessagesOptions } from "./messages/messages.ts";
export { createRequestCatcher } from "./webhooks/request-catcher.ts";
export type { RequestCatcher, RequestCatcherOptions } from "./webhooks/request-catcher.ts";
export type { CaughtRequestRecord, CaughtRequestRecords, NewCaughtRequest } from "./webhooks/caught-request-records.ts";
export { createWebhookDisabledHandler, webhookDisabledJob } from "./webhooks/disabled-endpoint.ts";
export type { WebhookDisabledMail, WebhookDisabledOptions } from "./webhooks/disabled-endpoint.ts";
export { webhookRequestHeaders, webhookTimestampOf } from "./webhooks/request-headers.ts";
export { currentSecretOf, sealWebhookSecret, secretsOf } from "./webhooks/endpoint-secrets.ts";
export { createWebhookMessageQueue } from "./webhooks/message-queue.ts";
export type { WebhookMessageQueue, WebhookMessageQueueOptions } from "./webhooks/message-queue.ts";
export type { WebhookTransport, WebhookAnswer, WebhookRequest } from "./webhooks/webhook-transport.ts";
export { createWebhookSecret, isSignedWith, signaturesOf } from "./webhooks/signature.ts";
export type { SignedRequest } from "./webhooks/signature.ts";
export { createWebhookSubscriptions } from "./webhooks/subscriptions.ts";
export type { WebhookSubscriptions } from "./webhooks/subscriptions.ts";
export { createWebhooks } from "./webhooks/webhooks.ts";
export type { Webhooks, WebhookSender, WebhooksOptions } from "./webhooks/webhooks.ts";
export type {
  CountedMessages,
  NewWebhookMessage,
  ThrottledMessage,
  WebhookAttemptRecord,
  WebhookEndpointChange,
  WebhookEndpointName,
  WebhookEndpointRecord,
  WebhookMessagePage,
  WebhookMessageProgress,
  WebhookMessageRecord,
  WebhookMessageState,
  WebhookOutcome,
  WebhookRecords,
} from "./webhooks/webhook-records.ts";
export type { InTurn } from "./in-turn.ts";
export { createPlanQuotas } from "./plan-quotas.ts";
export type { PlanQuotas, PlanQuotasOptions } from "./plan-quotas.ts";
export { createSharedCounts, portionOf } from "./shared-counts.ts";
export type { SharedCounts, SharedCountsOptions } from "./shared-counts.ts";
export { createQuotas } from "./quotas.ts";
export type { ProjectUsage, QuotaRecords, Quotas } from "./quotas.ts";
export type {
  AttachmentRecord,
  NewestChange,
  CommentMatch,
  ContentsFilter,
  CommentSearch,
  CommentRecord,
  MetadataCondition,
  NewThreadNotifications,
  OfUser,
  ReactionRecord,
  SubscriptionReason,
  SubscriptionRecord,
  SubscriptionSettings,
  NotificationOfUser,
  ThreadChange,
  ThreadExcerpt,
  ThreadFilter,
  ThreadHead,
  ThreadPart,
  ThreadRecord,
  ThreadRecords,
} from "./threads/thread-records.ts";
export { createFanOutHandler, fanOutWithout } from "./threads/fan-out.ts";
export type { FanOutOptions } from "./threads/fan-out.ts";
export { createThreads } from "./threads/recorded-threads.ts";
export type { ThreadsOptions } from "./threads/recorded-threads.ts";
export { fullCommentAccess } from "./threads/threads.ts";
export type {
  ByUser,
  CommentAccess,
  CommentDraft,
  CommentEdit,
  CommentName,
  ThreadDraft,
  Threads,
} from "./threads/threads.ts";
export { createEventDeliveries } from "./activity/event-deliveries.ts";
export type { EventDeliveries } from "./activity/event-deliveries.ts";
export { createThreadLists, meets } from "./threads/thread-lists.ts";
export type { ThreadLists, ThreadListsOptions } from "./threads/thread-lists.ts";
export type { ThreadChanges, ThreadPage, ThreadSearch } from "./threads/thread-pages.ts";
export type { MayRead } from "./threads/readable-tombstones.ts";
export type { Visibility } from "./access/visibility.ts";
export { createSubscriptions } from "./threads/subscriptions.ts";
export type { Subscriptions, SubscriptionsOptions } from "./threads/subscriptions.ts";
export type {
  ActivityRecord,
  DueNotification,
  InboxFilter,
  InboxName,
  InboxRecord,
  InboxRecords,
  InboxSelection,
  NewCustomNotification,
  NewTextMention,
  Tombstone,
  UnreadCount,
} from "./notifications/inbox-records.ts";
export { createInbox } from "./inbox/inbox.ts";
export type {
  CustomNotificationDraft,
  Inbox,
  InboxContents,
  InboxOptions,
  InboxOwner,
  InboxPage,
  InboxSearch,
} from "./inbox/inbox.ts";
export { createNotificationEventsHandler, notificationJob } from "./notifications/notification-job.ts";
export type { NotificationEventsOptions } from "./notifications/notification-job.ts";
export { createNotificationSettings } from "./notifications/notification-settings.ts";
export type {
  ChannelSettings,
  CustomKindSettings,
  NotificationSettings,
  NotificationSettingsOptions,
  ProjectNotificationChange,
  ProjectNotificationSettings,
  UserNotificationChange,
  UserNotificationSettings,
} from "./notifications/notification-settings.ts";
export { createTextMentions } from "./inbox/text-mentions.ts";
export type { TextMentions, TextMentionsOptions } from "./inbox/text-mentions.ts";
export type { NotificationSettingsRecords } from "./notifications/notification-settings-records.ts";
