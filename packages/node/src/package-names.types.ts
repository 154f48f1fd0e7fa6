/**
 * Every type that applications import from the entry of the official package, and calls of its shapes: what does not fit does not
 * compile. Nothing here runs.
 */
import type {
  AiCopilot,
  CommentAttachment,
  CommentBody,
  CommentBodyBlockElement,
  CommentBodyElement,
  CommentBodyInlineElement,
  CommentBodyLink,
  CommentBodyMention,
  CommentBodyParagraph,
  CommentBodyText,
  CommentCreatedEvent,
  CommentData,
  CommentDeletedEvent,
  CommentEditedEvent,
  CommentReactionAdded,
  CommentReactionRemoved,
  CommentUserReaction,
  CreateAiCopilotOptions,
  CreateFeedMessageOptions,
  CreateFeedOptions,
  CreateFileKnowledgeSourceOptions,
  CreateRoomOptions,
  CreateVersionHistorySnapshotResponse,
  CreateWebKnowledgeSourceOptions,
  CustomNotificationEvent,
  GetAiCopilotsOptions,
  GetInboxNotificationsOptions,
  GetKnowledgeSourcesOptions,
  GetRoomsOptions,
  GetVersionHistoryOptions,
  GetWebKnowledgeSourceLinksOptions,
  HistoryVersion,
  IUserInfo,
  InboxNotificationsQueryCriteria,
  Json,
  JsonArray,
  JsonObject,
  JsonScalar,
  KnowledgeSource,
  LiveFileData,
  LiveStructure,
  LiveblocksOptions,
  Lson,
  LsonObject,
  MassMutateStorageCallback,
  MassMutateStorageOptions,
  MutateStorageCallback,
  MutateStorageOptions,
  NotificationEvent,
  Page,
  PaginationOptions,
  PlainLsonObject,
  RoomAccesses,
  RoomCreatedEvent,
  RoomData,
  RoomDeletedEvent,
  RoomPermission,
  RoomPermissions,
  RoomUser,
  RoomsQueryCriteria,
  SetPresenceOptions,
  StorageFileUrl,
  StorageUpdatedEvent,
  TextMentionNotificationEvent,
  ThreadCreatedEvent,
  ThreadData,
  ThreadDeletedEvent,
  ThreadMarkedAsResolvedEvent,
  ThreadMarkedAsUnresolvedEvent,
  ThreadMetadataUpdatedEvent,
  ThreadNotificationEvent,
  ThreadParticipants,
  UpdateAiCopilotOptions,
  UpdateFeedMessageOptions,
  UpdateFeedOptions,
  UpdateRoomOptions,
  UpsertRoomOptions,
  User,
  UserEnteredEvent,
  UserLeftEvent,
  WebKnowledgeSourceLink,
  WebhookEvent,
  WebhookRequest,
  YDocUpdatedEvent,
} from "./index.ts";

/** Each type once, with the parameters that it has. */
export interface OfficialTypes {
  readonly AiCopilot: AiCopilot;
  readonly CommentAttachment: CommentAttachment;
  readonly CommentBody: CommentBody;
  readonly CommentBodyBlockElement: CommentBodyBlockElement;
  readonly CommentBodyElement: CommentBodyElement;
  readonly CommentBodyInlineElement: CommentBodyInlineElement;
  readonly CommentBodyLink: CommentBodyLink;
  readonly CommentBodyMention: CommentBodyMention;
  readonly CommentBodyParagraph: CommentBodyParagraph;
  readonly CommentBodyText: CommentBodyText;
  readonly CommentCreatedEvent: CommentCreatedEvent;
  readonly CommentData: CommentData;
  readonly CommentDeletedEvent: CommentDeletedEvent;
  readonly CommentEditedEvent: CommentEditedEvent;
  readonly CommentReactionAdded: CommentReactionAdded;
  readonly CommentReactionRemoved: CommentReactionRemoved;
  readonly CommentUserReaction: CommentUserReaction;
  readonly CreateAiCopilotOptions: CreateAiCopilotOptions;
  readonly CreateFeedMessageOptions: CreateFeedMessageOptions;
  readonly CreateFeedOptions: CreateFeedOptions;
  readonly CreateFileKnowledgeSourceOptions: CreateFileKnowledgeSourceOptions;
  readonly CreateRoomOptions: CreateRoomOptions;
  readonly CreateVersionHistorySnapshotResponse: CreateVersionHistorySnapshotResponse;
  readonly CreateWebKnowledgeSourceOptions: CreateWebKnowledgeSourceOptions;
  readonly CustomNotificationEvent: CustomNotificationEvent;
  readonly GetAiCopilotsOptions: GetAiCopilotsOptions;
  readonly GetInboxNotificationsOptions: GetInboxNotificationsOptions;
  readonly GetKnowledgeSourcesOptions: GetKnowledgeSourcesOptions;
  readonly GetRoomsOptions: GetRoomsOptions;
  readonly GetVersionHistoryOptions: GetVersionHistoryOptions;
  readonly GetWebKnowledgeSourceLinksOptions: GetWebKnowledgeSourceLinksOptions;
  readonly HistoryVersion: HistoryVersion;
  readonly IUserInfo: IUserInfo;
  readonly InboxNotificationsQueryCriteria: InboxNotificationsQueryCriteria;
  readonly Json: Json;
  readonly JsonArray: JsonArray;
  readonly JsonObject: JsonObject;
  readonly JsonScalar: JsonScalar;
  readonly KnowledgeSource: KnowledgeSource;
  readonly LiveFileData: LiveFileData;
  readonly LiveStructure: LiveStructure;
  readonly LiveblocksOptions: LiveblocksOptions;
  readonly Lson: Lson;
  readonly LsonObject: LsonObject;
  readonly MassMutateStorageCallback: MassMutateStorageCallback;
  readonly MassMutateStorageOptions: MassMutateStorageOptions;
  readonly MutateStorageCallback: MutateStorageCallback;
  readonly MutateStorageOptions: MutateStorageOptions;
  readonly NotificationEvent: NotificationEvent;
  readonly Page: Page<RoomData>;
  readonly PaginationOptions: PaginationOptions;
  readonly PlainLsonObject: PlainLsonObject;
  readonly RoomAccesses: RoomAccesses;
  readonly RoomCreatedEvent: RoomCreatedEvent;
  readonly RoomData: RoomData;
  readonly RoomDeletedEvent: RoomDeletedEvent;
  readonly RoomPermission: RoomPermission;
  readonly RoomPermissions: RoomPermissions;
  readonly RoomUser: RoomUser;
  readonly RoomsQueryCriteria: RoomsQueryCriteria;
  readonly SetPresenceOptions: SetPresenceOptions;
  readonly StorageFileUrl: StorageFileUrl;
  readonly StorageUpdatedEvent: StorageUpdatedEvent;
  readonly TextMentionNotificationEvent: TextMentionNotificationEvent;
  readonly ThreadCreatedEvent: ThreadCreatedEvent;
  readonly ThreadData: ThreadData;
  readonly ThreadDeletedEvent: ThreadDeletedEvent;
  readonly ThreadMarkedAsResolvedEvent: ThreadMarkedAsResolvedEvent;
  readonly ThreadMarkedAsUnresolvedEvent: ThreadMarkedAsUnresolvedEvent;
  readonly ThreadMetadataUpdatedEvent: ThreadMetadataUpdatedEvent;
  readonly ThreadNotificationEvent: ThreadNotificationEvent;
  readonly ThreadParticipants: ThreadParticipants;
  readonly UpdateAiCopilotOptions: UpdateAiCopilotOptions;
  readonly UpdateFeedMessageOptions: UpdateFeedMessageOptions;
  readonly UpdateFeedOptions: UpdateFeedOptions;
  readonly UpdateRoomOptions: UpdateRoomOptions;
  readonly UpsertRoomOptions: UpsertRoomOptions;
  readonly User: User;
  readonly UserEnteredEvent: UserEnteredEvent;
  readonly UserLeftEvent: UserLeftEvent;
  readonly WebKnowledgeSourceLink: WebKnowledgeSourceLink;
  readonly WebhookEvent: WebhookEvent;
  readonly WebhookRequest: WebhookRequest;
  readonly YDocUpdatedEvent: YDocUpdatedEvent;
}
