import { fullCommentAccess } from "@weft/collab";
import type { ByUser, ProjectRecord, SubscriptionSettings, ThreadHead, ThreadPart } from "@weft/collab";
import {
  addCommentReaction,
  createComment,
  createThread,
  deleteComment,
  deleteThread,
  editComment,
  editCommentMetadata,
  editThreadMetadata,
  getComment,
  getThread,
  getThreadParticipants,
  listRoomSubscriptionSettings,
  listThreadInboxNotifications,
  listThreads,
  listThreadSubscriptions,
  markThreadAsResolved,
  markThreadAsUnresolved,
  mentionsIn,
  removeCommentReaction,
  roomNotificationSettings,
  roomSubscriptionSettings,
  subscribeToThread,
  unsubscribeFromThread,
  WeftError,
} from "@weft/protocol";
import type { RoomAddress, RoomId } from "@weft/protocol";
import {
  describeComment,
  describeMetadata,
  describeSubscription,
  describeThread,
  describeThreadNotification,
  threadTexts,
} from "./describe-thread.ts";
import { encodedInPieces, JsonList, listOf, objectInPieces } from "./json-pieces.ts";
import { implement, routes } from "./route.ts";
import type { Services } from "./services.ts";

const all = fullCommentAccess;
const instant = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));
const by = ({ userId, at }: { readonly userId: string; readonly at?: string | undefined }): ByUser => ({
  userId,
  ...(at !== undefined && { at: Date.parse(at) }),
});

interface RoomPath {
  readonly roomId: RoomId;
}
const addressOf = ({ id }: ProjectRecord, { roomId }: RoomPath): RoomAddress => ({ project: id, room: roomId });

export const threadRoutes = routes(
  implement(listThreads, async ({ project, path, query: { query, filter } }, services) => {
    const room = await existing(project, path, services);
    const { threadLists } = services;
    const pages = threadLists.all(room, { visibilities: all.read, query: query ?? filter });
    return encodedInPieces(objectInPieces({ data: new JsonList(threadTexts(contentsOf(room, pages, threadLists))) }));
  }),
  implement(createThread, async ({ project, path, body: { comment, ...draft } }, { threads }) =>
    describeThread(await threads.create(addressOf(project, path), { ...draft, comment: draftOf(comment) }, all)),
  ),
  implement(getThread, async ({ project, path }, services) =>
    wholeThread(project, await services.threads.find(addressOf(project, path), path.threadId, all), services),
  ),
  implement(deleteThread, ({ project, path }, { threads }) =>
    threads.delete(addressOf(project, path), path.threadId, all),
  ),
  implement(getThreadParticipants, async ({ project, path }, { threads, threadLists }) => {
    const thread = await threads.find(addressOf(project, path), path.threadId, all);
    return { participantIds: await participantsOf(threadLists.contents(project.id, [thread])) };
  }),
  implement(editThreadMetadata, async ({ project, path, body: { metadata, userId, updatedAt } }, { threads }) =>
    describeMetadata(
      await threads.editMetadata(addressOf(project, path), path.threadId, metadata, by({ userId, at: updatedAt }), all),
    ),
  ),
  implement(markThreadAsResolved, async ({ project, path, body }, services) => {
    const { threads } = services;
    const thread = await threads.setResolved(addressOf(project, path), path.threadId, true, body, all);
    return wholeThread(project, thread, services);
  }),
  implement(markThreadAsUnresolved, async ({ project, path, body }, services) => {
    const { threads } = services;
    const thread = await threads.setResolved(addressOf(project, path), path.threadId, false, body, all);
    return wholeThread(project, thread, services);
  }),
  implement(subscribeToThread, async ({ project, path, body: { userId } }, services) => {
    const room = await existing(project, path, services);
    return describeSubscription(await services.subscriptions.subscribe(room, path.threadId, userId));
  }),
  implement(unsubscribeFromThread, async ({ project, path, body: { userId } }, services) => {
    const room = await existing(project, path, services);
    await services.subscriptions.unsubscribe(room, path.threadId, userId);
  }),
  implement(listThreadSubscriptions, async ({ project, path }, { threads, subscriptions }) => {
    const room = addressOf(project, path);
    await threads.find(room, path.threadId, all);
    const data = listOf(subscriptions.ofThread(room, path.threadId), (subscription) => ({
      ...describeSubscription(subscription),
      userId: subscription.userId,
    }));
    return encodedInPieces(objectInPieces({ data }));
  }),
  implement(listThreadInboxNotifications, async ({ project, path }, { threads, subscriptions }) => {
    const room = addressOf(project, path);
    await threads.find(room, path.threadId, all);
    const data = listOf(subscriptions.notificationsOfThread(room, path.threadId), (notification) => ({
      ...describeThreadNotification(notification),
      userId: notification.userId,
    }));
    return encodedInPieces(objectInPieces({ data }));
  }),

  implement(createComment, async ({ project, path, body }, { threads }) => {
    const room = addressOf(project, path);
    const comment = await threads.addComment(room, path.threadId, draftOf(body), all);
    return describeComment({ id: path.threadId, room: path.roomId }, comment);
  }),
  implement(getComment, async ({ project, path }, { threads }) => {
    const name = { thread: path.threadId, comment: path.commentId };
    const comment = await threads.comment(addressOf(project, path), name, all);
    return describeComment({ id: path.threadId, room: path.roomId }, comment);
  }),
  implement(editComment, async ({ project, path, body: { editedAt, ...edit } }, { threads }) => {
    const name = { thread: path.threadId, comment: path.commentId };
    const change = { ...edit, editedAt: instant(editedAt) };
    const comment = await threads.editComment(addressOf(project, path), name, change, all);
    return describeComment({ id: path.threadId, room: path.roomId }, comment);
  }),
  implement(deleteComment, ({ project, path }, { threads }) =>
    threads.deleteComment(addressOf(project, path), { thread: path.threadId, comment: path.commentId }, all),
  ),
  implement(editCommentMetadata, async ({ project, path, body: { metadata, userId, updatedAt } }, { threads }) => {
    const name = { thread: path.threadId, comment: path.commentId };
    const change = by({ userId, at: updatedAt });
    return describeMetadata(await threads.editCommentMetadata(addressOf(project, path), name, metadata, change, all));
  }),
  implement(addCommentReaction, async ({ project, path, body: { userId, emoji, createdAt } }, { threads }) => {
    const name = { thread: path.threadId, comment: path.commentId };
    const wanted = { userId, emoji, createdAt: instant(createdAt) };
    const { added, reaction } = await threads.addReaction(addressOf(project, path), name, wanted, all);
    if (!added) throw new WeftError("RESOURCE_ALREADY_EXISTS", { message: "Reaction already exists" });
    return { emoji, userId, createdAt: new Date(reaction.createdAt).toISOString() };
  }),
  implement(removeCommentReaction, async ({ project, path, body: { userId, emoji, removedAt } }, { threads }) => {
    const name = { thread: path.threadId, comment: path.commentId };
    const reaction = { emoji, ...by({ userId, at: removedAt }) };
    if (!(await threads.removeReaction(addressOf(project, path), name, reaction, all)))
      throw new WeftError("RESOURCE_NOT_FOUND", { message: "Comment reaction not found" });
  }),

  ...[roomSubscriptionSettings, roomNotificationSettings].flatMap((endpoints) => [
    implement(endpoints.get, async ({ project, path }, services) =>
      services.subscriptions.settings(await existing(project, path, services), path.userId),
    ),
    implement(endpoints.update, async ({ project, path, body }, services) =>
      services.subscriptions.changeSettings(await existing(project, path, services), path.userId, body),
    ),
    implement(endpoints.delete, async ({ project, path }, services) =>
      services.subscriptions.deleteSettings(await existing(project, path, services), path.userId),
    ),
  ]),
  implement(listRoomSubscriptionSettings, async ({ project, path, query }, { subscriptions }) => {
    const { limit, startingAfter: cursor } = query;
    const { settings, nextCursor } = await subscriptions.settingsOfUser(project.id, path.userId, { limit, cursor });
    const data = settings.map(({ room, threads, textMentions }: SubscriptionSettings & { readonly room: RoomId }) => ({
      roomId: room,
      threads,
      textMentions,
    }));
    return { data, nextCursor, meta: { nextCursor } };
  }),
);

function draftOf<D extends { readonly createdAt?: string | undefined }>({ createdAt, ...draft }: D) {
  return { ...draft, createdAt: instant(createdAt) };
}

/** A thread as it is after it was read or changed. RESOURCE_NOT_FOUND if it was deleted meanwhile. */
function wholeThread({ id }: ProjectRecord, thread: ThreadHead, { threadLists }: Pick<Services, "threadLists">) {
  return encodedInPieces(threadTexts(existingParts(threadLists.contents(id, [thread]))));
}

/** The parts of one thread. RESOURCE_NOT_FOUND if there are none: it was deleted. */
export async function* existingParts(parts: AsyncIterable<ThreadPart>): AsyncGenerator<ThreadPart> {
  let isEmpty = true;
  for await (const part of parts) {
    isEmpty = false;
    yield part;
  }
  if (isEmpty) throw new WeftError("RESOURCE_NOT_FOUND", { message: "Thread not found" });
}

async function* contentsOf(
  { project }: RoomAddress,
  pages: AsyncIterable<readonly ThreadHead[]>,
  threadLists: Services["threadLists"],
): AsyncGenerator<ThreadPart> {
  for await (const page of pages) yield* threadLists.contents(project, page);
}

/** Authors and mentioned users, each once. */
export async function participantsOf(parts: AsyncIterable<ThreadPart>): Promise<string[]> {
  const participants = new Set<string>();
  for await (const { comments } of parts)
    for (const { userId, body } of comments) {
      participants.add(userId);
      if (body !== undefined) for (const { kind, id } of mentionsIn(body)) if (kind === "user") participants.add(id);
    }
  return [...participants];
}

async function existing({ id }: ProjectRecord, { roomId }: RoomPath, { rooms }: Services): Promise<RoomAddress> {
  if ((await rooms.find(id, roomId)) === undefined) throw new WeftError("ROOM_NOT_FOUND");
  return { project: id, room: roomId };
}
