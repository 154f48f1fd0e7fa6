import type {
  AttachmentRecord,
  CommentRecord,
  ReactionRecord,
  SubscriptionReason,
  SubscriptionRecord,
  ThreadHead,
  ThreadRecord,
} from "@weft/collab";
import type { CommentBody, RoomId } from "@weft/protocol";
import { textOf } from "@weft/protocol";
import type { Selectable } from "kysely";
import type { Tables } from "../tables/tables.ts";

export type ThreadRow = Omit<Selectable<Tables["threads"]>, "changed_at">;
export type CommentRow = Selectable<Tables["comments"]>;
export type ReactionRow = Selectable<Tables["comment_reactions"]>;
export type SubscriptionRow = Selectable<Tables["thread_subscriptions"]>;
type CommentMetadataValue = string | number | boolean;

export const threadColumns = [
  "project_id",
  "key",
  "room_key",
  "id",
  "created_at",
  "updated_at",
  "resolved",
  "visibility",
  "metadata",
  "revision",
  "comment_count",
  "live_comments",
  "last_comment_at",
  "bytes",
] as const satisfies readonly (keyof ThreadRow)[];

/** A value with its type, as index rows hold it. Numbers that are equal are written alike. */
export function storedValue(value: CommentMetadataValue): string {
  if (typeof value === "string") return `s:${value}`;
  // A zero has one sign.
  return typeof value === "number" ? `n:${value + 0}` : `b:${value}`;
}

export function toThread(
  row: ThreadRow,
  room: RoomId,
  comments: readonly CommentRow[],
  reactions: readonly ReactionRow[],
): ThreadRecord {
  return {
    id: row.id,
    room,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...toFiltered(row),
    comments: toComments(comments, reactions),
    revision: row.revision,
  };
}

export function toHead(row: ThreadRow, room: RoomId): ThreadHead {
  return {
    id: row.id,
    room,
    roomKey: row.room_key,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...toFiltered(row),
    revision: row.revision,
    commentCount: row.comment_count,
    liveComments: row.live_comments,
    lastCommentAt: row.last_comment_at,
    bytes: row.bytes,
  };
}

/** The comments of one thread, oldest first, with their reactions. */
export function toComments(comments: readonly CommentRow[], reactions: readonly ReactionRow[]): CommentRecord[] {
  const byComment = Map.groupBy(reactions.toSorted(byInstant), ({ comment_id }) => comment_id);
  return comments.toSorted(byAge).map((comment) => toComment(comment, byComment.get(comment.id) ?? []));
}

/** The order of the comments of a thread. */
export const byAge = (
  one: Pick<CommentRow, "created_at" | "id">,
  other: Pick<CommentRow, "created_at" | "id">,
): number => one.created_at - other.created_at || compare(one.id, other.id);

/** What filters ask of a thread. */
export function toFiltered(row: ThreadRow): Pick<ThreadRecord, "resolved" | "visibility" | "metadata"> {
  return {
    resolved: row.resolved === 1,
    visibility: row.visibility as ThreadRecord["visibility"],
    metadata: toMetadata(row.metadata),
  };
}

function toComment(row: CommentRow, reactions: readonly ReactionRow[]): CommentRecord {
  return {
    id: row.id,
    userId: row.user_id,
    createdAt: row.created_at,
    editedAt: row.edited_at ?? undefined,
    deletedAt: row.deleted_at ?? undefined,
    body: row.body === null ? undefined : (JSON.parse(row.body) as CommentBody),
    metadata: toMetadata(row.metadata),
    attachments: JSON.parse(row.attachments) as AttachmentRecord[],
    reactions: reactions.map((reaction): ReactionRecord => ({
      emoji: reaction.emoji,
      userId: reaction.user_id,
      createdAt: reaction.created_at,
    })),
  };
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const byInstant = (one: ReactionRow, other: ReactionRow) =>
  one.created_at - other.created_at ||
  one.place - other.place ||
  compare(one.emoji, other.emoji) ||
  compare(one.user_id, other.user_id);

/** The columns of a comment that changes may set. */
export function toCommentColumns({ editedAt, deletedAt, body, metadata, attachments }: CommentRecord) {
  return {
    edited_at: editedAt ?? null,
    deleted_at: deletedAt ?? null,
    body: body === undefined ? null : JSON.stringify(body),
    content: body === undefined ? "" : textOf(body),
    metadata: fromMetadata(metadata),
    attachments: JSON.stringify(attachments),
  };
}

/**
 * About how many bytes a comment takes as JSON, its reactions included. Kept as a sum in the thread's row, so that lists
 * can be cut before comments are read.
 */
export function sizeOf(comment: CommentRecord): number {
  const { body, metadata, attachments } = toCommentColumns(comment);
  const reactions = comment.reactions.reduce(
    (sum, { userId, emoji }) => sum + 100 + Buffer.byteLength(userId) + Buffer.byteLength(emoji),
    0,
  );
  return 400 + Buffer.byteLength(`${body ?? ""}${metadata}${attachments}`) + reactions;
}

export function fromMetadata(metadata: ReadonlyMap<string, CommentMetadataValue>): string {
  return JSON.stringify([...metadata]);
}

function toMetadata(text: string): ReadonlyMap<string, CommentMetadataValue> {
  return new Map(JSON.parse(text) as [string, CommentMetadataValue][]);
}

export function toSubscription(row: SubscriptionRow): SubscriptionRecord {
  return {
    threadId: row.thread_id,
    userId: row.user_id,
    subscribed: row.subscribed === 1,
    reason: row.reason as SubscriptionReason,
    createdAt: row.created_at,
  };
}
