import type { CommentRecord, InboxRecord, SubscriptionRecord, ThreadRecord, Tombstone } from "@weft/collab";
import type {
  Comment,
  DeletedInboxNotification,
  DeletedSubscription,
  DeletedThread,
  Reaction,
  Subscription,
  Thread,
  ThreadInboxNotification,
} from "@weft/protocol";
import type { z } from "zod";

const iso = (at: number) => new Date(at).toISOString();

/** A thread as REST and clients see it. */
export function describeThread(thread: ThreadRecord): z.output<typeof Thread> {
  return {
    type: "thread",
    id: thread.id,
    roomId: thread.room,
    createdAt: iso(thread.createdAt),
    updatedAt: iso(thread.updatedAt),
    comments: thread.comments.map((comment) => describeComment(thread, comment)),
    metadata: describeMetadata(thread.metadata),
    resolved: thread.resolved,
    visibility: thread.visibility,
  };
}

export function describeComment(
  { id: threadId, room }: Pick<ThreadRecord, "id" | "room">,
  comment: CommentRecord,
): z.output<typeof Comment> {
  const { id, userId, createdAt, editedAt, deletedAt, body, attachments, metadata, reactions } = comment;
  return {
    type: "comment",
    id,
    threadId,
    roomId: room,
    userId,
    createdAt: iso(createdAt),
    ...(editedAt !== undefined && { editedAt: iso(editedAt) }),
    ...(deletedAt !== undefined && { deletedAt: iso(deletedAt) }),
    ...(body !== undefined && { body }),
    reactions: describeReactions(reactions),
    attachments: attachments.map((attachment) => ({ type: "attachment", ...attachment })),
    metadata: describeMetadata(metadata),
  };
}

/** One entry for each emoji, in the order in which they were first used. */
function describeReactions(reactions: CommentRecord["reactions"]): z.output<typeof Reaction>[] {
  return [...Map.groupBy(reactions, ({ emoji }) => emoji)].map(([emoji, [first, ...others]]) => ({
    emoji,
    createdAt: iso(first!.createdAt),
    users: [first!, ...others].map(({ userId }) => ({ id: userId })),
    userId: first!.userId,
  }));
}

/** Keys are whatever a caller chose: what is made here is only ever written as JSON. */
export function describeMetadata(metadata: ThreadRecord["metadata"]): Record<string, string | number | boolean> {
  return Object.fromEntries(metadata);
}

export function describeSubscription({ threadId, createdAt }: SubscriptionRecord): z.output<typeof Subscription> {
  return { kind: "thread", subjectId: threadId, createdAt: iso(createdAt) };
}

/** A notification of a thread. */
export function describeThreadNotification(notification: InboxRecord): z.output<typeof ThreadInboxNotification> {
  const { id, room = "", subjectId, notifiedAt, readAt, organizationId } = notification;
  return {
    kind: "thread",
    id,
    roomId: room,
    threadId: subjectId,
    notifiedAt: iso(notifiedAt),
    readAt: readAt === undefined ? null : iso(readAt),
    organizationId,
  };
}

/** What was deleted, by kind, as clients expect it beside what has changed. */
export function describeDeleted(tombstones: readonly Tombstone[]) {
  const of = (kind: Tombstone["kind"]) => tombstones.filter((tombstone) => tombstone.kind === kind);
  return {
    deletedThreads: of("thread").map(({ id, room = "", deletedAt }): z.output<typeof DeletedThread> => ({
      type: "deletedThread",
      id,
      roomId: room,
      deletedAt: iso(deletedAt),
    })),
    deletedInboxNotifications: of("inboxNotification").map(
      ({ id, room, deletedAt }): z.output<typeof DeletedInboxNotification> => ({
        type: "deletedInboxNotification",
        id,
        roomId: room ?? null,
        deletedAt: iso(deletedAt),
      }),
    ),
    deletedSubscriptions: of("subscription").map(({ id, deletedAt }): z.output<typeof DeletedSubscription> => ({
      type: "deletedSubscription",
      kind: "thread",
      subjectId: id,
      deletedAt: iso(deletedAt),
    })),
  };
}
