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
import { conflict, retryOnConflict } from "../retry-on-conflict.ts";
import type { PlanQuotas } from "../plan-quotas.ts";
import type { RoomRecord } from "../rooms/room-records.ts";
import type { ErasedUser } from "../users/user-erasure-records.ts";
import type { FileRecord } from "../uploads/upload-records.ts";
import { checkBody, checkCount, mergeMetadata, toAttachment } from "./comment-rules.ts";
import type { CommentMetadataChange, CommentMetadata } from "./comment-rules.ts";
import { fanOutJob, inTurns } from "./fan-out.ts";
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
  ThreadExcerpt,
  ThreadHead,
  ThreadRecord,
  ThreadRecords,
} from "./thread-records.ts";
import type { Visibility } from "../access/visibility.ts";
import { fullCommentAccess } from "./threads.ts";
import { circumstancesOf, createCommentAudiences } from "./comment-audience.ts";
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

  async find(room: RoomAddress, id: string, access: CommentAccess): Promise<ThreadHead> {
    return this.#readable(room, await this.#options.records.head(room, id), access);
  }

  async #findWithSubscribers(room: RoomAddress, id: string, access: CommentAccess) {
    const most = this.#limits.notifiedUsers;
    const { thread, subscribers = [] } = (await this.#options.records.headWithSubscribers(room, id, most)) ?? {};
    return { thread: await this.#readable(room, thread, access), subscribers };
  }

  async #readable<T extends Pick<ThreadRecord, "visibility">>(
    room: RoomAddress,
    thread: T | undefined,
    access: CommentAccess,
  ): Promise<T> {
    if (thread !== undefined && access.read.includes(thread.visibility)) return thread;
    await this.#existing(room);
    throw notFound("Thread");
  }

  async comment(room: RoomAddress, { thread, comment }: CommentName, access: CommentAccess): Promise<CommentRecord> {
    const excerpt = await this.#options.records.excerpt(room, thread, comment);
    return commentOf(await this.#readable(room, excerpt, access), comment);
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
      const notified = notifiedOf(circumstancesOf(record, thread, comment, ofCaller(audience, access), [], true));
      const { projectId, roomId } = names(room);
      const created = { projectId, roomId, threadId: id, createdAt: iso(comment.createdAt), createdBy: comment.userId };
      const decision: NotifyingDecision<ThreadRecord> = {
        answer: thread,
        change: {
          after: thread,
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
      const whole = this.#notifying(decision, room, record, comment, notified, audience);
      if (!(await this.#write(room, visibility, whole, now))) {
        await this.#existing(room);
        throw (await records.head(room, id)) === undefined ? unusable() : taken("Thread");
      }
      return thread;
    });
  }

  async delete(room: RoomAddress, id: string, access: CommentAccess): Promise<void> {
    const { records } = this.#options;
    await this.#change(room, id, access, async (thread, now) => {
      const [author, attachments] = await Promise.all([
        access.userId === undefined ? undefined : records.authorOf(room, id),
        records.attachmentsOf(room, id),
      ]);
      if (access.userId !== author)
        throw new WeftError("UNAUTHORIZED_ROOM_ACCESS", {
          message: "Only the user who started the thread can delete it.",
          suggestion: "Delete it with a secret key.",
        });
      return deletion(room, thread, attachments, now);
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
  ): Promise<ThreadHead> {
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
      const [record, { thread, subscribers }, audience, isTaken] = await Promise.all([
        existing,
        this.#findWithSubscribers(room, threadId, access),
        this.#audiences.of(room, existing, draft),
        draft.id === undefined ? false : this.#options.records.hasComment(room, threadId, draft.id),
      ]);
      return {
        record,
        thread: { ...thread, comments: [] },
        subscribers,
        audience: ofCaller(audience, access),
        isTaken,
      };
    };
    return this.#decide(room, access, read, async ({ record, thread, subscribers, audience, isTaken }, now) => {
      if (isTaken) throw taken("Comment");
      checkCount(thread.commentCount, this.#limits.commentsPerThread, "comments in this thread");
      admitted ??= this.#options.quotas?.admitComment(room.project) ?? Promise.resolve();
      await admitted;
      // Comments of the same millisecond are in the order in which they were written.
      const behind = thread.lastCommentAt + 1;
      const comment = await this.#newComment(room, draft, Math.max(now, behind));
      const notified = notifiedOf(circumstancesOf(record, thread, comment, audience, subscribers));
      const after = { ...thread, comments: [comment], updatedAt: later(thread, comment.createdAt) };
      const data = { ...names(room), threadId, commentId: comment.id };
      const decision: NotifyingDecision<CommentRecord> = {
        answer: comment,
        change: {
          before: thread,
          after,
          ...(access.isAnonymous !== true && { readBy: { userId: comment.userId, at: comment.createdAt } }),
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
      return this.#notifying(decision, room, record, comment, notified, audience);
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
    return this.#changeComment(room, name, access, async (thread, now) => {
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
      const circumstances = circumstancesOf(record, thread, comment, ofCaller(audience, access), []);
      const released = before.attachments.filter((attachment) => !attachments.includes(attachment));
      const decision: NotifyingDecision<CommentRecord> = {
        answer: comment,
        change: {
          before: thread,
          after: withComment(thread, comment, editedAt),
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
      const notified = notifiedOfEdit(circumstances, earlier);
      return this.#notifying(decision, room, record, { ...comment, createdAt: editedAt }, notified, audience);
    });
  }

  async deleteComment(room: RoomAddress, name: CommentName, access: CommentAccess): Promise<void> {
    await this.#changeComment(room, name, access, async (thread, now) => {
      const before = liveCommentOf(thread, name.comment);
      checkAuthor(before, access, "delete");
      return commentDeletion(room, thread, before, now);
    });
  }

  async eraseUser(
    room: RoomAddress,
    id: string,
    { userId, pseudonym }: Pick<ErasedUser, "userId" | "pseudonym">,
  ): Promise<void> {
    try {
      const { records } = this.#options;
      const read = async () => ({
        thread: await this.#readable(room, await records.find(room, id), fullCommentAccess),
      });
      await this.#decide(room, fullCommentAccess, read, async ({ thread }, now) =>
        userErasure(room, thread, { userId, pseudonym, now }),
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
    return this.#changeComment(room, name, access, async (thread, now) => {
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
    return this.#changeComment(room, name, access, async (thread, now) => {
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
    return this.#changeComment(room, name, access, async (thread, now) =>
      reactionRemoved(room, thread, commentOf(thread, name.comment), emoji, { userId, at: at ?? now }),
    );
  }

  async #change<T>(
    room: RoomAddress,
    id: string,
    access: CommentAccess,
    decide: (thread: ThreadExcerpt, now: number) => Promise<Decision<T>>,
  ): Promise<T> {
    const read = async () => ({ thread: { ...(await this.find(room, id, access)), comments: [] } });
    return this.#decide(room, access, read, ({ thread }, now) => decide(thread, now));
  }

  /** Changes a comment, which is read without the others of its thread. */
  async #changeComment<T>(
    room: RoomAddress,
    { thread: id, comment }: CommentName,
    access: CommentAccess,
    decide: (thread: ThreadExcerpt, now: number) => Promise<Decision<T>>,
  ): Promise<T> {
    const { records } = this.#options;
    const read = async () => ({ thread: await this.#readable(room, await records.excerpt(room, id, comment), access) });
    return this.#decide(room, access, read, ({ thread }, now) => decide(thread, now));
  }

  /** Decides about a thread, until what was decided about is what is written over. */
  async #decide<T, R extends { readonly thread: ThreadRecord }>(
    room: RoomAddress,
    access: CommentAccess,
    read: () => Promise<R>,
    decide: (found: R, now: number) => Promise<Decision<T>>,
  ): Promise<T> {
    return this.#inTurn(room, () =>
      retryOnConflict(async () => {
        const found = await read();
        const { visibility } = found.thread;
        if (!access.write.includes(visibility)) throw new WeftError("UNAUTHORIZED_ROOM_ACCESS");
        const now = this.#now();
        const decision = await decide(found, now);
        return (await this.#write(room, visibility, decision, now)) ? decision.answer : conflict;
      }),
    );
  }

  async #write<T>(
    room: RoomAddress,
    visibility: Visibility,
    { change, jobs = [], events = [], announced = [] }: Decision<T>,
    now: number,
  ): Promise<boolean> {
    if (change === undefined) return true;
    const { records, notificationJob, announce } = this.#options;
    const { notify } = change;
    const notifies = notify !== undefined && notify.users.length > 0;
    const effects: Effects = { events, ...(notifies && { jobs: [notificationJob(notify.dueAt, now), ...jobs] }) };
    if (!(await records.write(room, { ...change, now }, effects))) return false;
    for (const event of announced) await announce(room, event, visibility);
    return true;
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

  /** Adds to a decision who is notified: the first users with the change, others in jobs. */
  #notifying<T>(
    { change, ...decision }: NotifyingDecision<T>,
    room: RoomAddress,
    { organizationId }: RoomRecord,
    { id: comment, createdAt: at }: Pick<CommentRecord, "id" | "createdAt">,
    { notify, subscribe, resubscribe }: Notified,
    { delayMs }: CommentAudience,
  ): Decision<T> {
    const reasons = new Map(subscribe.map(({ userId, reason }) => [userId, reason]));
    const users = notify.slice(0, this.#limits.notifiedUsers).map((userId) => ({ userId, id: newId("in") }));
    const [first, others] = inTurns(users, this.#limits);
    const common = { organizationId, notifiedAt: at, dueAt: at + delayMs };
    const thread = change.after!.id;
    return {
      ...decision,
      change: {
        ...change,
        resubscribe: resubscribe.map((subscription) => ({ ...subscription, createdAt: at })),
        subscribe: first.flatMap(({ userId }) => {
          const reason = reasons.get(userId);
          return reason === undefined ? [] : [{ userId, reason, createdAt: at }];
        }),
        ...(first.length > 0 && { notify: { users: first, ...common } }),
      },
      jobs: others.map((some) => {
        const withReasons = some.map((user) => ({ ...user, reason: reasons.get(user.userId) }));
        return fanOutJob(
          room,
          { of: "comment", later: { thread, comment, users: withReasons, ...common } },
          this.#now(),
        );
      }),
    };
  }
}

/** A decision that writes a comment. */
type NotifyingDecision<T> = Decision<T> & { readonly change: NonNullable<Decision<T>["change"]> };

/** Comments without a signed-in author subscribe and mention no one. */
function ofCaller(audience: CommentAudience, { isAnonymous }: CommentAccess): CommentAudience {
  return isAnonymous === true ? { ...audience, mentioned: [], isAnonymous } : audience;
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
