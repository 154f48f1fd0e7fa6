import { z } from "zod";
import { limits } from "./limits.ts";
import { NameInPath } from "./storable.ts";
import { storageFileId } from "./storage-file-id.ts";

/** A room's caller-chosen name, unique within its project. `*` is reserved for permission patterns. */
export const RoomId = NameInPath.min(1).max(limits.roomIdLength).brand<"RoomId">();
export type RoomId = z.output<typeof RoomId>;

/** A user's caller-chosen name, unique within its project. */
export const UserId = NameInPath.min(1).max(limits.userIdLength).brand<"UserId">();
export type UserId = z.output<typeof UserId>;

/** The author of threads, comments and reactions that are written with a public key. */
export const anonymousUser = "anonymous" as UserId;

export const GroupId = NameInPath.min(1).max(limits.groupIdLength).brand<"GroupId">();
export type GroupId = z.output<typeof GroupId>;

/** An opaque string; the tenant of every row. */
export const ProjectId = NameInPath.min(1).brand<"ProjectId">();
export type ProjectId = z.output<typeof ProjectId>;

/** A file of a room's Storage. Its uploader chooses the id. */
export const StorageFileId = z
  .string()
  .regex(storageFileId, "must be `fl_` and 21 letters, digits, `_` or `-`.")
  .brand<"StorageFileId">();
export type StorageFileId = z.output<typeof StorageFileId>;

/** A version of a room. */
export const VersionId = NameInPath.min(1).brand<"VersionId">();
export type VersionId = z.output<typeof VersionId>;

/** The caller-chosen name of a feed, unique within its room. */
export const FeedId = NameInPath.min(1).max(limits.feedIdLength).brand<"FeedId">();
export type FeedId = z.output<typeof FeedId>;

/** The name of a message, unique within its feed. */
export const FeedMessageId = NameInPath.min(1).max(limits.feedIdLength).brand<"FeedMessageId">();
export type FeedMessageId = z.output<typeof FeedMessageId>;

/** A copilot of a project. The server makes the id. */
export const CopilotId = NameInPath.min(1).brand<"CopilotId">();
export type CopilotId = z.output<typeof CopilotId>;

/** Web pages or a file that a copilot knows. The server makes the id: `ks_…`. */
export const KnowledgeSourceId = NameInPath.min(1).brand<"KnowledgeSourceId">();
export type KnowledgeSourceId = z.output<typeof KnowledgeSourceId>;

/** A room as the server addresses it. Two projects may hold rooms of the same id; they never meet (G11). */
export interface RoomAddress {
  readonly project: ProjectId;
  readonly room: RoomId;
}

/** The organization a room belongs to when its creator names none. */
export const defaultOrganization = "default";
