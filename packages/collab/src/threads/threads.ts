/** Threads of rooms and their comments: what callers may ask. `recorded-threads.ts` carries it out. */
import type { CommentBody, RoomAddress } from "@weft/protocol";
import type { ErasedUser } from "../users/user-erasure-records.ts";
import type { CommentMetadata, CommentMetadataChange } from "./comment-rules.ts";
import type { CommentRecord, ReactionRecord, ThreadHead, ThreadRecord } from "./thread-records.ts";
import type { Visibility } from "../access/visibility.ts";

/** What a caller may do with the comments of a room. */
export interface CommentAccess {
  readonly read: readonly Visibility[];
  readonly write: readonly Visibility[];
  /** When present, only this user's own comments may be edited and deleted, and threads that this user began. */
  readonly userId?: string;
  /** The caller is not signed in: what they write subscribes and mentions no one. */
  readonly isAnonymous?: boolean;
}

/** Of back ends. */
export const fullCommentAccess: CommentAccess = { read: ["public", "private"], write: ["public", "private"] };

export interface CommentDraft {
  /** Chosen by the caller; made up when absent. */
  readonly id?: string;
  readonly userId: string;
  readonly body: CommentBody;
  readonly metadata?: CommentMetadata;
  readonly attachmentIds?: readonly string[];
  /** Defaults to now. */
  readonly createdAt?: number;
}

export interface ThreadDraft {
  readonly id?: string;
  readonly visibility?: Visibility;
  readonly metadata?: CommentMetadata;
  readonly comment: CommentDraft;
}

export interface CommentEdit {
  readonly body: CommentBody;
  readonly metadata?: CommentMetadataChange;
  /** The attachments that the comment has afterwards. */
  readonly attachmentIds?: readonly string[];
  readonly editedAt?: number;
}

/** Who changes something, and the instant that a caller names for it. */
export interface ByUser {
  readonly userId: string;
  readonly at?: number;
}

/** A comment by its place. */
export interface CommentName {
  readonly thread: string;
  readonly comment: string;
}

/**
 * Threads of rooms. Every call rejects with ROOM_NOT_FOUND for a missing room, RESOURCE_NOT_FOUND for a thread or comment that
 * is missing or may not be read, and UNAUTHORIZED_ROOM_ACCESS for a change that the access does not allow.
 */
export interface Threads {
  find(room: RoomAddress, id: string, access: CommentAccess): Promise<ThreadHead>;
  /** A comment, also a deleted one while its thread is there. */
  comment(room: RoomAddress, name: CommentName, access: CommentAccess): Promise<CommentRecord>;
  /**
   * RESOURCE_ALREADY_EXISTS when an id is taken; UNPROCESSABLE_ENTITY for an attachment that cannot be used;
   * PLAN_LIMIT_REACHED.
   */
  create(room: RoomAddress, draft: ThreadDraft, access: CommentAccess): Promise<ThreadRecord>;
  delete(room: RoomAddress, id: string, access: CommentAccess): Promise<void>;
  /** The metadata after the change. */
  editMetadata(
    room: RoomAddress,
    id: string,
    change: CommentMetadataChange,
    by: ByUser,
    access: CommentAccess,
  ): Promise<CommentMetadata>;
  setResolved(room: RoomAddress, id: string, resolved: boolean, by: ByUser, access: CommentAccess): Promise<ThreadHead>;

  /** PLAN_LIMIT_REACHED. */
  addComment(room: RoomAddress, thread: string, draft: CommentDraft, access: CommentAccess): Promise<CommentRecord>;
  editComment(room: RoomAddress, name: CommentName, edit: CommentEdit, access: CommentAccess): Promise<CommentRecord>;
  /** The thread is deleted with its last comment. */
  deleteComment(room: RoomAddress, name: CommentName, access: CommentAccess): Promise<void>;
  editCommentMetadata(
    room: RoomAddress,
    name: CommentName,
    change: CommentMetadataChange,
    by: ByUser,
    access: CommentAccess,
  ): Promise<CommentMetadata>;
  /** False when the user has reacted so already; nothing has changed then. */
  addReaction(
    room: RoomAddress,
    name: CommentName,
    reaction: Omit<ReactionRecord, "createdAt"> & { readonly createdAt?: number },
    access: CommentAccess,
  ): Promise<{ readonly added: boolean; readonly reaction: ReactionRecord }>;
  /** False when there was no such reaction. */
  removeReaction(
    room: RoomAddress,
    name: CommentName,
    reaction: { readonly emoji: string } & ByUser,
    access: CommentAccess,
  ): Promise<boolean>;

  /**
   * Erases a user from a thread: their comments are deleted, their reactions removed, and where others mention them a
   * pseudonym stands. Does nothing when there is no such thread.
   */
  eraseUser(room: RoomAddress, thread: string, user: Pick<ErasedUser, "userId" | "pseudonym">): Promise<void>;
}
