/** The edits of a store: shown at once, sent in order, and taken back when they are refused. */
import type { CommentsErrorContext } from "../../error.ts";
import { ClientError } from "../../error.ts";
import type { AnyMetadata, CommentAddress, ThreadAddress } from "../../http/http-api.ts";
import { nanoid } from "../../random-id.ts";
import { Batcher } from "../../batcher.ts";
import type {
  NotificationChannels,
  ChannelSettingsPatch,
  ClientAttachment,
  ClientComment,
  ClientCommentBody,
  ClientNotification,
  ClientSubscription,
  ClientThread,
  SubscriptionsOfRoom,
  UserReactionData,
  VisibilityOfThread,
} from "../types.ts";
import * as edits from "./edits.ts";
import type { TableEdit } from "./edits.ts";
import type { StoreState } from "./store-state.ts";

interface Edit<T> {
  /** Edits of the same are sent one after the other. */
  readonly of: string;
  readonly shown: TableEdit;
  readonly send: () => Promise<T>;
  /** Asks for what the edit has changed. Absent: it is taken as the user meant it. */
  readonly refresh?: () => Promise<void>;
  /** Takes the answer in. */
  readonly confirm?: (answer: T) => void;
  readonly context: CommentsErrorContext;
}

export interface NewThread {
  readonly roomId: string;
  readonly threadId?: string;
  readonly commentId?: string;
  readonly body: ClientCommentBody;
  readonly metadata?: AnyMetadata;
  readonly commentMetadata?: AnyMetadata;
  readonly attachments?: readonly ClientAttachment[];
  /** By default public. */
  readonly visibility?: VisibilityOfThread;
}

export interface NewComment {
  readonly roomId: string;
  readonly threadId: string;
  readonly commentId?: string;
  readonly body: ClientCommentBody;
  readonly metadata?: AnyMetadata;
  readonly attachments?: readonly ClientAttachment[];
}

export interface CommentReactionName {
  readonly roomId: string;
  readonly threadId: string;
  readonly commentId: string;
  readonly emoji: string;
}

type Name = { readonly roomId: string; readonly threadId: string };
type OfComment = Name & { readonly commentId: string };

export class StoreEdits {
  readonly #state: StoreState;
  /** What was sent last, by what it edits. */
  readonly #sent = new Map<string, Promise<unknown>>();
  readonly #reads: Batcher<void>;
  readonly #readsInRooms = new Map<string, Batcher<void>>();

  constructor(state: StoreState) {
    this.#state = state;
    const { http, timers } = state.options;
    this.#reads = new Batcher({ timers, call: (ids) => http.markAsRead(ids).then(() => ids.map(() => undefined)) });
  }

  /** Whom edits are shown as made by: the user of the newest token. */
  get userId(): string {
    return this.#state.options.http.transport.userId ?? "anonymous";
  }

  /** Whether an edit of this is on its way. */
  protected isSending(of: string): boolean {
    return this.#sent.has(of);
  }

  // ---- threads

  createThread(thread: NewThread): Promise<ClientThread> {
    const { roomId, body, metadata = {}, commentMetadata = {}, attachments = [], visibility = "public" } = thread;
    const { threadId = `th_${nanoid()}`, commentId = `cm_${nanoid()}` } = thread;
    const { http } = this.#state.options;
    const comment = this.#newComment({ roomId, threadId, commentId, body, metadata: commentMetadata, attachments });
    const createdAt = comment.createdAt;
    const shown: ClientThread = {
      type: "thread",
      id: threadId,
      roomId,
      createdAt,
      updatedAt: createdAt,
      comments: [comment],
      metadata: metadata as ClientThread["metadata"],
      resolved: false,
      visibility,
    };
    return this.#edit({
      of: threadId,
      shown: edits.addThread(shown),
      send: () =>
        http.createThread(roomId, {
          id: threadId,
          visibility,
          metadata,
          comment: { id: commentId, body, metadata: commentMetadata, attachmentIds: attachments.map(({ id }) => id) },
        }),
      confirm: (created) => this.#state.receiveThread(created),
      refresh: () => this.#state.refreshThread(roomId, threadId),
      context: {
        type: "CREATE_THREAD_ERROR",
        roomId,
        threadId,
        commentId,
        visibility,
        body: body as never,
        metadata,
        commentMetadata,
      },
    });
  }

  deleteThread({ roomId, threadId }: Name): Promise<void> {
    return this.#edit({
      of: threadId,
      shown: edits.removeThread(threadId),
      send: () => this.#state.options.http.deleteThread(this.#named(roomId, threadId)),
      confirm: () => this.#state.server.dropThread(threadId),
      context: { type: "DELETE_THREAD_ERROR", roomId, threadId },
    });
  }

  editThreadMetadata({ roomId, threadId, metadata }: Name & { readonly metadata: AnyMetadata }): Promise<AnyMetadata> {
    return this.#editThread(roomId, threadId, {
      shown: edits.patchThreadMetadata(threadId, metadata),
      send: (name) => this.#state.options.http.editThreadMetadata(name, metadata),
      context: { type: "EDIT_THREAD_METADATA_ERROR", roomId, threadId, metadata },
    });
  }

  markThreadAsResolved({ roomId, threadId }: Name): Promise<void> {
    return this.#editThread(roomId, threadId, {
      shown: edits.setResolved(threadId, true),
      send: (name) => this.#state.options.http.markThreadAsResolved(name),
      context: { type: "MARK_THREAD_AS_RESOLVED_ERROR", roomId, threadId },
    });
  }

  markThreadAsUnresolved({ roomId, threadId }: Name): Promise<void> {
    return this.#editThread(roomId, threadId, {
      shown: edits.setResolved(threadId, false),
      send: (name) => this.#state.options.http.markThreadAsUnresolved(name),
      context: { type: "MARK_THREAD_AS_UNRESOLVED_ERROR", roomId, threadId },
    });
  }

  subscribeToThread({ roomId, threadId }: Name): Promise<ClientSubscription> {
    return this.#editThread(roomId, threadId, {
      shown: edits.subscribeTo({ kind: "thread", subjectId: threadId, createdAt: this.#today() }),
      send: (name) => this.#state.options.http.subscribeToThread(name),
      context: { type: "SUBSCRIBE_TO_THREAD_ERROR", roomId, threadId },
    });
  }

  unsubscribeFromThread({ roomId, threadId }: Name): Promise<void> {
    return this.#editThread(roomId, threadId, {
      shown: edits.unsubscribeFrom(threadId),
      send: (name) => this.#state.options.http.unsubscribeFromThread(name),
      context: { type: "UNSUBSCRIBE_FROM_THREAD_ERROR", roomId, threadId },
    });
  }

  // ---- comments

  createComment(options: NewComment): Promise<ClientComment> {
    const { roomId, threadId, body, metadata = {}, attachments = [] } = options;
    const { commentId = `cm_${nanoid()}` } = options;
    const comment = this.#newComment({ roomId, threadId, commentId, body, metadata, attachments });
    const attachmentIds = attachments.map(({ id }) => id);
    return this.#editThread(roomId, threadId, {
      shown: edits.addComment(comment),
      send: (name) => this.#state.options.http.createComment(name, { id: commentId, body, metadata, attachmentIds }),
      context: {
        type: "CREATE_COMMENT_ERROR",
        roomId,
        threadId,
        commentId,
        body: body as never,
        metadata,
      },
    });
  }

  /** Attachments that are left out stay. */
  editComment({ roomId, threadId, commentId, ...change }: OfComment & edits.CommentChange): Promise<ClientComment> {
    const { body, metadata, attachments } = change;
    const attachmentIds = attachments?.map(({ id }) => id);
    return this.#editThread(roomId, threadId, {
      shown: edits.changeComment(threadId, commentId, change, this.#today()),
      send: (name) => this.#state.options.http.editComment({ ...name, commentId }, { body, metadata, attachmentIds }),
      context: {
        type: "EDIT_COMMENT_ERROR",
        roomId,
        threadId,
        commentId,
        body: body as never,
        metadata: metadata ?? {},
      },
    });
  }

  deleteComment({ roomId, threadId, commentId }: OfComment): Promise<void> {
    return this.#editComment(
      { roomId, threadId, commentId },
      {
        shown: edits.removeComment(threadId, commentId, this.#today()),
        send: (name) => this.#state.options.http.deleteComment(name),
        context: { type: "DELETE_COMMENT_ERROR", roomId, threadId, commentId },
      },
    );
  }

  editCommentMetadata({
    roomId,
    threadId,
    commentId,
    metadata,
  }: OfComment & { readonly metadata: AnyMetadata }): Promise<AnyMetadata> {
    return this.#editComment(
      { roomId, threadId, commentId },
      {
        shown: edits.patchCommentMetadata(threadId, commentId, metadata),
        send: (name) => this.#state.options.http.editCommentMetadata(name, metadata),
        context: { type: "EDIT_COMMENT_METADATA_ERROR", roomId, threadId, commentId, metadata },
      },
    );
  }

  addReaction({ emoji, ...comment }: CommentReactionName): Promise<UserReactionData> {
    return this.#editComment(comment, {
      shown: edits.addReaction({ ...comment, emoji }, this.userId, this.#today()),
      send: (name) => this.#state.options.http.addReaction(name, emoji),
      context: { type: "ADD_REACTION_ERROR", ...comment, emoji },
    });
  }

  removeReaction({ emoji, ...comment }: CommentReactionName): Promise<void> {
    return this.#editComment(comment, {
      shown: edits.removeReaction({ ...comment, emoji }, this.userId),
      send: (name) => this.#state.options.http.removeReaction(name, emoji),
      context: { type: "REMOVE_REACTION_ERROR", ...comment, emoji },
    });
  }

  // ---- inbox

  /** With a room, a token that is good for that room alone will do. */
  markInboxNotificationAsRead(id: string, roomId?: string): Promise<void> {
    const notification = this.#state.tables.notifications.get(id);
    const batcher = roomId === undefined ? this.#reads : this.#readsIn(roomId);
    return this.#editInbox(
      edits.markRead(notification === undefined ? [] : [notification], this.#today()),
      () => batcher.get(id),
      {
        type: "MARK_INBOX_NOTIFICATION_AS_READ_ERROR",
        inboxNotificationId: id,
        ...(roomId === undefined ? {} : { roomId }),
      },
    );
  }

  markAllInboxNotificationsAsRead(): Promise<void> {
    return this.#editInbox(
      edits.markRead(this.#notifications, this.#today()),
      () => this.#state.options.http.markAsRead("all"),
      { type: "MARK_ALL_INBOX_NOTIFICATIONS_AS_READ_ERROR" },
    );
  }

  deleteInboxNotification(id: string): Promise<void> {
    return this.#editInbox(
      edits.removeNotifications([id]),
      () => this.#state.options.http.deleteNotification(id),
      { type: "DELETE_INBOX_NOTIFICATION_ERROR", inboxNotificationId: id },
      [id],
    );
  }

  deleteAllInboxNotifications(): Promise<void> {
    const ids = this.#notifications.map(({ id }) => id);
    return this.#editInbox(
      edits.removeNotifications(ids),
      () => this.#state.options.http.deleteAllNotifications(),
      { type: "DELETE_ALL_INBOX_NOTIFICATIONS_ERROR" },
      ids,
    );
  }

  // ---- settings

  updateRoomSubscriptionSettings(roomId: string, patch: Partial<SubscriptionsOfRoom>): Promise<SubscriptionsOfRoom> {
    const { server, options } = this.#state;
    return this.#edit({
      of: `settings ${roomId}`,
      shown: edits.changeRoomSettings(roomId, patch, this.#today()),
      send: () => options.http.updateSubscriptionSettings(roomId, patch),
      confirm: (settings) => server.setRoomSettings(roomId, settings, this.#state.ask()),
      // Subscriptions follow the settings.
      refresh: async () => {
        const { poller } = this.#state.threadsOf(roomId);
        if (patch.threads !== undefined && poller.hasBegun) await poller.pollNow();
      },
      context: { type: "UPDATE_ROOM_SUBSCRIPTION_SETTINGS_ERROR", roomId },
    });
  }

  updateNotificationSettings(patch: ChannelSettingsPatch): Promise<NotificationChannels> {
    const { server, options } = this.#state;
    return this.#edit({
      of: "channels",
      shown: edits.changeChannelSettings(patch),
      send: () => options.http.updateNotificationSettings(patch),
      confirm: (settings) => server.setChannelSettings(settings, this.#state.ask()),
      context: { type: "UPDATE_NOTIFICATION_SETTINGS_ERROR" },
    });
  }

  // ---- within

  get #notifications(): readonly ClientNotification[] {
    return [...this.#state.tables.notifications.values()];
  }

  #today(): Date {
    return new Date(this.#state.options.timeOfDay());
  }

  #newComment({ roomId, threadId, commentId, body, metadata, attachments }: Required<NewComment>): ClientComment {
    return {
      type: "comment",
      id: commentId,
      threadId,
      roomId,
      userId: this.userId,
      createdAt: this.#today(),
      body,
      reactions: [],
      attachments,
      metadata: metadata as ClientComment["metadata"],
    };
  }

  #named(roomId: string, threadId: string): ThreadAddress {
    const visibility = this.#state.tables.threads.get(threadId)?.visibility;
    return { roomId, threadId, visibility };
  }

  #editThread<T>(
    roomId: string,
    threadId: string,
    edit: Pick<Edit<T>, "shown" | "context"> & { readonly send: (name: ThreadAddress) => Promise<T> },
  ): Promise<T> {
    return this.#edit({
      ...edit,
      of: threadId,
      send: () => edit.send(this.#named(roomId, threadId)),
      refresh: () => this.#state.refreshThread(roomId, threadId),
    });
  }

  #editComment<T>(
    { roomId, threadId, commentId }: OfComment,
    edit: Pick<Edit<T>, "shown" | "context"> & { readonly send: (name: CommentAddress) => Promise<T> },
  ): Promise<T> {
    return this.#editThread(roomId, threadId, { ...edit, send: (name) => edit.send({ ...name, commentId }) });
  }

  #editInbox(
    shown: TableEdit,
    send: () => Promise<void>,
    context: CommentsErrorContext,
    deleted: readonly string[] = [],
  ): Promise<void> {
    return this.#edit({
      of: `inbox ${JSON.stringify(context)}`,
      shown,
      send,
      confirm: () => {
        this.#state.server.apply(shown);
        for (const id of deleted) this.#state.server.dropNotification(id);
        this.#state.wantCounts();
      },
      context,
    });
  }

  #readsIn(roomId: string): Batcher<void> {
    const { http, timers } = this.#state.options;
    const call = (ids: readonly string[]) => http.markAsReadInRoom(roomId, ids).then(() => ids.map(() => undefined));
    const batcher = this.#readsInRooms.get(roomId) ?? new Batcher<void>({ timers, call });
    this.#readsInRooms.set(roomId, batcher);
    return batcher;
  }

  async #edit<T>(edit: Edit<T>): Promise<T> {
    this.#state.addEdit(edit.shown);
    const before = this.#sent.get(edit.of) ?? Promise.resolve();
    const sending = before.then(edit.send, edit.send);
    this.#sent.set(edit.of, sending);
    try {
      const answer = await sending;
      this.#over(edit.of, sending);
      void this.#accepted(edit, answer);
      return answer;
    } catch (cause) {
      this.#over(edit.of, sending);
      this.#state.removeEdit(edit.shown);
      // Perhaps it was accepted, and only the answer was lost.
      edit.refresh?.().catch(() => {});
      const error = withContext(cause, edit.context);
      this.#state.options.failed(error);
      throw error;
    }
  }

  #over(of: string, sending: Promise<unknown>): void {
    if (this.#sent.get(of) === sending) this.#sent.delete(of);
  }

  async #accepted<T>({ shown, confirm, refresh }: Edit<T>, answer: T): Promise<void> {
    if (confirm !== undefined) this.#state.removeEdit(shown, () => confirm(answer));
    try {
      if (refresh !== undefined) await this.#state.options.http.transport.retrying(refreshWaitsMs, refresh);
    } catch {
      // The next poll tells what has become of it.
    }
    if (confirm === undefined) this.#state.removeEdit(shown);
  }
}

const refreshWaitsMs = [1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000] as const;

function withContext(cause: unknown, context: CommentsErrorContext): ClientError {
  if (!(cause instanceof ClientError)) return new ClientError(String(cause), context, { cause });
  const { code, status, suggestion, docs, answer } = cause;
  return new ClientError(cause.message, context, {
    code,
    cause,
    ...(status === undefined ? {} : { status }),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(docs === undefined ? {} : { docs }),
    ...(answer === undefined ? {} : { answer }),
  });
}
