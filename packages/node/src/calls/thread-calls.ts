import { filterOf } from "../filter.ts";
import type { AppCommentMetadata as CM, AppThreadMetadata as TM } from "@weft/client";
import type { InboxNotificationThreadData, SubscriptionData, UserSubscriptionData } from "../types/inbox.ts";
import type {
  CommentAttachment,
  BodyOfComment,
  CommentData,
  CommentReaction,
  CommentUserReaction,
  CreateCommentOptions,
  CreateThreadOptions,
  Patchable,
  ThreadData,
  ThreadParticipants,
  ThreadsQuery,
} from "../types/threads.ts";
import { newFileId, upload } from "../upload.ts";
import type { RequestOptions } from "./calls.ts";
import { StorageCalls } from "./storage-calls.ts";
import { dated } from "./wire.ts";
import type { WireForm } from "./wire.ts";

/** An attachment, with a link that anyone can use without a key until it expires. */
export interface AttachmentWithUrl extends CommentAttachment {
  url: string;
  /** ISO 8601. */
  expiresAt: string;
}

interface OfThread {
  roomId: string;
  threadId: string;
}
interface OfComment extends OfThread {
  commentId: string;
}
interface ByUser {
  data: { userId: string };
}

/** Threads, comments and their attachments. */
export abstract class ThreadCalls extends StorageCalls {
  /** Lists the threads of a room, oldest first, private ones included. */
  async getThreads(
    params: { roomId: string; query?: string | ThreadsQuery<TM> },
    options?: RequestOptions,
  ): Promise<{ data: ThreadData[] }> {
    const { roomId, query } = params;
    const { data }: { data: WireForm<ThreadData>[] } = await this.json("getThreads", {
      path: { roomId },
      query: { query: filterOf(typeof query === "object" ? filterOfThreads(query) : query) },
      ...options,
    });
    return { data: data.map(threadOf) };
  }

  /** Creates a thread with its first comment. */
  async createThread(params: CreateThreadOptions<TM, CM>, options?: RequestOptions): Promise<ThreadData> {
    const { roomId, data } = params;
    return threadOf(await this.json("createThread", { path: { roomId }, body: data, ...options }));
  }

  async getThread(params: OfThread, options?: RequestOptions): Promise<ThreadData> {
    return threadOf(await this.json("getThread", { path: ofThread(params), ...options }));
  }

  /** Deletes a thread with its comments and notifications. */
  deleteThread(params: OfThread, options?: RequestOptions): Promise<void> {
    return this.nothing("deleteThread", { path: ofThread(params), ...options });
  }

  /** @deprecated use `getThreadSubscriptions` */
  getThreadParticipants(params: OfThread, options?: RequestOptions): Promise<ThreadParticipants> {
    return this.json("getThreadParticipants", { path: ofThread(params), ...options });
  }

  /** Changes the metadata of a thread. Answers all of it. */
  editThreadMetadata(
    params: OfThread & { data: { metadata: Patchable<TM>; userId: string; updatedAt?: Date } },
    options?: RequestOptions,
  ): Promise<TM> {
    return this.json("editThreadMetadata", { path: ofThread(params), body: params.data, ...options });
  }

  async markThreadAsResolved(params: OfThread & ByUser, options?: RequestOptions): Promise<ThreadData> {
    const { data } = params;
    return threadOf(await this.json("markThreadAsResolved", { path: ofThread(params), body: data, ...options }));
  }

  async markThreadAsUnresolved(params: OfThread & ByUser, options?: RequestOptions): Promise<ThreadData> {
    const { data } = params;
    return threadOf(await this.json("markThreadAsUnresolved", { path: ofThread(params), body: data, ...options }));
  }

  /** From now on, the user is notified about each comment of the thread. */
  async subscribeToThread(params: OfThread & ByUser, options?: RequestOptions): Promise<SubscriptionData> {
    const { data } = params;
    const wire: WireForm<SubscriptionData> = await this.json("subscribeToThread", {
      path: ofThread(params),
      body: data,
      ...options,
    });
    return dated<SubscriptionData>(wire, "createdAt");
  }

  /** From now on, the user is notified about mentions in the thread only. */
  unsubscribeFromThread(params: OfThread & ByUser, options?: RequestOptions): Promise<void> {
    return this.nothing("unsubscribeFromThread", { path: ofThread(params), body: params.data, ...options });
  }

  async getThreadSubscriptions(params: OfThread, options?: RequestOptions): Promise<{ data: UserSubscriptionData[] }> {
    const { data }: { data: WireForm<UserSubscriptionData>[] } = await this.json("getThreadSubscriptions", {
      path: ofThread(params),
      ...options,
    });
    return { data: data.map((each) => dated<UserSubscriptionData>(each, "createdAt")) };
  }

  /** Lists the notification of each user who has one about the thread. */
  async getThreadInboxNotifications(
    params: OfThread,
    options?: RequestOptions,
  ): Promise<{ data: (InboxNotificationThreadData & { userId: string })[] }> {
    type Item = InboxNotificationThreadData & { userId: string };
    const { data }: { data: WireForm<Item>[] } = await this.json("getThreadInboxNotifications", {
      path: ofThread(params),
      ...options,
    });
    return { data: data.map((each) => dated<Item>(each, "notifiedAt", "readAt")) };
  }

  async createComment(params: CreateCommentOptions<CM>, options?: RequestOptions): Promise<CommentData> {
    return commentOf(await this.json("createComment", { path: ofThread(params), body: params.data, ...options }));
  }

  /** A comment. One that was deleted has `deletedAt`, and no body. */
  async getComment(params: OfComment, options?: RequestOptions): Promise<CommentData> {
    return commentOf(await this.json("getComment", { path: ofComment(params), ...options }));
  }

  /** Changes a comment. `attachmentIds` names all attachments that it is to have. */
  async editComment(
    params: OfComment & {
      data: { body: BodyOfComment; attachmentIds?: string[]; metadata?: Patchable<CM>; editedAt?: Date };
    },
    options?: RequestOptions,
  ): Promise<CommentData> {
    return commentOf(await this.json("editComment", { path: ofComment(params), body: params.data, ...options }));
  }

  /** Deletes a comment. The thread is deleted with its last comment. */
  deleteComment(params: OfComment, options?: RequestOptions): Promise<void> {
    return this.nothing("deleteComment", { path: ofComment(params), ...options });
  }

  /** Changes the metadata of a comment. Answers all of it. */
  editCommentMetadata(
    params: OfComment & { data: { metadata: Patchable<CM>; userId: string; updatedAt?: Date } },
    options?: RequestOptions,
  ): Promise<CM> {
    return this.json("editCommentMetadata", { path: ofComment(params), body: params.data, ...options });
  }

  async addCommentReaction(
    params: OfComment & { data: { emoji: string; userId: string; createdAt?: Date } },
    options?: RequestOptions,
  ): Promise<CommentUserReaction> {
    const wire: WireForm<CommentUserReaction> = await this.json("addCommentReaction", {
      path: ofComment(params),
      body: params.data,
      ...options,
    });
    return dated<CommentUserReaction>(wire, "createdAt");
  }

  removeCommentReaction(
    params: OfComment & { data: { emoji: string; userId: string; removedAt?: Date } },
    options?: RequestOptions,
  ): Promise<void> {
    return this.nothing("removeCommentReaction", { path: ofComment(params), body: params.data, ...options });
  }

  getAttachment(
    params: { roomId: string; attachmentId: string },
    options?: RequestOptions,
  ): Promise<AttachmentWithUrl> {
    const { roomId, attachmentId } = params;
    return this.json("getAttachment", { path: { roomId, attachmentId }, ...options });
  }

  /** Uploads an attachment that this user's comments in the room may then use. */
  uploadAttachment(
    params: { roomId: string; userId: string; file: File },
    options: RequestOptions = {},
  ): Promise<CommentAttachment> {
    const { roomId, userId, file } = params;
    const ids = { roomId, attachmentId: newFileId("at_") };
    const { name } = file;
    const fileSize = file.size;
    return upload<CommentAttachment>(
      file,
      {
        whole: (bytes, signal) =>
          this.json("uploadAttachment.whole", { path: { ...ids, name }, query: { userId, fileSize }, bytes, signal }),
        start: (signal) => this.json("uploadAttachment.start", { path: { ...ids, name }, query: { fileSize }, signal }),
        part: (uploadId, partNumber, bytes, signal) =>
          this.json("uploadAttachment.part", {
            path: { ...ids, uploadId, partNumber: String(partNumber) },
            bytes,
            signal,
          }),
        complete: (uploadId, parts, signal) =>
          this.json("uploadAttachment.complete", {
            path: { ...ids, uploadId },
            query: { userId },
            body: { parts },
            signal,
          }),
        abort: (uploadId) => this.nothing("uploadAttachment.abort", { path: { ...ids, uploadId } }),
      },
      options.signal,
    );
  }
}

function ofThread({ roomId, threadId }: OfThread) {
  return { roomId, threadId };
}

function ofComment({ roomId, threadId, commentId }: OfComment) {
  return { roomId, threadId, commentId };
}

function filterOfThreads({ metadata, resolved, visibility }: ThreadsQuery<TM>) {
  return { metadata: metadata && { keys: metadata }, resolved, visibility };
}

function threadOf(wire: WireForm<ThreadData>): ThreadData {
  const thread = dated<ThreadData>(wire, "createdAt", "updatedAt");
  return { ...thread, comments: wire.comments.map((comment) => commentOf(comment as WireForm<CommentData>)) };
}

function commentOf(wire: WireForm<CommentData>): CommentData {
  const comment = dated<CommentData>(wire, "createdAt", "editedAt", "deletedAt");
  const reactions = wire.reactions.map((reaction) => dated<CommentReaction>(reaction, "createdAt"));
  return { ...comment, reactions };
}
