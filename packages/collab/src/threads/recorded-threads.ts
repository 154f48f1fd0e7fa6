/**
 * Threads and their comments.
 *
 *   change ─► thread as it is ─► thread as it is to be, who is notified ─► one transaction ─► events to connected clients
 *                  ▲                                                            │
 *                  └──────────────── it has changed meanwhile ──────────────────┘
 *
 * Changes of one room take turns on this node; a change made elsewhere at the same time has the decision made again. What a
 * change causes (subscriptions, inbox notifications, domain events) is in its transaction.
 */
import { randomBytes } from "node:crypto";
import { limits as platformLimits, WeftError } from "@weft/protocol";
import type { CommentEvent, Limits, RoomAddress } from "@weft/protocol";
import type { Effects } from "../effects.ts";
import { invalid } from "../invalid.ts";
import type { NewJob } from "../jobs/new-job.ts";
import { KeyedMutex } from "../keyed-mutex.ts";
import type { PlanQuotas } from "../plan-quotas.ts";
import type { RoomRecord } from "../rooms/room-records.ts";
import type { ErasedUser } from "../users/user-erasure-records.ts";
import type { FileRecord } from "../uploads/upload-records.ts";
import { checkBody, checkCount, mergeMetadata, toAttachment } from "./comment-rules.ts";
import type { CommentMetadataChange, CommentMetadata } from "./comment-rules.ts";
import { notifiedOf, notifiedOfEdit } from "./notified.ts";
import type { Notified } from "./notified.ts";
import {
  commentDeletion,
  commentMetadataChange,
  commentOf,
  deletion,
  iso,
  later,
  liveCommentOf,
  metadataChange,
  names,
  notFound,
  reactionAdded,
  reactionRemoved,
  resolution,
  withComment,
} from "./thread-changes.ts";
import type { Decision } from "./thread-changes.ts";
import { userErasure } from "./user-erasure.ts";
import type {
  AttachmentRecord,
  CommentRecord,
  ReactionRecord,
  ThreadChange,
  ThreadRecord,
  ThreadRecords,
} from "./thread-records.ts";
import type { Visibility } from "./visibility.ts";
import { fullCommentAccess } from "./threads.ts";
import { circumstancesOf, createCommentAudiences, tellsOf } from "./comment-audience.ts";
import type { CommentAudience, CommentAudiences, CommentAudiencesOptions } from "./comment-audience.ts";
import type { ByUser, CommentAccess, CommentDraft, CommentEdit, CommentName, ThreadDraft, Threads } from "./threads.ts";

export interface ThreadsOptions extends CommentAudiencesOptions {
  readonly records: ThreadRecords;
  readonly room: (address: RoomAddress) => Promise<RoomRecord | undefined>;
  /** Uploads of the room that may become attachments. */
  readonly attachments: (room: RoomAddress, ids: readonly string[]) => Promise<readonly FileRecord[]>;
  /** The job that sends `notification` events which are due then. */
  readonly notificationJob: (dueAt: number, now: number) => NewJob;
  /** Refuses comments that the plan of the project's team does not include. */
  readonly quotas?: Pick<PlanQuotas, "admitComment">;
  /** Tells connected clients of a change that is durable. */
  readonly announce: (room: RoomAddress, event: CommentEvent, visibility: Visibility) => Promise<void>;
  readonly now?: () => number;
  readonly limits?: Limits;
}

export function createThreads(options: ThreadsOptions): Threads {
  return new RecordedThreads(options);
}

/** Another node would have to win this often in a row. */
const attempts = 8;

const newId = (prefix: "th" | "cm" | "in") => `${prefix}_${randomBytes(16).toString("base64url").slice(0, 21)}`;

class RecordedThreads implements Threads {
  readonly #options: ThreadsOptions;
  readonly #now: () => number;
  readonly #limits: Limits;
  readonly #mutex = new KeyedMutex();
  readonly #audiences: CommentAudiences;

  constructor(options: ThreadsOptions) {
    this.#options = options;
    this.#audiences = createCommentAudiences(options);
    this.#now = options.now ?? Date.now;
    this.#limits = options.limits ?? platformLimits;
  }

  async find(room: RoomAddress, id: string, access: CommentAccess): Promise<ThreadRecord> {
    return this.#readable(room, await this.#options.records.find(room, id), access);
  }

  async #findWithSubscriptions(room: RoomAddress, id: string, access: CommentAccess) {
    const { thread, subscriptions = [] } = (await this.#options.records.findWithSubscriptions(room, id)) ?? {};
    return { thread: await this.#readable(room, thread, access), subscriptions };
  }

  async #readable(room: RoomAddress, thread: ThreadRecord | undefined, access: CommentAccess): Promise<ThreadRecord> {
    if (thread !== undefined && access.read.includes(thread.visibility)) return thread;
    await this.#existing(room);
    throw notFound("Thread");
  }

  async comment(room: RoomAddress, { thread, comment }: CommentName, access: CommentAccess): Promise<CommentRecord> {
    return commentOf(await this.find(room, thread, access), comment);
  }

  async create(room: RoomAddress, draft: ThreadDraft, access: CommentAccess): Promise<ThreadRecord> {
    const { visibility = "public", metadata = new Map(), comment: first } = draft;
    if (!access.write.includes(visibility)) throw new WeftError("UNAUTHORIZED_ROOM_ACCESS");
    checkBody(first.body, this.#limits, "comment.body");
    const record = await this.#existing(room);
    return this.#inTurn(room, async () => {
      const { records } = this.#options;
      const [count, audience] = await Promise.all([
        records.count(room),
        this.#audiences.of(room, record, first, { opensThread: true }),
      ]);
      checkCount(count, this.#limits.threadsPerRoom, "threads in this room");
      const now = this.#now();
      const id = draft.id ?? newId("th");
      const comment = await this.#newComment(room, first, now);
      await this.#options.quotas?.admitComment(room.project);
      const thread: ThreadRecord = {
        id,
        room: room.room,
        createdAt: comment.createdAt,
        updatedAt: comment.createdAt,
        resolved: false,
        visibility,
        metadata,
        comments: [comment],
        revision: 0,
      };
      const notified = notifiedOf(circumstancesOf(record, thread, comment, audience, []));
      const { projectId, roomId } = names(room);
      const created = { projectId, roomId, threadId: id, createdAt: iso(comment.createdAt), createdBy: comment.userId };
      const decision: Decision<ThreadRecord> = {
        answer: thread,
        change: {
          after: thread,
          ...this.#consequences(record, notified, comment.createdAt, audience),
          ...claimOf(first),
        },
        events: [
          { type: "threadCreated", data: created },
          { type: "commentCreated", data: { ...created, commentId: comment.id } },
        ],
        announced: [
          { type: 400, threadId: id },
          { type: 402, threadId: id, commentId: comment.id },
        ],
      };
      if (!(await this.#write(room, visibility, decision, now))) {
        await this.#existing(room);
        throw (await records.find(room, id)) === undefined ? unusable() : taken("Thread");
      }
      return thread;
    });
  }

  async delete(room: RoomAddress, id: string, access: CommentAccess): Promise<void> {
    await this.#change(room, id, access, async (thread, now) => {
      const author = thread.comments[0]?.userId;
      if (access.userId !== undefined && access.userId !== author)
        throw new WeftError("UNAUTHORIZED_ROOM_ACCESS", {
          message: "Only the user who started the thread can delete it.",
          suggestion: "Delete it with a secret key.",
        });
      return deletion(room, thread, now);
    });
  }

  async editMetadata(
    room: RoomAddress,
    id: string,
    change: CommentMetadataChange,
    by: ByUser,
    access: CommentAccess,
  ): Promise<CommentMetadata> {
    return this.#change(room, id, access, async (thread, now) =>
      metadataChange(room, thread, change, { userId: by.userId, at: by.at ?? now }),
    );
  }

  async setResolved(
    room: RoomAddress,
    id: string,
    resolved: boolean,
    by: ByUser,
    access: CommentAccess,
  ): Promise<ThreadRecord> {
    return this.#change(room, id, access, async (thread, now) =>
      resolution(room, thread, resolved, { userId: by.userId, at: by.at ?? now }),
    );
  }

  async addComment(
    room: RoomAddress,
    threadId: string,
    draft: CommentDraft,
    access: CommentAccess,
  ): Promise<CommentRecord> {
    checkBody(draft.body, this.#limits, "body");
    let admitted: Promise<void> | undefined;
    // All at once: each read that waits for another is a message to the database's thread of its own.
    const read = async () => {
      const existing = this.#existing(room);
      const [record, { thread, subscriptions }, audience] = await Promise.all([
        existing,
        this.#findWithSubscriptions(room, threadId, access),
        this.#audiences.of(room, existing, draft),
      ]);
      return { record, thread, subscriptions, audience };
    };
    return this.#decide(room, access, read, async ({ record, thread, subscriptions, audience }, now) => {
      if (draft.id !== undefined && thread.comments.some(({ id }) => id === draft.id)) throw taken("Comment");
      checkCount(thread.comments.length, this.#limits.commentsPerThread, "comments in this thread");
      admitted ??= this.#options.quotas?.admitComment(room.project) ?? Promise.resolve();
      await admitted;
      // Comments of the same millisecond are in the order in which they were written.
      const behind = Math.max(...thread.comments.map(({ createdAt }) => createdAt)) + 1;
      const comment = await this.#newComment(room, draft, Math.max(now, behind));
      const notified = notifiedOf(circumstancesOf(record, thread, comment, audience, subscriptions));
      const after = { ...thread, comments: [...thread.comments, comment], updatedAt: later(thread, comment.createdAt) };
      const data = { ...names(room), threadId, commentId: comment.id };
      return {
        answer: comment,
        change: {
          before: thread,
          after,
          ...this.#consequences(record, notified, comment.createdAt, audience),
          readBy: { userId: comment.userId, at: comment.createdAt },
          ...claimOf(draft),
        },
        events: [
          {
            type: "commentCreated",
            data: { ...data, createdAt: iso(comment.createdAt), createdBy: comment.userId },
          },
        ],
        announced: [{ type: 402, threadId, commentId: comment.id }],
      };
    });
  }

  async editComment(
    room: RoomAddress,
    name: CommentName,
    edit: CommentEdit,
    access: CommentAccess,
  ): Promise<CommentRecord> {
    checkBody(edit.body, this.#limits, "body");
    const record = await this.#existing(room);
    return this.#change(room, name.thread, access, async (thread, now) => {
      const before = liveCommentOf(thread, name.comment);
      checkAuthor(before, access, "edit");
      const editedAt = edit.editedAt ?? now;
      const kept = new Set(edit.attachmentIds);
      const held = before.attachments.filter(({ id }) => kept.has(id));
      const added = (edit.attachmentIds ?? []).filter((id) => !held.some((attachment) => attachment.id === id));
      const attachments =
        edit.attachmentIds === undefined
          ? before.attachments
          : inOrder(edit.attachmentIds, [...held, ...(await this.#attachments(room, before.userId, added))]);
      const comment: CommentRecord = {
        ...before,
        body: edit.body,
        editedAt,
        metadata: edit.metadata === undefined ? before.metadata : mergeMetadata(before.metadata, edit.metadata),
        attachments,
      };
      const [audience, earlier] = await Promise.all([
        this.#audiences.of(room, record, comment),
        this.#audiences.mentioned(room, record, before.body),
      ]);
      const circumstances = circumstancesOf(record, thread, comment, audience, []);
      const released = before.attachments.filter((attachment) => !attachments.includes(attachment));
      return {
        answer: comment,
        change: {
          before: thread,
          after: withComment(thread, comment, editedAt),
          ...this.#consequences(record, notifiedOfEdit(circumstances, earlier), editedAt, audience),
          ...(added.length > 0 && { claim: { userId: before.userId, ids: added } }),
          release: released.map(({ id }) => id),
        },
        events: [
          {
            type: "commentEdited",
            data: { ...names(room), threadId: thread.id, commentId: comment.id, editedAt: iso(editedAt) },
          },
        ],
        announced: [{ type: 403, threadId: thread.id, commentId: comment.id }],
      };
    });
  }

  async deleteComment(room: RoomAddress, name: CommentName, access: CommentAccess): Promise<void> {
    await this.#change(room, name.thread, access, async (thread, now) => {
      const before = liveCommentOf(thread, name.comment);
      checkAuthor(before, access, "delete");
      return commentDeletion(room, thread, before, now, await this.#settledBy(room, thread));
    });
  }

  async eraseUser(
    room: RoomAddress,
    id: string,
    { userId, pseudonym }: Pick<ErasedUser, "userId" | "pseudonym">,
  ): Promise<void> {
    try {
      await this.#change(room, id, fullCommentAccess, async (thread, now) =>
        userErasure(room, thread, { userId, pseudonym, now }, await this.#settledBy(room, thread)),
      );
    } catch (error) {
      const isGone = error instanceof WeftError && ["ROOM_NOT_FOUND", "RESOURCE_NOT_FOUND"].includes(error.code);
      if (!isGone) throw error;
    }
  }

  async editCommentMetadata(
    room: RoomAddress,
    name: CommentName,
    change: CommentMetadataChange,
    by: ByUser,
    access: CommentAccess,
  ): Promise<CommentMetadata> {
    return this.#change(room, name.thread, access, async (thread, now) => {
      const before = liveCommentOf(thread, name.comment);
      return commentMetadataChange(room, thread, before, change, { userId: by.userId, at: by.at ?? now });
    });
  }

  async addReaction(
    room: RoomAddress,
    name: CommentName,
    { emoji, userId, createdAt }: Omit<ReactionRecord, "createdAt"> & { readonly createdAt?: number },
    access: CommentAccess,
  ): Promise<{ readonly added: boolean; readonly reaction: ReactionRecord }> {
    return this.#change(room, name.thread, access, async (thread, now) => {
      const before = liveCommentOf(thread, name.comment);
      checkCount(before.reactions.length, this.#limits.reactionsPerComment, "reactions to this comment");
      return reactionAdded(room, thread, before, { emoji, userId, createdAt: createdAt ?? now });
    });
  }

  async removeReaction(
    room: RoomAddress,
    name: CommentName,
    { emoji, userId, at }: { readonly emoji: string } & ByUser,
    access: CommentAccess,
  ): Promise<boolean> {
    return this.#change(room, name.thread, access, async (thread, now) =>
      reactionRemoved(room, thread, commentOf(thread, name.comment), emoji, { userId, at: at ?? now }),
    );
  }

  async #change<T>(
    room: RoomAddress,
    id: string,
    access: CommentAccess,
    decide: (thread: ThreadRecord, now: number) => Promise<Decision<T>>,
  ): Promise<T> {
    const read = async () => ({ thread: await this.find(room, id, access) });
    return this.#decide(room, access, read, ({ thread }, now) => decide(thread, now));
  }

  /** Decides about a thread, until what was decided about is what is written over. */
  async #decide<T, R extends { readonly thread: ThreadRecord }>(
    room: RoomAddress,
    access: CommentAccess,
    read: () => Promise<R>,
    decide: (found: R, now: number) => Promise<Decision<T>>,
  ): Promise<T> {
    return this.#inTurn(room, async () => {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const found = await read();
        const { visibility } = found.thread;
        if (!access.write.includes(visibility)) throw new WeftError("UNAUTHORIZED_ROOM_ACCESS");
        const now = this.#now();
        const decision = await decide(found, now);
        if (await this.#write(room, visibility, decision, now)) return decision.answer;
      }
      throw new WeftError("SERVICE_UNAVAILABLE", { message: "The thread was changed concurrently; try again." });
    });
  }

  async #write<T>(
    room: RoomAddress,
    visibility: Visibility,
    { change, events = [], announced = [] }: Decision<T>,
    now: number,
  ): Promise<boolean> {
    if (change === undefined) return true;
    const { records, notificationJob, announce } = this.#options;
    const { notify } = change;
    const notifies = notify !== undefined && notify.users.length > 0;
    const effects: Effects = { events, ...(notifies && { jobs: [notificationJob(notify.dueAt, now)] }) };
    if (!(await records.write(room, { ...change, now }, effects))) return false;
    for (const event of announced) await announce(room, event, visibility);
    return true;
  }

  /** Users whose notification of the thread tells of nothing unread any more, once the thread is another one. */
  async #settledBy(room: RoomAddress, thread: ThreadRecord): Promise<(after: ThreadRecord) => readonly string[]> {
    const notifications = await this.#options.records.notifications(room, thread.id);
    return (after) =>
      notifications.flatMap((notification) => {
        const tells = (comment: CommentRecord) => tellsOf(notification, comment);
        return thread.comments.some(tells) && !after.comments.some(tells) ? [notification.userId] : [];
      });
  }

  #inTurn<T>({ project, room }: RoomAddress, work: () => Promise<T>): Promise<T> {
    return this.#mutex.run(`${project}\n${room}`, work);
  }

  async #existing(room: RoomAddress): Promise<RoomRecord> {
    const record = await this.#options.room(room);
    if (record === undefined) throw new WeftError("ROOM_NOT_FOUND");
    return record;
  }

  async #newComment(room: RoomAddress, draft: CommentDraft, now: number): Promise<CommentRecord> {
    return {
      id: draft.id ?? newId("cm"),
      userId: draft.userId,
      createdAt: draft.createdAt ?? now,
      body: draft.body,
      metadata: draft.metadata ?? new Map(),
      attachments: await this.#attachments(room, draft.userId, draft.attachmentIds ?? []),
      reactions: [],
    };
  }

  /** Uploads of the user that no comment has. UNPROCESSABLE_ENTITY when one of them is something else. */
  async #attachments(room: RoomAddress, userId: string, ids: readonly string[]): Promise<readonly AttachmentRecord[]> {
    if (ids.length === 0) return [];
    const files = await this.#options.attachments(room, ids);
    const usable = files.filter((file) => file.userId === userId && file.expiresAt !== undefined);
    if (usable.length < new Set(ids).size) throw unusable();
    return inOrder(ids, usable.map(toAttachment));
  }

  /** What is written of those who are notified. */
  #consequences(
    { organizationId }: RoomRecord,
    { notify, subscribe, resubscribe }: Notified,
    at: number,
    { delayMs }: CommentAudience,
  ): Pick<ThreadChange, "notify" | "subscribe" | "resubscribe"> {
    const users = notify.slice(0, this.#limits.notifiedUsers);
    const dated = <T>(subscription: T) => ({ ...subscription, createdAt: at });
    return {
      subscribe: subscribe.map(dated),
      resubscribe: resubscribe.map(dated),
      notify:
        users.length === 0
          ? undefined
          : {
              users: users.map((userId) => ({ userId, id: newId("in") })),
              organizationId,
              notifiedAt: at,
              dueAt: at + delayMs,
            },
    };
  }
}

function checkAuthor({ userId }: CommentRecord, access: CommentAccess, what: "edit" | "delete"): void {
  if (access.userId !== undefined && access.userId !== userId)
    throw new WeftError("UNAUTHORIZED_ROOM_ACCESS", {
      message: `Only its author can ${what} a comment.`,
      suggestion: `${what === "edit" ? "Edit" : "Delete"} it with a secret key.`,
    });
}

function claimOf({ userId, attachmentIds = [] }: CommentDraft): Pick<ThreadChange, "claim"> {
  return attachmentIds.length === 0 ? {} : { claim: { userId, ids: attachmentIds } };
}

function inOrder(ids: readonly string[], attachments: readonly AttachmentRecord[]): readonly AttachmentRecord[] {
  return [...new Set(ids)].flatMap((id) => attachments.find((attachment) => attachment.id === id) ?? []);
}

const taken = (what: "Thread" | "Comment") =>
  new WeftError("RESOURCE_ALREADY_EXISTS", { message: `${what} already exists` });
const unusable = () =>
  invalid(["attachmentIds"], "must be uploads of the comment's author to this room that no comment has.");
