/**
 * Every call of the REST API v2 that a back end can make: the method of `Weft` that makes it, and where it goes. A method that
 * makes several calls has a route for each, `uploadFile.part`. A test compares this table with the declared endpoints.
 */
export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type RoutePattern = `${HttpMethod} /${string}`;

const room = "/v2/rooms/{roomId}";
const thread = `${room}/threads/{threadId}` as const;
const comment = `${thread}/comments/{commentId}` as const;
const file = `${room}/storage/files/{fileId}` as const;
const attachment = `${room}/attachments/{attachmentId}` as const;
const feed = `${room}/feeds/{feedId}` as const;
const user = "/v2/users/{userId}";
const group = "/v2/groups/{groupId}";
const copilot = "/v2/ai/copilots/{copilotId}";
const project = "/v2/management/projects/{projectId}";
const webhook = `${project}/webhooks/{webhookId}` as const;

export const routes = {
  "prepareSession.authorize": "POST /v2/authorize-user",
  identifyUser: "POST /v2/identify-user",
  authorizeRoom: `POST ${room}/authorize`,
  authorizePublicRoom: `POST ${room}/public/authorize`,

  getRooms: "GET /v2/rooms",
  createRoom: "POST /v2/rooms",
  getRoom: `GET ${room}`,
  updateRoom: `POST ${room}`,
  deleteRoom: `DELETE ${room}`,
  upsertRoom: `POST ${room}/upsert`,
  updateRoomId: `POST ${room}/update-room-id`,
  updateRoomOrganizationId: `POST ${room}/update-organization-id`,
  prewarmRoom: `GET ${room}/prewarm`,
  getActiveUsers: `GET ${room}/active-users`,
  broadcastEvent: `POST ${room}/broadcast-event`,
  setPresence: `POST ${room}/presence`,

  getStorageDocument: `GET ${room}/storage`,
  initializeStorageDocument: `POST ${room}/storage`,
  deleteStorageDocument: `DELETE ${room}/storage`,
  patchStorageDocument: `PATCH ${room}/storage/json-patch`,
  "mutateStorage.load": `POST ${room}/request-storage-mutation`,
  "mutateStorage.send": `POST ${room}/send-message`,

  getFileUrl: `GET ${file}`,
  "uploadFile.whole": `PUT ${file}/upload/{name}`,
  "uploadFile.start": `POST ${file}/multipart/{name}`,
  "uploadFile.part": `PUT ${file}/multipart/{uploadId}/{partNumber}`,
  "uploadFile.complete": `POST ${file}/multipart/{uploadId}/complete`,
  "uploadFile.abort": `DELETE ${file}/multipart/{uploadId}`,

  getYjsDocument: `GET ${room}/ydoc`,
  sendYjsBinaryUpdate: `PUT ${room}/ydoc`,
  getYjsDocumentAsBinaryUpdate: `GET ${room}/ydoc-binary`,

  getVersionHistory: `GET ${room}/versions`,
  createVersionHistorySnapshot: `POST ${room}/versions`,
  getYjsVersion: `GET ${room}/versions/{versionId}/yjs`,
  deleteVersion: `DELETE ${room}/versions/{versionId}`,

  getThreads: `GET ${room}/threads`,
  createThread: `POST ${room}/threads`,
  getThread: `GET ${thread}`,
  deleteThread: `DELETE ${thread}`,
  getThreadParticipants: `GET ${thread}/participants`,
  editThreadMetadata: `POST ${thread}/metadata`,
  markThreadAsResolved: `POST ${thread}/mark-as-resolved`,
  markThreadAsUnresolved: `POST ${thread}/mark-as-unresolved`,
  subscribeToThread: `POST ${thread}/subscribe`,
  unsubscribeFromThread: `POST ${thread}/unsubscribe`,
  getThreadSubscriptions: `GET ${thread}/subscriptions`,
  getThreadInboxNotifications: `GET ${thread}/inbox-notifications`,
  createComment: `POST ${thread}/comments`,
  getComment: `GET ${comment}`,
  editComment: `POST ${comment}`,
  deleteComment: `DELETE ${comment}`,
  editCommentMetadata: `POST ${comment}/metadata`,
  addCommentReaction: `POST ${comment}/add-reaction`,
  removeCommentReaction: `POST ${comment}/remove-reaction`,

  getAttachment: `GET ${attachment}`,
  "uploadAttachment.whole": `PUT ${attachment}/upload/{name}`,
  "uploadAttachment.start": `POST ${attachment}/multipart/{name}`,
  "uploadAttachment.part": `PUT ${attachment}/multipart/{uploadId}/{partNumber}`,
  "uploadAttachment.complete": `POST ${attachment}/multipart/{uploadId}/complete`,
  "uploadAttachment.abort": `DELETE ${attachment}/multipart/{uploadId}`,

  getFeeds: `GET ${room}/feeds`,
  createFeed: `POST ${room}/feeds`,
  getFeed: `GET ${feed}`,
  updateFeed: `PATCH ${feed}`,
  deleteFeed: `DELETE ${feed}`,
  getFeedMessages: `GET ${feed}/messages`,
  createFeedMessage: `POST ${feed}/messages`,
  updateFeedMessage: `PATCH ${feed}/messages/{messageId}`,
  deleteFeedMessage: `DELETE ${feed}/messages/{messageId}`,

  getInboxNotifications: `GET ${user}/inbox-notifications`,
  deleteAllInboxNotifications: `DELETE ${user}/inbox-notifications`,
  getInboxNotification: `GET ${user}/inbox-notifications/{inboxNotificationId}`,
  deleteInboxNotification: `DELETE ${user}/inbox-notifications/{inboxNotificationId}`,
  markInboxNotificationAsRead: "POST /v2/inbox-notifications/{inboxNotificationId}/read",
  triggerInboxNotification: "POST /v2/inbox-notifications/trigger",
  getNotificationSettings: `GET ${user}/notification-settings`,
  updateNotificationSettings: `POST ${user}/notification-settings`,
  deleteNotificationSettings: `DELETE ${user}/notification-settings`,
  getUserRoomSubscriptionSettings: `GET ${user}/room-subscription-settings`,
  getRoomSubscriptionSettings: `GET ${room}/users/{userId}/subscription-settings`,
  updateRoomSubscriptionSettings: `POST ${room}/users/{userId}/subscription-settings`,
  deleteRoomSubscriptionSettings: `DELETE ${room}/users/{userId}/subscription-settings`,

  getGroups: "GET /v2/groups",
  createGroup: "POST /v2/groups",
  getGroup: `GET ${group}`,
  deleteGroup: `DELETE ${group}`,
  addGroupMembers: `POST ${group}/add-members`,
  removeGroupMembers: `POST ${group}/remove-members`,
  getUserGroups: `GET ${user}/groups`,

  getAiCopilots: "GET /v2/ai/copilots",
  createAiCopilot: "POST /v2/ai/copilots",
  getAiCopilot: `GET ${copilot}`,
  updateAiCopilot: `POST ${copilot}`,
  deleteAiCopilot: `DELETE ${copilot}`,
  getKnowledgeSources: `GET ${copilot}/knowledge`,
  getKnowledgeSource: `GET ${copilot}/knowledge/{knowledgeSourceId}`,
  createWebKnowledgeSource: `POST ${copilot}/knowledge/web`,
  createFileKnowledgeSource: `PUT ${copilot}/knowledge/file/{name}`,
  getFileKnowledgeSourceMarkdown: `GET ${copilot}/knowledge/file/{knowledgeSourceId}`,
  deleteFileKnowledgeSource: `DELETE ${copilot}/knowledge/file/{knowledgeSourceId}`,
  deleteWebKnowledgeSource: `DELETE ${copilot}/knowledge/web/{knowledgeSourceId}`,
  getWebKnowledgeSourceLinks: `GET ${copilot}/knowledge/web/{knowledgeSourceId}/links`,

  getManagementProjects: "GET /v2/management/projects",
  createManagementProject: "POST /v2/management/projects",
  getManagementProject: `GET ${project}`,
  updateManagementProject: `POST ${project}`,
  deleteManagementProject: `DELETE ${project}`,
  activatePublicKey: `POST ${project}/api-keys/public/activate`,
  deactivatePublicKey: `POST ${project}/api-keys/public/deactivate`,
  rollPublicKey: `POST ${project}/api-keys/public/roll`,
  rollSecretKey: `POST ${project}/api-keys/secret/roll`,
  getManagementWebhooks: `GET ${project}/webhooks`,
  createManagementWebhook: `POST ${project}/webhooks`,
  getManagementWebhook: `GET ${webhook}`,
  updateManagementWebhook: `POST ${webhook}`,
  deleteManagementWebhook: `DELETE ${webhook}`,
  rollManagementWebhookSecret: `POST ${webhook}/secret/roll`,
  getManagementWebhookHeaders: `GET ${webhook}/additional-headers`,
  addManagementWebhookHeaders: `POST ${webhook}/additional-headers`,
  deleteManagementWebhookHeaders: `POST ${webhook}/delete-additional-headers`,
  recoverFailedWebhookMessages: `POST ${webhook}/recover-failed-messages`,
  testManagementWebhook: `POST ${webhook}/test`,

  getOpenApiDocument: "GET /v2/openapi.json",
} as const satisfies Readonly<Record<string, RoutePattern>>;

export type RouteName = keyof typeof routes;

type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
/** The parameters of a route's path, by name. */
export type PathOf<R extends RouteName> = { readonly [N in Names<(typeof routes)[R]>]: string };

/**
 * Calls that are not idempotent by their HTTP method, and have the same effect when they are repeated. Calls that give out a token
 * are among them: a token that does not arrive is used by no one.
 */
export const repeatable: ReadonlySet<RouteName> = new Set<RouteName>([
  "prepareSession.authorize",
  "identifyUser",
  "authorizeRoom",
  "authorizePublicRoom",
  "updateRoom",
  "upsertRoom",
  "setPresence",
  "mutateStorage.load",
  // The server applies an op with an id that it knows only once.
  "mutateStorage.send",
  "uploadFile.complete",
  "uploadAttachment.complete",
  "editThreadMetadata",
  "markThreadAsResolved",
  "markThreadAsUnresolved",
  "subscribeToThread",
  "unsubscribeFromThread",
  "editComment",
  "editCommentMetadata",
  "updateFeed",
  "updateFeedMessage",
  "markInboxNotificationAsRead",
  "updateNotificationSettings",
  "updateRoomSubscriptionSettings",
  "addGroupMembers",
  "removeGroupMembers",
  "updateAiCopilot",
  "updateManagementProject",
  "activatePublicKey",
  "deactivatePublicKey",
  "updateManagementWebhook",
  "addManagementWebhookHeaders",
  "deleteManagementWebhookHeaders",
]);
