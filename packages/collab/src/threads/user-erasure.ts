import type { CommentBody, CommentEvent, DomainEvent, RoomAddress, UserId } from "@weft/protocol";
import type { ErasedUser } from "../users/user-erasure-records.ts";
import { emptied } from "./comment-rules.ts";
import { deletion, iso, later, names } from "./thread-changes.ts";
import type { Decision } from "./thread-changes.ts";
import type { CommentRecord, ThreadRecord } from "./thread-records.ts";

/**
 * A thread without a user: their comments are deleted, and deleted ones have the pseudonym for an author; their reactions
 * are gone; mentions of them in comments of others name the pseudonym. The thread is deleted with its last comment.
 */
export function userErasure(
  room: RoomAddress,
  thread: ThreadRecord,
  { userId, pseudonym, now }: Pick<ErasedUser, "userId" | "pseudonym" | "now">,
): Decision<void> {
  const events: DomainEvent[] = [];
  const announced: CommentEvent[] = [];
  const release: string[] = [];

  const ofUser = (comment: CommentRecord): CommentRecord => {
    if (comment.body === undefined) return { ...comment, userId: pseudonym };
    const place = { threadId: thread.id, commentId: comment.id };
    events.push({ type: "commentDeleted", data: { ...names(room), ...place, deletedAt: iso(now) } });
    announced.push({ type: 404, ...place });
    release.push(...comment.attachments.map(({ id }) => id));
    return { ...emptied(comment, now), userId: pseudonym };
  };
  const ofOthers = (comment: CommentRecord): CommentRecord => {
    const place = { threadId: thread.id, commentId: comment.id };
    const reactions = comment.reactions.filter((reaction) => reaction.userId !== userId);
    for (const { emoji } of comment.reactions.filter((reaction) => reaction.userId === userId)) {
      const removed = { ...names(room), ...place, emoji, removedAt: iso(now), removedBy: pseudonym };
      events.push({ type: "commentReactionRemoved", data: removed });
      announced.push({ type: 406, ...place, emoji });
    }
    const body = comment.body && withoutMentions(comment.body, userId as UserId, pseudonym as UserId);
    if (body !== comment.body) announced.push({ type: 403, ...place });
    const reacted = reactions.length < comment.reactions.length;
    if (body === comment.body && !reacted) return comment;
    return { ...comment, body, reactions: reacted ? reactions : comment.reactions };
  };

  const comments = thread.comments.map((comment) => (comment.userId === userId ? ofUser(comment) : ofOthers(comment)));
  if (comments.every((comment, at) => comment === thread.comments[at])) return { answer: undefined };
  if (comments.every(({ body }) => body === undefined)) {
    const attachments = thread.comments.flatMap((comment) => comment.attachments.map(({ id }) => id));
    const whole = deletion(room, thread, attachments, now);
    return {
      ...whole,
      events: [...events, ...(whole.events ?? [])],
      announced: [...announced, ...(whole.announced ?? [])],
    };
  }
  const after = { ...thread, comments, updatedAt: later(thread, now) };
  return {
    answer: undefined,
    change: { before: thread, after, settleFrom: thread.comments[0]?.createdAt ?? now, release },
    events,
    announced,
  };
}

type Inline = CommentBody["content"][number]["children"][number];

/** A body in which mentions of the user name the pseudonym; the same one if it mentions them nowhere. */
function withoutMentions(body: CommentBody, userId: UserId, pseudonym: UserId): CommentBody {
  const withoutUser = (node: Inline): Inline => {
    if (!("type" in node) || node.type !== "mention") return node;
    if (node.kind === "user") return node.id === userId ? { ...node, id: pseudonym } : node;
    return node.userIds?.includes(userId) ? { ...node, userIds: node.userIds.filter((id) => id !== userId) } : node;
  };
  let mentioned = false;
  const content = body.content.map(({ children, ...block }) => ({
    ...block,
    children: children.map((node) => {
      const without = withoutUser(node);
      mentioned ||= without !== node;
      return without;
    }),
  }));
  return mentioned ? { ...body, content } : body;
}
