import type { CommentRecord, InboxRecord, SubscriptionRecord, ThreadPart, ThreadRecord, Tombstone } from "@weft/collab";
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
import { listOf } from "./json-pieces.ts";

const iso = (at: number) => new Date(at).toISOString();

/** Threads with their comments, as JSON text. Large threads come in several parts. */
export async function* threadTexts(parts: AsyncIterable<ThreadPart>): AsyncGenerator<string> {
  let comma = "";
  for await (const { thread, comments, isFirst, isLast } of parts) {
    const { comments: _, ...head } = describeThread({ ...thread, comments: [] });
    const texts = comments.map((comment) => JSON.stringify(describeComment(thread, comment))).join(",");
    const before = isFirst ? `${comma}${JSON.stringify(head).slice(0, -1)},"comments":[` : texts === "" ? "" : ",";
    yield `${before}${texts}${isLast ? "]}" : ""}`;
    comma = ",";
  }
}

/** A thread as REST and clients see it. */
export function describeThread(thread: Omit<ThreadRecord, "revision">): z.output<typeof Thread> {
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

/** Deleted items of one kind, as clients expect them beside what has changed. */
export const describeTombstone = {
  thread: ({ id, room, deletedAt }: Tombstone): z.output<typeof DeletedThread> => ({
    type: "deletedThread",
    id,
    roomId: room ?? "",
    deletedAt: iso(deletedAt),
  }),
  inboxNotification: ({ id, room, deletedAt }: Tombstone): z.output<typeof DeletedInboxNotification> => ({
    type: "deletedInboxNotification",
    id,
    roomId: room ?? null,
    deletedAt: iso(deletedAt),
  }),
  subscription: ({ id, deletedAt }: Tombstone): z.output<typeof DeletedSubscription> => ({
    type: "deletedSubscription",
    kind: "thread",
    subjectId: id,
    deletedAt: iso(deletedAt),
  }),
};

/** What was deleted, by kind. */
export function deletedLists(deleted: (kind: Tombstone["kind"]) => AsyncIterable<readonly Tombstone[]>) {
  return {
    deletedThreads: listOf(deleted("thread"), describeTombstone.thread),
    deletedInboxNotifications: listOf(deleted("inboxNotification"), describeTombstone.inboxNotification),
    deletedSubscriptions: listOf(deleted("subscription"), describeTombstone.subscription),
  };
}
