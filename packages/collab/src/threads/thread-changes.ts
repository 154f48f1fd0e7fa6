/**
 * Changes of threads as decisions: from a thread as it is, the thread as it is to be, and what is said of the change. Pure.
 */
import { WeftError } from "@weft/protocol";
import type { CommentEvent, DomainEvent, RoomAddress } from "@weft/protocol";
import type { NewJob } from "../jobs/new-job.ts";
import { emptied, mergeMetadata } from "./comment-rules.ts";
import type { CommentMetadata, CommentMetadataChange } from "./comment-rules.ts";
import type { CommentRecord, ReactionRecord, ThreadChange, ThreadExcerpt, ThreadRecord } from "./thread-records.ts";

/** What is written of a change of a thread, and what is said of it afterwards. */
export interface Decision<T> {
  readonly answer: T;
  /** Absent when nothing changes. */
  readonly change?: Omit<ThreadChange, "now">;
  /** Work that follows from the change. */
  readonly jobs?: readonly NewJob[];
  readonly events?: readonly DomainEvent[];
  readonly announced?: readonly CommentEvent[];
}

/** Who changes something, and the instant of it. */
export interface At {
  readonly userId: string;
  readonly at: number;
}

export const iso = (at: number) => new Date(at).toISOString();

export function names({ project, room }: RoomAddress) {
  return { projectId: project, roomId: room as string };
}

/** The instant of a change, which never takes a thread back. */
export function later({ updatedAt }: ThreadRecord, at: number): number {
  return Math.max(updatedAt, at);
}

export function withComment(thread: ThreadRecord, comment: CommentRecord, at: number): ThreadRecord {
  const comments = thread.comments.map((one) => (one.id === comment.id ? comment : one));
  return { ...thread, comments, updatedAt: later(thread, at) };
}

/** RESOURCE_NOT_FOUND. */
export function commentOf({ comments }: ThreadRecord, id: string): CommentRecord {
  const comment = comments.find((one) => one.id === id);
  if (comment === undefined) throw notFound("Comment");
  return comment;
}

/** RESOURCE_NOT_FOUND, also for a comment that was deleted. */
export function liveCommentOf(thread: ThreadRecord, id: string): CommentRecord {
  const comment = commentOf(thread, id);
  if (comment.body === undefined) throw notFound("Comment");
  return comment;
}

export const notFound = (what: "Thread" | "Comment") =>
  new WeftError("RESOURCE_NOT_FOUND", { message: `${what} not found` });

/** `attachments`: all that the thread has. */
export function deletion(
  room: RoomAddress,
  thread: ThreadRecord,
  attachments: readonly string[],
  now: number,
): Decision<void> {
  return {
    answer: undefined,
    change: { before: thread, release: attachments },
    events: [{ type: "threadDeleted", data: { ...names(room), threadId: thread.id, deletedAt: iso(now) } }],
    announced: [{ type: 407, threadId: thread.id }],
  };
}

export function metadataChange(
  room: RoomAddress,
  thread: ThreadRecord,
  change: CommentMetadataChange,
  { userId, at }: At,
): Decision<CommentMetadata> {
  const metadata = mergeMetadata(thread.metadata, change);
  const data = { ...names(room), threadId: thread.id, updatedAt: iso(at), updatedBy: userId };
  return {
    answer: metadata,
    change: { before: thread, after: { ...thread, metadata, updatedAt: later(thread, at) } },
    events: [{ type: "threadMetadataUpdated", data }],
    announced: [{ type: 401, threadId: thread.id }],
  };
}

export function resolution(
  room: RoomAddress,
  thread: ThreadExcerpt,
  resolved: boolean,
  { userId, at }: At,
): Decision<ThreadExcerpt> {
  if (thread.resolved === resolved) return { answer: thread };
  const after = { ...thread, resolved, updatedAt: later(thread, at) };
  const data = { ...names(room), threadId: thread.id, updatedAt: iso(at), updatedBy: userId };
  return {
    answer: after,
    change: { before: thread, after },
    events: [{ type: resolved ? "threadMarkedAsResolved" : "threadMarkedAsUnresolved", data }],
    announced: [{ type: 408, threadId: thread.id }],
  };
}

/** The thread is deleted with its last comment. */
export function commentDeletion(
  room: RoomAddress,
  thread: ThreadExcerpt,
  before: CommentRecord,
  now: number,
): Decision<void> {
  const place = { threadId: thread.id, commentId: before.id };
  const event: DomainEvent = { type: "commentDeleted", data: { ...names(room), ...place, deletedAt: iso(now) } };
  const announced: CommentEvent = { type: 404, ...place };
  const after = withComment(thread, emptied(before, now), now);
  const attachments = before.attachments.map(({ id }) => id);
  if (thread.liveComments <= 1) {
    const whole = deletion(room, thread, attachments, now);
    return {
      ...whole,
      events: [event, ...(whole.events ?? [])],
      announced: [announced, ...(whole.announced ?? [])],
    };
  }
  return {
    answer: undefined,
    change: {
      before: thread,
      after,
      settleFrom: before.createdAt,
      release: attachments,
    },
    events: [event],
    announced: [announced],
  };
}

export function commentMetadataChange(
  room: RoomAddress,
  thread: ThreadRecord,
  before: CommentRecord,
  change: CommentMetadataChange,
  { userId, at }: At,
): Decision<CommentMetadata> {
  const metadata = mergeMetadata(before.metadata, change);
  const place = { threadId: thread.id, commentId: before.id };
  return {
    answer: metadata,
    change: { before: thread, after: withComment(thread, { ...before, metadata }, at) },
    events: [
      { type: "commentMetadataUpdated", data: { ...names(room), ...place, updatedAt: iso(at), updatedBy: userId } },
    ],
    announced: [{ type: 409, ...place }],
  };
}

export function reactionAdded(
  room: RoomAddress,
  thread: ThreadRecord,
  before: CommentRecord,
  reaction: ReactionRecord,
): Decision<{ readonly added: boolean; readonly reaction: ReactionRecord }> {
  const known = reactionIn(before, reaction);
  if (known !== undefined) return { answer: { added: false, reaction: known } };
  const { emoji, userId, createdAt } = reaction;
  const place = { threadId: thread.id, commentId: before.id, emoji };
  const comment = { ...before, reactions: [...before.reactions, reaction] };
  return {
    answer: { added: true, reaction },
    change: { before: thread, after: withComment(thread, comment, createdAt) },
    events: [
      { type: "commentReactionAdded", data: { ...names(room), ...place, addedAt: iso(createdAt), addedBy: userId } },
    ],
    announced: [{ type: 405, ...place }],
  };
}

export function reactionRemoved(
  room: RoomAddress,
  thread: ThreadRecord,
  before: CommentRecord,
  emoji: string,
  { userId, at }: At,
): Decision<boolean> {
  const known = reactionIn(before, { emoji, userId });
  if (known === undefined) return { answer: false };
  const place = { threadId: thread.id, commentId: before.id, emoji };
  const comment = { ...before, reactions: before.reactions.filter((reaction) => reaction !== known) };
  return {
    answer: true,
    change: { before: thread, after: withComment(thread, comment, at) },
    events: [
      { type: "commentReactionRemoved", data: { ...names(room), ...place, removedAt: iso(at), removedBy: userId } },
    ],
    announced: [{ type: 406, ...place }],
  };
}

function reactionIn({ reactions }: CommentRecord, { emoji, userId }: Pick<ReactionRecord, "emoji" | "userId">) {
  return reactions.find((reaction) => reaction.emoji === emoji && reaction.userId === userId);
}
