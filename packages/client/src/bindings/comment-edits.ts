/** Edits of threads, comments and notifications. They are shown at once; what is refused is taken back, with an error of the client. */
import type { AppCommentMetadata, AppThreadMetadata } from "../app-types.ts";
import type { CommentsStore } from "../comments/store/comments-store.ts";
import type {
  ClientAttachment,
  ClientComment,
  ClientCommentBody,
  ClientThread,
  MetadataPatch,
  VisibilityOfThread,
} from "../comments/types.ts";
import { nanoid } from "../random-id.ts";
import { editComments, loadedComments, preloadComments } from "./comments-part.ts";
import type { CommentingClient } from "./comments-part.ts";
import { isServer } from "./room-visit.ts";

type OptionalIfEmpty<M, Name extends string> =
  Partial<M> extends M ? { readonly [K in Name]?: M } : { readonly [K in Name]: M };

/** A thread that a user has written. */
export type ThreadToCreate<TM = AppThreadMetadata, CM = AppCommentMetadata> = {
  readonly body: ClientCommentBody;
  readonly attachments?: readonly ClientAttachment[];
  /** By default public. */
  readonly visibility?: VisibilityOfThread;
} & OptionalIfEmpty<TM, "metadata"> &
  OptionalIfEmpty<CM, "commentMetadata">;

/** A comment that a user has written. */
export type CommentToCreate<CM = AppCommentMetadata> = {
  readonly threadId: string;
  readonly body: ClientCommentBody;
  readonly attachments?: readonly ClientAttachment[];
} & OptionalIfEmpty<CM, "metadata">;

/** Which comment. */
export interface CommentPlace {
  readonly threadId: string;
  readonly commentId: string;
}

/** What a comment is changed to. Attachments and metadata that are left out stay. */
export interface CommentRevision<CM = AppCommentMetadata> extends CommentPlace {
  readonly body: ClientCommentBody;
  readonly attachments?: readonly ClientAttachment[];
  readonly metadata?: MetadataPatch<CM>;
}

/** Edits of the threads of a room. */
export interface CommentEdits<TM = AppThreadMetadata, CM = AppCommentMetadata> {
  /** Creates a thread with its first comment, and answers it. */
  readonly createThread: (draft: ThreadToCreate<TM, CM>) => ClientThread<TM, CM>;
  readonly deleteThread: (threadId: string) => void;
  /** Null removes an entry, and what is left out stays. */
  readonly editThreadMetadata: (edit: { readonly threadId: string; readonly metadata: MetadataPatch<TM> }) => void;
  readonly markThreadAsResolved: (threadId: string) => void;
  readonly markThreadAsUnresolved: (threadId: string) => void;
  readonly markThreadAsRead: (threadId: string) => void;
  readonly subscribeToThread: (threadId: string) => void;
  readonly unsubscribeFromThread: (threadId: string) => void;
  /** Adds a comment to a thread, and answers it. */
  readonly createComment: (draft: CommentToCreate<CM>) => ClientComment<CM>;
  readonly editComment: (revision: CommentRevision<CM>) => void;
  /** Null removes an entry, and what is left out stays. */
  readonly editCommentMetadata: (edit: CommentPlace & { readonly metadata: MetadataPatch<CM> }) => void;
  /** With the last comment, the thread is deleted too. */
  readonly deleteComment: (comment: CommentPlace) => void;
  readonly addReaction: (reaction: CommentPlace & { readonly emoji: string }) => void;
  readonly removeReaction: (reaction: CommentPlace & { readonly emoji: string }) => void;
}

/** Edits of the user's inbox. */
export interface InboxEdits {
  readonly markInboxNotificationAsRead: (inboxNotificationId: string) => void;
  readonly markAllInboxNotificationsAsRead: () => void;
  readonly deleteInboxNotification: (inboxNotificationId: string) => void;
  readonly deleteAllInboxNotifications: () => void;
}

interface RoomOfThreads {
  readonly id: string;
  getSelf(): { readonly id?: string | undefined } | null;
}

type AnyMetadata = NonNullable<Parameters<CommentsStore["createThread"]>[0]["metadata"]>;
type AnyThread = ThreadToCreate<AnyMetadata, AnyMetadata>;
type AnyComment = CommentToCreate<AnyMetadata>;
type ThreadEdit = (
  store: CommentsStore,
  thread: { readonly roomId: string; readonly threadId: string },
) => Promise<unknown>;

/** The edits of a room. Their code is loaded before the first one is made. */
export function commentEditsOf<TM = AppThreadMetadata, CM = AppCommentMetadata>(
  client: CommentingClient,
  room: RoomOfThreads,
): CommentEdits<TM, CM> {
  if (!isServer()) preloadComments(client);
  const roomId = room.id;
  const edit = <A extends object>(run: (store: CommentsStore, named: A & { roomId: string }) => Promise<unknown>) => {
    return (args: A) => editComments(client, (store) => run(store, { roomId, ...args }));
  };
  const ofThread = (run: ThreadEdit) => (threadId: string) =>
    editComments(client, (store) => run(store, { roomId, threadId }));
  const edits: CommentEdits<AnyMetadata, AnyMetadata> = {
    createThread: (draft) => createThread(client, room, draft),
    deleteThread: ofThread((store, thread) => store.deleteThread(thread)),
    editThreadMetadata: edit((store, named) => store.editThreadMetadata(named as never)),
    markThreadAsResolved: ofThread((store, thread) => store.markThreadAsResolved(thread)),
    markThreadAsUnresolved: ofThread((store, thread) => store.markThreadAsUnresolved(thread)),
    markThreadAsRead: ofThread(async (store, { threadId }) => {
      const notification = store.notificationOfThread(threadId);
      if (notification !== undefined) await store.markInboxNotificationAsRead(notification.id, roomId);
    }),
    subscribeToThread: ofThread((store, thread) => store.subscribeToThread(thread)),
    unsubscribeFromThread: ofThread((store, thread) => store.unsubscribeFromThread(thread)),
    createComment: (draft) => createComment(client, room, draft),
    editComment: edit((store, named) => store.editComment(named as never)),
    editCommentMetadata: edit((store, named) => store.editCommentMetadata(named as never)),
    deleteComment: edit((store, named) => store.deleteComment(named)),
    addReaction: edit((store, named) => store.addReaction(named)),
    removeReaction: edit((store, named) => store.removeReaction(named)),
  };
  return edits as unknown as CommentEdits<TM, CM>;
}

/** The edits of the user's inbox. Their code is loaded before the first one is made. */
export function inboxEditsOf(client: CommentingClient): InboxEdits {
  if (!isServer()) preloadComments(client);
  const edit = (run: (store: CommentsStore, id: string) => Promise<unknown>) => (id: string) =>
    editComments(client, (store) => run(store, id));
  return {
    markInboxNotificationAsRead: edit((store, id) => store.markInboxNotificationAsRead(id)),
    markAllInboxNotificationsAsRead: () => editComments(client, (store) => store.markAllInboxNotificationsAsRead()),
    deleteInboxNotification: edit((store, id) => store.deleteInboxNotification(id)),
    deleteAllInboxNotifications: () => editComments(client, (store) => store.deleteAllInboxNotifications()),
  };
}

/** Creates a thread with its first comment, and answers it. Its metadata are of any type. */
export function createThread(
  client: CommentingClient,
  room: RoomOfThreads,
  draft: AnyThread,
): ClientThread<AnyMetadata, AnyMetadata> {
  const { metadata = {}, commentMetadata = {}, visibility = "public", body, attachments = [] } = draft;
  const threadId = `th_${nanoid()}`;
  const comment = newComment(client, room, { threadId, body, attachments, metadata: commentMetadata });
  const { roomId, id: commentId, createdAt } = comment;
  editComments(client, (store) =>
    store.createThread({ roomId, threadId, commentId, body, metadata, commentMetadata, attachments, visibility }),
  );
  return {
    type: "thread",
    id: threadId,
    roomId,
    createdAt,
    updatedAt: createdAt,
    comments: [comment],
    metadata,
    resolved: false,
    visibility,
  };
}

/** Adds a comment to a thread, and answers it. Its metadata are of any type. */
export function createComment(
  client: CommentingClient,
  room: RoomOfThreads,
  draft: AnyComment,
): ClientComment<AnyMetadata> {
  const comment = newComment(client, room, draft);
  const { roomId, id: commentId } = comment;
  editComments(client, (store) => store.createComment({ roomId, commentId, ...draft }));
  return comment;
}

/** As it is shown until the server has answered. */
function newComment(client: CommentingClient, room: RoomOfThreads, draft: AnyComment): ClientComment<AnyMetadata> {
  const { threadId, body, attachments = [], metadata = {} } = draft;
  return {
    type: "comment",
    id: `cm_${nanoid()}`,
    threadId,
    roomId: room.id,
    // Threads may be there before the room is connected.
    userId: room.getSelf()?.id ?? loadedComments(client)?.store.userId ?? "anonymous",
    createdAt: new Date(),
    body,
    reactions: [],
    attachments,
    metadata,
  };
}
