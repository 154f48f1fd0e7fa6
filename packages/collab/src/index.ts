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
export { demoProjectId, createProjects } from "./projects/projects.ts";
export type {
  Projects,
  ProjectsOptions,
  CreatedKey,
  CreatedProject,
  DemoProject,
  NewProject,
  ProjectChange,
} from "./projects/projects.ts";
export { RefusedKey } from "./projects/refused-key.ts";
export { createCursors } from "./cursor.ts";
export { bothEffects } from "./effects.ts";
export type { Effects, EffectsOf } from "./effects.ts";
export type { OutboxEvent, OutboxRecords } from "./events/outbox-records.ts";
export { JobRefused, JobStopped } from "./jobs/job.ts";
export type { JobHandler, RunningJob } from "./jobs/job.ts";
export type { JobFilter, JobRecord, JobRecords } from "./jobs/job-records.ts";
export type { JobClaim, NewJob } from "./jobs/new-job.ts";
export type { ExportName, ExportRecord, ExportRecords } from "./exports/export-records.ts";
export { createExports } from "./exports/exports.ts";
export type { ExportedRoom, ExportOutcome, Exports, ExportsOptions } from "./exports/exports.ts";
export type { Cursors, CursorScope, SortKey } from "./cursor.ts";
export { readQuery } from "./query/fields.ts";
export type { CheckedCondition, QueryField, QueryFields } from "./query/fields.ts";
export { readRoomQuery } from "./query/room-query.ts";
export { describeRoom } from "./rooms/describe-room.ts";
export type { RoomDescription } from "./rooms/describe-room.ts";
export type { RoomCredential, CredentialUser } from "./rooms/room-access.ts";
export type { NewRoomRecord, RoomFilter, RoomRecord, RoomRecords } from "./rooms/room-records.ts";
export { checkNewRoomId, isNewRoomId } from "./rooms/room-rules.ts";
export type { MetadataValue, RoomDraft, RoomPatch } from "./rooms/room-rules.ts";
export { createRooms } from "./rooms/rooms.ts";
export type { RoomAccess, RoomListener, RoomPage, Rooms, RoomSearch, RoomsOptions } from "./rooms/rooms.ts";
export { createSeal, deriveKey } from "./seal.ts";
export type { Seal } from "./seal.ts";
export { createFileLinks } from "./files/file-links.ts";
export type { FileLinks, OpenedLink } from "./files/file-links.ts";
export { createStorageFiles } from "./files/storage-files.ts";
export type { FileLink, StorageFiles, StorageFilesOptions } from "./files/storage-files.ts";
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
export { createTeams } from "./teams/teams.ts";
export type { Actor, AuditSearch, InvitationView, InviteOutcome, Teams, TeamsOptions } from "./teams/teams.ts";
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
export { createVersions } from "./versions/versions.ts";
export type { RoomMoment, Versions, VersionsOptions } from "./versions/versions.ts";
export {
  counted,
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
  ActivityRecords,
  ContentsRecord,
  Counted,
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
export { openActivityWriter } from "./activity/activity-writer.ts";
export type { ActivityWriter, ActivityWriterOptions } from "./activity/activity-writer.ts";
export { createEventLog } from "./activity/event-log.ts";
export type { EventLog, EventLogOptions } from "./activity/event-log.ts";
export type { UsageAlert, UsageAlertRecords } from "./activity/usage-alert-records.ts";
export { createUsageAlertHandler, usageAlertJobs } from "./activity/usage-alerts.ts";
export type { ReachedThreshold, UsageAlertMail, UsageAlertsOptions } from "./activity/usage-alerts.ts";
export { describeEvent, describeRequest, createActivity } from "./activity/activity.ts";
export type { Activity, ActivityOptions, LiveActivity, ProjectStatistics, TeamUsage } from "./activity/activity.ts";
export { createProjectRooms } from "./rooms/project-rooms.ts";
export type { ProjectRooms, ProjectRoomsSearch } from "./rooms/project-rooms.ts";
export type { MessageFilter, MessageKind, MessageRecord, MessageRecords } from "./messages/message-records.ts";
export { createMessages } from "./messages/messages.ts";
export type { MessageMail, Messages, MessagesOptions } from "./messages/messages.ts";
export { createQuotas } from "./quotas.ts";
export type { ProjectUsage, QuotaRecords, Quotas } from "./quotas.ts";
