import {
  displayNameLength,
  guideLength,
  guideTitleLength,
  invitationsAtOnce,
  keyNameLength,
  managementTokensPerTeam,
  messageLength,
  personNameLength,
  secretKeysPerProject,
} from "./internal/form-rules.ts";
import { clientLimits } from "./client-limits.ts";
import { accessEntries, roomLimits } from "./room-limits.ts";
import { webhookLimits } from "./webhook-limits.ts";

const kB = 1_000;
const KiB = 1_024;
const MiB = 1_024 * KiB;
const GiB = 1_024 * MiB;

/**
 * Every bound of the platform, in two parts. Sizes are bytes of UTF-8 unless the name says otherwise, durations end in
 * `Ms`. Schemas, the engine and the limits page read these numbers; nothing else may state one. Those that clients
 * and pages of the site need come from `client-limits.ts`, `room-limits.ts`, `webhook-limits.ts` and `internal/form-rules.ts`, so
 * that they do not load the whole list.
 */

/** Bounds that are part of the API: clients and the reference rely on them, so no server has other values. */
export const fixedLimits = {
  ...roomLimits,

  // tokens
  tokenLifetimeMaxMs: 86_400_000,
  tokenLeewayMs: 60_000,
  tokenPermissionPatterns: 10,
  tokenGroups: 1_000,
  userInfoLength: 1_024,

  // paging
  pageSize: 20,
  pageSizeMax: 100,

  // the filter language
  queryLength: 2_048,
  queryTerms: 50,

  // frames
  frameDepth: clientLimits.frameDepth,
  frameTokens: 3_000_000,
  /** Frames at least this long are scanned for depth and token count before they are parsed. */
  frameScanFrom: 1 * KiB,

  // presence and events
  presenceTtlSecondsMin: 2,
  presenceTtlSecondsMax: 3_599,
  presenceTtlSecondsDefault: 60,
  prewarmMs: 10_000,

  // Storage
  storageDepth: clientLimits.storageDepth,
  opIdsAsked: clientLimits.opIdsAsked,

  // files
  storageFileNameLength: clientLimits.storageFileNameLength,
  storageFileLinksPerCall: 1_000,

  // documents
  documentGuidLength: clientLimits.documentGuidLength,

  // groups
  /** Groups that one call looks up. */
  groupsPerCall: 100,

  // metadata of pages
  urlLength: 2_048,
  urlTitleLength: 300,
  urlDescriptionLength: 1_000,
  urlRedirects: 5,
  // feeds; the metadata of one has the bounds of a room's
  /** Ids of feeds and of their messages, in characters. */
  feedIdLength: clientLimits.feedIdLength,

  // versions; the oldest go
  versionTimeoutSecondsMin: 30,
  versionTimeoutSecondsMax: 300,

  // comments
  commentMetadataValueLength: clientLimits.commentMetadataValueLength,
  attachmentsPerComment: clientLimits.attachmentsPerComment,
  attachmentLinksPerCall: 1_000,
  emojiLength: clientLimits.emojiLength,
  /** Users that one mention of a group may name. */
  mentionedUsers: 1_000,
  threadsPerPage: 50,

  // inbox notifications
  inboxPageSize: 50,
  /** Changes of an inbox that one answer holds: the newest. */
  inboxChanges: 500,
  inboxIdsPerCall: 1_000,
  /** What a notification of a project's own kind is about, in characters. */
  subjectIdLength: 256,
  mentionIdLength: 128,
  activitiesPerNotification: 50,
  /** Kinds of a project's own that its settings name. */
  notificationKinds: 100,
  /** Root keys of one text editor. */
  textEditorKeys: 20,
  notificationDelayMinMs: 60_000,
  notificationDelayMaxMs: 604_800_000,

  // accounts, teams and forms of the site
  personNameLength,
  teamNameLength: displayNameLength,
  projectNameLength: displayNameLength,
  projectDescriptionLength: 500,
  keyNameLength,
  /** From the creation of a management token to its end. */
  managementTokenLifetimeMs: 31_536_000_000,
  originsPerProject: 50,
  originLength: 300,
  /** A picture, as the text of a data URL. */
  avatarLength: 150_000,
  invitationsAtOnce,
  /** The longest that a team may say it is open after a sign-in. */
  teamSessionHoursMax: 720,
  /** The longest that a team may say chats with copilots are kept. Without a setting they are kept. */
  aiChatRetentionDaysMax: 3_650,
  /** A SAML response or metadata that is read, as XML. Metadata of some products lists every service of its server. */
  samlBytes: 64 * KiB,
  samlMetadataBytes: 256 * KiB,
  /** Elements in it, attributes of all of them, and how deep elements are nested. */
  samlElements: 1_000,
  samlMetadataElements: 4_000,
  samlAttributes: 1_000,
  samlMetadataAttributes: 4_000,
  samlDepth: 40,
  /** Certificates of one identity provider: the present one, and those that will replace it. */
  samlCertificates: 5,
  /** An identifier, address or attribute name of an identity provider. */
  samlNameLength: 1_024,
  /** A certificate, as PEM. */
  samlCertificateLength: 16 * KiB,
  messageLength,
  routeLength: 500,
  guideTitleLength,
  guideLength,

  // webhooks
  ...webhookLimits,

  // copilots
  copilotNameLength: 256,
  copilotDescriptionLength: 1_000,
  copilotPromptLength: 100_000,
  copilotModelLength: 200,
  copilotStopSequences: 20,
  copilotDomains: 100,
  copilotDomainLength: 253,
  /** Versions of a copilot's prompts, model and settings that are kept; the oldest are dropped. */
  copilotVersions: 50,
  /** Configurations of a copilot that the playground tries without saving them; the oldest are dropped. */
  copilotTrials: 50,
  providerKeyLength: 512,
  knowledgeFileNameLength: 256,

  // chats with copilots; the metadata of one has the bounds of a room's
  /** In characters; applications choose the ids of chats. */
  chatIdLength: clientLimits.chatIdLength,
  /** Of a message, and of a command. */
  chatMessageIdLength: 64,
  chatTitleLength: clientLimits.chatTitleLength,
  chatsPerPage: 50,
  /** The text of one message of a user, in characters. */
  chatTextLength: clientLimits.chatTextLength,
  toolsPerAnswer: 128,
  /** Calls of tools that a model may make at once. */
  toolCallsPerStep: 256,
  /** Tools, pieces of knowledge, and parts of a message, each in one command. */
  chatListItems: 1_000,

  // activity of projects: events, requests, counts
  logSearchLength: 200,
} as const;

/** Bounds of one server. Operators set other values in `WEFT_LIMITS`. */
export const serverLimits = {
  // room attributes
  accessEntries,

  // tokens
  tokenLifetimeMs: 3_600_000,

  // REST
  /** A JSON body of a call with a secret key. Its contents may have lower limits of their own. */
  restBody: 10 * MiB,
  /** A JSON body of any other call: of users, of strangers, and of the site. */
  smallBody: 1 * MiB,
  restStorageBody: 16 * MiB,
  restDocumentBody: 32 * MiB,
  /** Bytes of answers that callers have not read yet: of the whole process, and of one caller, who gets no further answers beyond it. */
  restUnsent: 256 * MiB,
  restUnsentPerCaller: 64 * MiB,
  /** An answer of which nothing is read for this long is ended. */
  restUnreadMs: 30_000,
  /** Requests that wait on one connection while another is answered; a connection that sends more is ended. */
  requestsWaitingPerConnection: 16,
  restHeaders: 16 * KiB,
  restHeaderTimeoutMs: 10_000,
  restBodyTimeoutMs: 30_000,
  /** For bodies that are files or parts of them. */
  restUploadTimeoutMs: 300_000,
  restRatePerSecond: 200,
  restRateBurst: 400,
  /** By address, for calls that show no valid secret key. */
  restAddressRatePerSecond: 20,
  restAddressRateBurst: 60,
  /** By network, for pages and files of the site. */
  pageRatePerSecond: 500,
  pageRateBurst: 5_000,
  /** By management token: the calls of a minute, and how many of them at once. */
  managementRatePerMinute: 1_000,
  managementRateBurst: 1_000,
  /** By user, for calls of the client API. */
  restUserRatePerSecond: 20,
  restUserRateBurst: 60,

  // the MCP server
  /** The answer of one tool call: assistants read it as text. */
  mcpAnswerBytes: 1 * MiB,

  // input that has not been read to its end: bodies, and frames of sockets
  /** Bytes of the whole process, of one caller, and of all callers of one project. */
  unreadInput: 256 * MiB,
  unreadInputPerCaller: 64 * MiB,
  unreadInputPerProject: 128 * MiB,
  /** A file or a frame of which less than `unreadInputStride` arrives within this time is ended. */
  unreadInputStalledMs: 30_000,
  unreadInputStride: 16 * KiB,

  // frames
  frame: 16 * MiB,
  /** Messages of one frame, updates included: clients that were offline send one update for every edit of a document. */
  frameMessages: 100_000,
  /** Frames longer than this are cut at op boundaries and parsed piece by piece. */
  frameSlice: 256 * KiB,

  // flow per connection
  messagesPerSecond: 240,
  messagesBurst: 2_000,
  /** Messages of one frame, updates of Storage and documents aside. */
  messagesPerFrame: 2_000,
  /** As how many messages a request for Storage counts, one for a document, and one for a page of feeds or messages. */
  storageFetchCost: 20,
  /** Requests for Storage of one connection whose answers its client has not read: each may be of another state. Clients have one. */
  storageFetchesUnread: 4,
  documentFetchCost: 2,
  feedFetchCost: 5,
  bytesPerSecond: 1 * MiB,
  bytesBurst: 32 * MiB,
  opsPerSecond: 2_000,
  opsBurst: 100_000,
  overRateCloseMs: 30_000,
  outputSoft: 1 * MiB,
  outputHard: 8 * MiB,
  outputStallMs: 10_000,
  /** Bytes that all connections of the process have been sent and not taken; over it the largest are closed. */
  outputTotal: 256 * MiB,
  /** Bytes that a room has accepted and not stored yet. Over it, it stops reading from writers for a while. */
  roomUnstored: 32 * MiB,

  // projects
  roomsPerProject: 1_000_000,
  /**
   * Storage, documents, files and feeds of all rooms, comments, notifications, and chats with copilots. Open rooms may
   * still grow, up to their own bounds.
   */
  bytesPerProject: 100 * GiB,
  /** The same for the demo project, whose public key is in every page of the examples. */
  roomsInDemo: 10_000,
  bytesInDemo: GiB,

  // lists
  /**
   * Rows that one request for a list of rooms or threads looks at. Where few of them meet the filter, a page is short, or empty,
   * and its cursor leads on.
   */
  rowsLookedAt: 10_000,

  // groups
  groupsPerProject: 10_000,
  membersPerGroup: 1_000,

  // connections
  connectionsPerRoom: 100,
  connectionsPerUserInRoom: 20,
  /** Connections of rooms, chats with copilots, and inspectors, together. */
  connectionsPerAddress: 200,
  connectionsPerProject: 10_000,
  unauthenticatedSocketMs: 5_000,
  /** Sockets whose credential is being checked, and connections that have been pending for longer than `pendingConnectionMs`. */
  unauthenticatedPerAddress: 100,
  /** How long a connection may go without a request before it counts as slow: in a burst of calls, each is new for a moment. */
  pendingConnectionMs: 2_000,
  /** Connections without a request, however new they are. */
  pendingConnectionsPerAddress: 2_000,

  // presence and events
  presence: 16 * kB,
  broadcastEvent: 1_000 * kB,

  // Storage
  liveObject: 128 * kB,
  liveValue: 128 * kB,
  storageNodes: 200_000,
  storageChildren: 100_000,
  storageKeyLength: 1_000,
  storagePosition: 1_000,
  storageBytes: 20 * MiB,
  /** Work of one JSON Patch on lists: the length of a list, added up over every operation that changes one. */
  storagePatchItems: 250_000_000,

  // LiveText
  liveText: 256 * KiB,
  /** A client that was away sends all that it typed as one update: one operation for every key. */
  textOperations: 20_000,
  /** Updates that are kept per text, for clients whose own were made before they knew of them. */
  textHistory: 1_000,
  /** All updates that one room keeps. */
  textHistoryBytes: 8 * MiB,
  /** Work on one update: a step is a piece of text passed over, or an eighth of two operations restated over each other. */
  textSteps: 1_000_000,
  /** Steps that one connection may ask for in updates of texts. */
  textStepsPerSecond: 1_000_000,
  textStepsBurst: 10_000_000,

  // files; attachments of comments have the same sizes
  storageFile: 50 * MiB,
  /** One body: a whole file of one upload call, or a part of a larger one. */
  storageFilePart: 5 * MiB,
  /** Bytes of a room's files of one kind, uploads that have begun included. */
  storageFilesPerRoom: 10 * GiB,
  /** Uploads are refused when they would leave less than this on the disk: the database needs room to write. */
  storageFileFreeFloor: 512 * MiB,
  storageFileLinkMs: 3_600_000,
  /** Clients keep the links of attachments for as long as a page is open. */
  attachmentLinkMs: 86_400_000,
  /** An attachment that no comment uses by then is deleted. */
  attachmentUnusedMs: 86_400_000,
  /** An upload that was not completed by then is forgotten. */
  storageUploadMs: 86_400_000,
  /** How often forgotten uploads and the files of deleted rooms are looked for. */
  storageSweepMs: 600_000,

  // documents
  documentBytes: 20 * MiB,
  documentStructs: 2_000_000,
  documentClients: 100_000,
  /** Structs and deleted ranges that wait for updates that have not arrived. */
  documentPending: 10_000,
  /** Subdocuments of one room that are open at once, the root document included. */
  documentsAwakePerRoom: 100,
  /** Further subdocuments of one room that wait to be opened. */
  documentsWaitingPerRoom: 2_000,
  /** Documents of all rooms that are open at once, in one process. */
  documentsAwake: 20_000,
  /** Questions that wait for one document's answer. */
  documentQuestions: 200,
  /** In one update over a socket. An update over REST is bounded by the document alone. */
  updateStructs: 200_000,
  updateClients: 1_000,
  /** Clients that are new to the document. */
  updateNewClients: 64,
  /** Ticks of a client's clock: in one struct, and between what is known and what an update brings. */
  updateRun: 10_000_000,
  updateGap: 1_000_000,
  updateDepth: 256,
  /** One update, or one question. */
  documentStepMs: 2_000,
  /** One stored row. */
  documentLoadStepMs: 15_000,
  documentWorkerHeap: 512 * MiB,
  /** A document that the main thread holds itself, and all of these together. Others are held by workers. */
  inlineDocumentBytes: 256 * KiB,
  inlineDocumentStructs: 4_000,
  inlineDocumentsBytes: 32 * MiB,
  inlineDocumentsStructs: 200_000,
  /** A document's log is merged once it is longer than either. */
  documentLogUpdates: 500,
  documentLogBytes: 1 * MiB,

  // comments
  /** The body of a comment, as JSON. */
  commentBody: 64 * kB,
  threadsPerRoom: 100_000,
  commentsPerThread: 5_000,
  /** Reactions of all users to one comment. */
  reactionsPerComment: 5_000,
  /** Users who are notified of one comment: beyond that, those mentioned first. */
  notifiedUsers: 10_000,
  /** Users who are notified in one transaction; others follow, as many at a time. */
  notifiedAtOnce: 500,
  /** Comments of a room that one search reads, the newest first. */
  commentsSearched: 50_000,
  /** Threads, with their comments, that one page or one answer about changes holds. At least one thread is sent. */
  threadsAnswer: 8 * MiB,
  /** Threads of one answer about changes. */
  threadChanges: 1_000,
  /** Comments that one search answers. */
  commentSearchResults: 50,
  /** How long tombstones are kept, for clients that ask for changes. */
  tombstonesKeptMs: 2_592_000_000,
  /** Until a `notification` event is sent of a notification that is not read. */
  notificationDelayMs: 1_800_000,
  /** Data of one activity of a notification, as JSON. */
  activityData: 4 * kB,
  /** How far back the next question for changes of threads or of an inbox begins, so that none that was being written is missed. */
  changeOverlapMs: 10_000,
  /** Users who return to a room receive events of threads that changed within this time. Clients poll every five minutes. */
  commentsRecentMs: 360_000,
  /** Of so many threads at most, the newest. */
  commentsRecentThreads: 20,
  /** How often tombstones are looked for that are too old. */
  tombstoneSweepMs: 3_600_000,
  // feeds
  feedsPerRoom: 10_000,
  messagesPerFeed: 10_000,
  /** The metadata of one feed, as JSON. */
  feedMetadata: 64 * kB,
  /** The data of one message, as JSON. */
  feedMessageData: 128 * kB,
  /** Pages of feeds and of messages are cut short when they hold more than this, but never to nothing. */
  feedPageBytes: 1 * MiB,
  /** Requests of one connection that wait, and the bytes of their frames; beyond either it is not read. */
  feedRequestsWaiting: 200,
  feedRequestBytesWaiting: 1 * MiB,

  // versions; the oldest go
  versionsPerRoom: 1_000,
  /** Compressed. */
  versionBytesPerRoom: 1 * GiB,
  /** Versions of one project that wait to be made: they are made one at a time. */
  versionsWaiting: 50,

  // accounts, teams and forms of the site
  secretKeysPerProject,
  /** Management tokens of one team that work. */
  managementTokensPerTeam,
  /** How long a management token is kept after its end, so that callers learn why it is refused. */
  managementTokenKeptMs: 2_592_000_000,
  /** How long a key signs the tokens of a project before another one takes its place. */
  signingKeyLifetimeMs: 7_776_000_000,
  /** From the day on which a production project is deleted to the end of its data. */
  projectGraceMs: 604_800_000,
  /** How often projects and exports whose time is over are looked for. */
  projectSweepMs: 600_000,
  /** Invitations that one account sends within a day. */
  invitationsPerDay: 200,
  invitationLifetimeMs: 604_800_000,
  /** Forms sent from one address within a window. */
  formsPerAddress: 5,
  formWindowMs: 600_000,
  /** Notifications that an example triggers for users of the demo project, from one address within the same window. */
  demoNotificationsPerAddress: 100,
  /** Tries to sign in, per account and per address, within a window. */
  signInsPerAccount: 5,
  signInsPerAddress: 20,
  signInWindowMs: 900_000,
  /** From the start of a single sign-on to its end, the time at the identity provider included. */
  ssoSignInMs: 600_000,
  /** How far the clocks of this server and an identity provider may differ. */
  ssoClockSkewMs: 60_000,
  /** How long reading one SAML response or metadata may take, and its memory. */
  samlReadMs: 2_000,
  samlReadHeap: 64 * MiB,
  /** SAML responses and metadata that wait to be read. */
  samlReadsWaiting: 100,
  samlReadsWaitingPerTeam: 25,
  /** Single sign-ons of one team under way. Over it, the network with the most of them makes room. */
  ssoSignInsPerTeam: 10_000,
  /** Domains that one team claims. */
  ssoDomainsPerTeam: 20,
  /** How long name servers have to answer when a domain is verified. */
  domainLookupMs: 5_000,
  /** Passwords that are hashed or checked at once: the work is slow on purpose, and shares threads with files. */
  passwordHashesAtOnce: 2,
  /** Passwords that wait for it; beyond that, callers are asked to retry. */
  passwordHashesWaiting: 32,
  /** Inspectors of rooms, and followers of logs, at once. */
  inspectorsPerProject: 50,

  // exports of projects
  exportLifetimeMs: 604_800_000,
  /** The newest that a project keeps. */
  exportsPerProject: 3,
  exportRooms: 200_000,
  exportPart: 8 * MiB,
  /** A process that makes an export and does not renew its lease for this long is considered gone. */
  exportLeaseMs: 60_000,
  exportAttempts: 3,

  // background jobs
  /** How often jobs that another process added are looked for. */
  jobPollMs: 10_000,
  /** How long a job belongs to the process that runs it; renewed while it runs. */
  jobLeaseMs: 60_000,
  /** Until a job that failed is tried again: at first, each time twice as long, and at most. */
  jobRetryMs: 15_000,
  jobRetryMaxMs: 3_600_000,
  /** A job that was running at so many deaths of a server process, one after another, is parked. */
  jobDeaths: 2,

  // outgoing requests to addresses that users name
  /** In progress at once: in total, and to one host. */
  outboundRequests: 100,
  outboundRequestsPerHost: 20,
  /** For one project: webhooks, link previews, and requests to AI providers until they begin to answer. */
  outboundRequestsPerProject: 25,
  /** Requests that wait until others end, in total and of one project; beyond that, they fail. Projects take turns. */
  outboundRequestsWaiting: 1_000,
  outboundRequestsWaitingPerProject: 250,

  // metadata of pages
  /** Bytes of a page that are read. */
  urlPage: 1 * MiB,
  urlTimeoutMs: 5_000,
  /** Pages whose metadata is kept in memory, and for how long; failures are kept for a shorter time. */
  urlsCached: 2_000,
  urlCachedMs: 3_600_000,
  urlFailureCachedMs: 60_000,

  // emails
  /** Handed over at the same time. */
  mailsAtOnce: 5,
  /** How long one process holds a mail. */
  mailClaimMs: 300_000,
  /** Until a mail that was not accepted is tried again: at first, each time twice as long, and at most. */
  mailRetryMs: 60_000,
  mailRetryMaxMs: 3_600_000,
  /** How long a mail without an expiry of its own is tried. */
  mailLifetimeMs: 86_400_000,
  /** How often usage is checked for alerts that are due to a team. */
  usageAlertMs: 60_000,

  // webhooks
  webhooksPerProject: 50,
  /** Timeout of one attempt. */
  webhookTimeoutMs: 15_000,
  /** Bytes kept of an endpoint's answer. */
  webhookAnswer: 2 * KiB,
  /** Until the second attempt. Later ones wait `webhookRetryFactors` times as long. */
  webhookRetryMs: 5_000,
  /** Attempts at the same time: to one endpoint, and of the whole process. */
  webhooksAtOnce: 10,
  webhooksAtOnceInAll: 1_000,
  /** How long a message belongs to the process that delivers it. Longer than `webhookTimeoutMs`. */
  webhookLeaseMs: 60_000,
  /** An endpoint without a successful delivery for this long is disabled. */
  webhookFailingMs: 432_000_000,
  /** How long messages are kept, and the newest of an endpoint that are kept, pending messages included. */
  webhookMessagesKeptMs: 604_800_000,
  webhookMessagesKept: 100_000,
  /** How often expired messages are looked for. */
  webhookSweepMs: 600_000,
  /** Of how many of an endpoint's newest messages, at most, members see rates and charts. */
  webhookMessagesCounted: 5_000,
  /** The newest requests of the request catchers of a project that are kept, and the bytes of all. */
  webhookCatcherRequests: 100,
  webhookCatcherBytes: 2 * MiB,
  /** Bytes of one request's body that are kept; the rest is cut off. */
  webhookCatcherRequest: 64 * KiB,
  /** How long an endpoint that leads to a request catcher is kept, and what was caught. */
  webhookCatcherKeptMs: 604_800_000,
  /** How often events of connections are written. */
  connectionEventsMs: 250,
  /** Events of connections that wait to be written; the oldest are dropped beyond it. */
  connectionEventsWaiting: 20_000,

  // copilots
  copilotsPerProject: 1_000,
  /** How long a provider may take to answer the test of a key, and how many tests one project may run in a minute. */
  copilotKeyTestMs: 15_000,
  copilotKeyTestsPerMinute: 20,
  /** Characters of a provider's message that the test of a key shows. */
  copilotKeyTestMessageLength: 300,
  /** Knowledge sources that one project may have read again within an hour. */
  knowledgeReindexesPerHour: 100,
  /** Tokens that models read and write for one project in a month; 0 for no limit. */
  aiTokensPerMonth: 0,
  knowledgeSourcesPerCopilot: 1_000,
  /** One file, and the text that is read from it. */
  knowledgeFile: 20 * MiB,
  /** Pages of one web source, and how deep a crawl follows links. */
  knowledgePages: 500,
  knowledgeCrawlDepth: 10,
  knowledgeSitemapDepth: 3,
  /** Bytes of one page, and of a PDF, after they were unpacked; and of all pages of a source. */
  knowledgePageBytes: 5 * MiB,
  knowledgePdfBytes: 20 * MiB,
  /** Bytes of a sitemap that are received, and of one that are read after it was unpacked: the rest is left out. */
  knowledgeSitemapBytes: 20 * MiB,
  knowledgeSitemapUnpackedBytes: 50 * MiB,
  knowledgeCrawlBytes: 100 * MiB,
  knowledgePageTimeoutMs: 15_000,
  /** A source that is not read by then keeps the pages that it has. */
  knowledgeCrawlMs: 1_800_000,
  /** Between two requests to one host, unless its robots.txt asks for more, and the most that it may ask for. */
  knowledgeRequestGapMs: 1_000,
  knowledgeRequestGapMaxMs: 5_000,
  /** Rules of a site's robots.txt that are read, and characters of one. Longer paths are disallowed by their beginning. */
  robotsRules: 1_000,
  robotsRuleLength: 256,
  /** The longest wait for a site that answers 429 or 503 with Retry-After; one that asks for more is asked again by then. */
  knowledgeRetryAfterMs: 30_000,
  /** Pages that are read at the same time for one source. */
  knowledgePagesAtOnce: 4,
  /** Characters of one passage, and those that it shares with the passage before. */
  knowledgePassageLength: 2_400,
  knowledgePassageOverlap: 320,
  knowledgePassagesPerSource: 50_000,
  /** Passages that one search returns, and those of one page among them. */
  knowledgeResults: 8,
  knowledgeResultsPerPage: 3,
  /** Passages of one copilot that are found by meaning; further ones are found by words alone. */
  knowledgeVectorsPerCopilot: 10_000,
  /** Texts that one call of the embedding model receives, and how long it may take for a search. */
  knowledgeEmbeddingTexts: 64,
  knowledgeEmbeddingTimeoutMs: 5_000,
  /** How often sources are looked for that the embedding model has not read. */
  knowledgeEmbeddingSweepMs: 3_600_000,
  /** How often words of deleted passages are removed from the index of knowledge (G12). */
  knowledgeIndexSweepMs: 28_800_000,
  /** Time and memory of the thread that reads the text of one page or file; its buffers may hold as much again. */
  knowledgeExtractionMs: 30_000,
  knowledgeExtractionHeap: 512 * MiB,
  /** Parts of a Word document after they were unpacked, without its pictures. */
  knowledgeUnpackedBytes: 64 * MiB,
  /** How long reading a source may hold its lease before another process takes over. */
  knowledgeLeaseMs: 60_000,
  /** Sources that one process reads at the same time: in total, and of one project. Their texts are read in turns by project. */
  knowledgeSourcesAtOnce: 4,
  knowledgeSourcesAtOncePerProject: 2,

  // chats with copilots
  /** One frame of the AI socket, from a client. */
  chatFrame: 1 * MiB,
  /** Values and brackets in it. */
  chatFrameTokens: 50_000,
  /** The knowledge that an application passes to a model with one call. */
  chatKnowledge: 256 * KiB,
  chatsPerUser: 10_000,
  messagesPerChat: 50_000,
  /** Bytes of the messages of one chat, branches included: more than a model reads. */
  chatBytes: 4 * MiB,
  /** Bytes of all chats of one user. Beyond either, questions are refused. Chats also count in `bytesPerProject`. */
  chatBytesPerUser: 256 * MiB,
  /**
   * Bytes of refused questions that are kept in memory, so that users can ask again: in total, and of one user. The oldest are
   * forgotten, and all after a time.
   */
  refusedQuestionBytes: 16 * MiB,
  refusedQuestionBytesPerUser: 1 * MiB,
  refusedQuestionMs: 600_000,
  /** By connection. */
  chatCommandsPerSecond: 10,
  chatCommandsBurst: 50,
  chatConnectionsPerUser: 50,
  chatOutput: 8 * MiB,
  /** Answers in progress: of one user, and of a project. */
  answersPerUser: 5,
  answersPerProject: 200,
  answerTimeoutMs: 30_000,
  answerTimeoutMaxMs: 300_000,
  /** Calls of the model for one question, continuations after tools included. */
  answerSteps: 20,
  /** The content of one answer. */
  answerBytes: 1 * MiB,
  /** How often an answer in progress is written. */
  answerFlushMs: 1_000,
  /** How long an answer belongs to the process that generates it, unless renewed. */
  answerLeaseMs: 10_000,
  /** How long after its end an answer is sent to a client that reconnects. */
  answerResentMs: 300_000,
  chatTitleTimeoutMs: 10_000,
  /**
   * Bytes of one response of an AI provider, and of one line of it where it is streamed; beyond either, the answer fails. Its time
   * is that of the answer.
   */
  providerResponseBytes: 8 * MiB,
  providerLineBytes: 256 * KiB,
  /** Bytes that are read of a response that describes an error, and of a short text such as a title. */
  providerErrorBytes: 64 * KiB,
  providerTextBytes: 256 * KiB,
  // the receiver of webhooks that an example shows of the demo project
  /** Rooms whose requests are kept, how many of each, and the bytes of all; the oldest are dropped beyond it. */
  demoReceiverRooms: 200,
  demoReceiverRequests: 40,
  demoReceiverBytes: 4 * MiB,
  /** Bytes of one request; larger ones are not shown. */
  demoReceiverRequest: 16 * KiB,
  /** Pages that show requests: in total, and of one address. */
  demoReceiverPages: 200,
  demoReceiverPagesPerAddress: 20,
  /** After the last page was closed, events are sent to the receiver for this long. */
  demoReceiverIdleMs: 600_000,

  // activity of projects: events, requests, counts
  activityFlushMs: 2_000,
  /** Events and requests of one project within that time; more are counted, and not listed. */
  eventsAtOnce: 1_000,
  /** The newest of each that a project keeps, however long its plan keeps them. */
  eventsKept: 100_000,
  eventsPerPage: 50,
  /** Rejected calls of a project (by a rate, or with a key that has ended), listed within a minute. */
  refusedPerMinute: 60,
  /** Bytes kept of a request's body, and of its response's. */
  requestContent: 16 * KiB,
  /** Bytes kept of requests within `activityFlushMs`: of one project, and of all. */
  requestContentsAtOnce: 64 * KiB,
  requestContentsInAll: 1 * MiB,
  /** The newest requests of a project whose contents are kept. */
  requestContentsKept: 1_000,
  /**
   * Minimum interval between two events of one type about changes of one room, unless a webhook endpoint of its project has
   * a shorter throttle, and between two measurements of it.
   */
  changeEventMs: 60_000,
  /** Rooms of a project whose counts of a day are kept once it is over: those with the highest ones. */
  roomsCountedPerDay: 1_000,
  samplesKeptMs: 5_616_000_000,
  activitySweepMs: 480_000,
  /** How often the server checks that it is available, for the status page. */
  statusCheckMs: 60_000,
  /** How long the status page looks back. */
  statusKeptMs: 7_776_000_000,
  /** How often writes are copied to the second place: half of what a lost disk may cost. */
  backupLogMs: 4_000,
  /** How often a whole copy of the database is made there. */
  backupBaseMs: 3_600_000,
  /** How long copies stay. Deleted content is in them for as long. */
  backupKeptMs: 2_592_000_000,
  /** How often the write-ahead log is emptied, so that nothing that was deleted outlives a day in it (G12). */
  logTruncationMs: 28_800_000,
  /** How long after a deletion that happens, together with all other deletions since. */
  erasureDelayMs: 60_000,
  /** How often an erasure of a user is tried before it has failed. */
  userErasureAttempts: 10,
  /** Records of erasures of users that a project keeps: the newest. */
  userErasuresKept: 200,
  /** How often an inspector is shown Storage that changes. */
  inspectedStorageMs: 250,
  /** Bytes that inspectors of the whole process have not read yet; beyond it, no room is sent again in full. */
  inspectedUnsent: 64 * MiB,

  // time
  heartbeatMs: 30_000,
  /** A connection that has sent nothing, not even a protocol pong, for this long is gone (G8: within 75 s). */
  silentConnectionMs: 60_000,
  /** Timeout of database reads: a disk that hangs must not make callers hang. */
  databaseAnswerMs: 10_000,
  /** Connections to PostgreSQL for reads, at most; three more write and keep the lock. */
  databaseConnections: 8,
  /** A node that has not renewed its lease for this long loses its rooms to the nodes that claim them. */
  leaseMs: 6_000,
  leaseRenewMs: 2_000,
  /** How long messages of a busy room of 17 to 63 connections are collected; smaller and larger rooms derive theirs from it. */
  flushWindowMs: 8,
  /** A room that decides something large yields to the event loop this often. */
  turnSliceMs: 10,
  roomIdleMs: 30_000,
  drainMs: 5_000,
  drainPerSecond: 200,
  drainDeadlineMs: 30_000,
  actorBlock: 64,
  coldLoads: 32,
  /**
   * How long a call waits for a room whose node is lost, or that moves to another one. Less than `unauthenticatedSocketMs`: a
   * client that is told that the room moves returns at once, and one that is told to try later stays away for half a minute.
   */
  roomMoveMs: 4_000,
  /**
   * How long a node may keep other nodes of a cluster from changing the feeds of a room that is in use, or from making a version of
   * it; one that needs longer may be overtaken.
   */
  roomTurnMs: 30_000,
  /** The rooms of which a node remembers which node has them. */
  knownOwners: 100_000,
  /** How many rooms a node with more of them than the others gives up each time that it renews its lease. */
  roomsMovedPerRenewal: 20,
  /** A room that is given up like this was not used for this long. */
  quietRoomMs: 10_000,
} as const;

export const limits = { ...fixedLimits, ...serverLimits } as const;

export type Limits = { readonly [K in keyof typeof limits]: number };
