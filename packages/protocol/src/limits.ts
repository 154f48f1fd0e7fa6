import {
  displayNameLength,
  invitationsAtOnce,
  keyNameLength,
  messageLength,
  personNameLength,
  secretKeysPerProject,
} from "./internal/form-rules.ts";
import { accessEntries, roomLimits } from "./room-limits.ts";

const kB = 1_000;
const KiB = 1_024;
const MiB = 1_024 * KiB;
const GiB = 1_024 * MiB;

/**
 * Every bound of the platform, in two parts. Sizes are bytes of UTF-8 unless the name says otherwise, durations end in
 * `Ms`. Schemas, the engine and the limits page read these numbers; nothing else may state one. Those that pages of the
 * site show come from `room-limits.ts` and `internal/form-rules.ts`, so that a page does not load the whole list.
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
  frameDepth: 64,
  frameTokens: 3_000_000,
  /** Frames at least this long are scanned for depth and token count before they are parsed. */
  frameScanFrom: 1 * KiB,

  // presence and events
  presenceTtlSecondsMin: 2,
  presenceTtlSecondsMax: 3_599,
  presenceTtlSecondsDefault: 60,
  prewarmMs: 10_000,

  // Storage
  storageDepth: 64,

  // files
  storageFileNameLength: 256,
  storageFileLinksPerCall: 1_000,

  // documents
  documentGuidLength: 200,

  // versions; the oldest go
  versionTimeoutSecondsMin: 30,
  versionTimeoutSecondsMax: 300,

  // accounts, teams and forms of the site
  personNameLength,
  teamNameLength: displayNameLength,
  projectNameLength: displayNameLength,
  keyNameLength,
  originsPerProject: 50,
  originLength: 300,
  /** A picture, as the text of a data URL. */
  avatarLength: 150_000,
  invitationsAtOnce,
  /** The longest that a team may say it is open after a sign-in. */
  teamSessionHoursMax: 720,
  messageLength,
  routeLength: 500,

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
  /** Bytes of responses of the whole process that callers have not read yet. */
  restUnsent: 256 * MiB,
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
  /** By user, for calls of the client API. */
  restUserRatePerSecond: 20,
  restUserRateBurst: 60,

  // frames
  frame: 16 * MiB,
  /** Messages of one frame, updates included: clients that were offline send one update for every edit of a document. */
  frameMessages: 100_000,
  /** Frames longer than this are cut at op boundaries and parsed piece by piece. */
  frameSlice: 256 * KiB,
  /** An oversized frame makes an SDK resend for ever: this many within the window close for good. */
  oversizedFrames: 3,
  oversizedFramesWindowMs: 300_000,

  // flow per connection
  messagesPerSecond: 240,
  messagesBurst: 2_000,
  /** Messages of one frame, updates of Storage and documents aside. */
  messagesPerFrame: 2_000,
  /** As how many messages a request for Storage counts, and one for a document. */
  storageFetchCost: 20,
  documentFetchCost: 2,
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
  /** Bytes that a room has taken and not stored yet. Over it, it reads on from those who write once the disk has caught up. */
  roomUnstored: 32 * MiB,

  // projects
  roomsPerProject: 1_000_000,
  /** Storage, documents and files of all rooms. Rooms that are open may grow on, up to their own bounds. */
  bytesPerProject: 100 * GiB,

  // connections
  connectionsPerRoom: 100,
  connectionsPerUserInRoom: 20,
  connectionsPerAddress: 200,
  connectionsPerProject: 10_000,
  unauthenticatedSocketMs: 5_000,
  unauthenticatedPerAddress: 100,

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

  // files
  storageFile: 50 * MiB,
  /** One body: a whole file of one upload call, or a part of a larger one. */
  storageFilePart: 5 * MiB,
  /** Bytes of a room's files, uploads that have begun included. */
  storageFilesPerRoom: 10 * GiB,
  /** Uploads are refused when they would leave less than this on the disk: the database needs room to write. */
  storageFileFreeFloor: 512 * MiB,
  storageFileLinkMs: 3_600_000,
  /** An upload that was not completed by then is forgotten. */
  storageUploadMs: 86_400_000,
  /** How often forgotten uploads and the files of deleted rooms are looked for. */
  storageSweepMs: 600_000,
  /** Bytes of files on their way in, of the whole process. */
  restUploading: 128 * MiB,
  /** Of these, for one user or one back end. */
  restUploadingPerCaller: 32 * MiB,

  // documents
  documentBytes: 20 * MiB,
  documentStructs: 2_000_000,
  documentClients: 100_000,
  /** What waits for something that has not arrived: structs and deleted ranges. */
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
  /** Clients of which the document knows nothing yet. */
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
  /** A document's log is merged once it is longer than either. */
  documentLogUpdates: 500,
  documentLogBytes: 1 * MiB,

  // versions; the oldest go
  versionsPerRoom: 1_000,
  /** Compressed. */
  versionBytesPerRoom: 1 * GiB,
  /** Versions of one project that wait to be made: they are made one at a time. */
  versionsWaiting: 50,

  // accounts, teams and forms of the site
  secretKeysPerProject,
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
  /** Tries to sign in, per account and per address, within a window. */
  signInsPerAccount: 5,
  signInsPerAddress: 20,
  signInWindowMs: 900_000,
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
  /** Who makes an export and does not say so for this long is taken to be gone. */
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

  // mails
  /** Handed over at the same time. */
  mailsAtOnce: 5,
  /** How long one process has a mail to itself. */
  mailClaimMs: 300_000,
  /** Until a mail that was not taken is tried again: at first, each time twice as long, and at most. */
  mailRetryMs: 60_000,
  mailRetryMaxMs: 3_600_000,
  /** How long a mail is tried that does not say itself how long it is of use. */
  mailLifetimeMs: 86_400_000,
  /** How often usage is checked for alerts that are due to a team. */
  usageAlertMs: 60_000,

  // activity of projects: events, requests, counts
  activityFlushMs: 2_000,
  /** Events and requests of one project within that time; more are counted, and not listed. */
  eventsAtOnce: 1_000,
  /** The newest of each that a project keeps, however long its plan keeps them. */
  eventsKept: 100_000,
  eventsPerPage: 50,
  /** Calls of a project that are turned away (by a rate, or with a key that has ended), listed within a minute. */
  refusedPerMinute: 60,
  /** Bytes kept of a request's body, and of its response's. */
  requestContent: 16 * KiB,
  /** Bytes kept of requests within `activityFlushMs`: of one project, and of all. */
  requestContentsAtOnce: 64 * KiB,
  requestContentsInAll: 1 * MiB,
  /** The newest requests of a project of which is kept what was in them. */
  requestContentsKept: 1_000,
  /** Minimum interval between two events of one type about changes of one room, and between two measurements of it. */
  changeEventMs: 60_000,
  samplesKeptMs: 5_616_000_000,
  activitySweepMs: 480_000,
  /** How often what was written is copied to the second place: half of what a lost disk may cost. */
  backupLogMs: 4_000,
  /** How often a whole copy of the database is made there. */
  backupBaseMs: 3_600_000,
  /** How long copies stay. Deleted content is in them for as long. */
  backupKeptMs: 2_592_000_000,
  /** How often the write-ahead log is emptied, so that nothing that was deleted outlives a day in it (G12). */
  logTruncationMs: 28_800_000,
  /** How long after a deletion that happens, with whatever else was deleted meanwhile. */
  erasureDelayMs: 60_000,
  /** How often an inspector is shown Storage that changes. */
  inspectedStorageMs: 250,
  /** Bytes that inspectors of the whole process have not read yet; beyond it, no room is sent again in full. */
  inspectedUnsent: 64 * MiB,

  // time
  heartbeatMs: 30_000,
  /** A connection that has said nothing, not even a protocol pong, for this long is gone (G8: within 75 s). */
  silentConnectionMs: 60_000,
  /** Timeout of database reads: a disk that hangs must not make callers hang. */
  databaseAnswerMs: 10_000,
  /** Connections to PostgreSQL for reads, at most; three more write and keep the lock. */
  databaseConnections: 8,
  flushWindowMs: 8,
  /** A room that decides something large gives the event loop back this often. */
  turnSliceMs: 10,
  roomIdleMs: 30_000,
  drainMs: 5_000,
  drainPerSecond: 200,
  drainDeadlineMs: 30_000,
  actorBlock: 64,
  coldLoads: 32,
} as const;

export const limits = { ...fixedLimits, ...serverLimits } as const;

export type Limits = { readonly [K in keyof typeof limits]: number };
