import type { CommentAccess, MayRead, OfUser, RoomRecord, ThreadHead, Visibility } from "@weft/collab";
import {
  addReactionAsUser,
  anonymousUser,
  createCommentAsUser,
  createThreadAsUser,
  deleteCommentAsUser,
  deleteThreadAsUser,
  editCommentAsUser,
  editCommentMetadataAsUser,
  editThreadMetadataAsUser,
  getCommentAsUser,
  getThreadAsUser,
  getThreadParticipantsAsUser,
  listChangedThreadsAsUser,
  listChangedUserThreads,
  listThreadsAsUser,
  listUserThreads,
  markThreadAsResolvedAsUser,
  markThreadAsUnresolvedAsUser,
  olderSubscriptionSettingsAsUser,
  removeReactionAsUser,
  searchCommentsAsUser,
  searchThreadsAsUser,
  subscribeToThreadAsUser,
  subscriptionSettingsAsUser,
  unsubscribeFromThreadAsUser,
  WeftError,
} from "@weft/protocol";
import type { Permission, ProjectId, RoomAddress } from "@weft/protocol";
import {
  deletedLists,
  describeComment,
  describeMetadata,
  describeSubscription,
  describeThread,
  describeThreadNotification,
  threadTexts,
} from "./describe-thread.ts";
import { encodedInPieces, JsonList, JsonText, listOf, objectInPieces } from "./json-pieces.ts";
import type { EnteredRoom, PersonalCaller } from "./room-caller.ts";
import { implement, routes } from "./route.ts";
import type { Services } from "./services.ts";
import { existingParts, participantsOf } from "./threads.ts";

const iso = (at: number) => new Date(at).toISOString();

export const threadRoutesAsUser = routes(
  implement(listThreadsAsUser, async ({ entered, query }, { threadLists }) => {
    const { room, reader, access } = callerIn(entered);
    const page = await threadLists.page(room, reader, { ...query, visibilities: access.read });
    return inPieces({
      data: threadsIn(room.project, page, threadLists),
      ...describeOwn(page),
      meta: { requestedAt: iso(page.requestedAt), nextCursor: page.nextCursor, permissionHints: hintsOf(entered) },
    });
  }),
  implement(searchThreadsAsUser, async ({ entered, body }, { threadLists }) => {
    const { room, reader, access } = callerIn(entered);
    const page = await threadLists.page(room, reader, { ...body, visibilities: access.read });
    return inPieces({
      data: threadsIn(room.project, page, threadLists),
      ...describeOwn(page),
      deletedThreads: [],
      deletedInboxNotifications: [],
      deletedSubscriptions: [],
      meta: { requestedAt: iso(page.requestedAt), nextCursor: page.nextCursor, permissionHints: hintsOf(entered) },
    });
  }),
  implement(listChangedThreadsAsUser, async ({ entered, query: { since } }, { threadLists }) => {
    const { room, reader, access } = callerIn(entered);
    const changes = await threadLists.changes(room, reader, Date.parse(since), access.read);
    return inPieces({
      data: threadsIn(room.project, changes, threadLists),
      inboxNotifications: listOf(changes.notifications, describeThreadNotification),
      subscriptions: listOf(changes.subscriptions, describeSubscription),
      ...deletedLists(changes.deleted),
      meta: { requestedAt: iso(changes.requestedAt), permissionHints: hintsOf(entered) },
    });
  }),
  implement(searchCommentsAsUser, async ({ entered, query: { text, query } }, { threadLists }) => {
    const { room, access } = callerIn(entered);
    return { data: await threadLists.search(room, text, { query, visibilities: access.read }) };
  }),
  implement(getThreadAsUser, async ({ entered, path: { threadId } }, { threadLists }) => {
    const { room, reader, access } = callerIn(entered);
    const found = await threadLists.one(room, reader, threadId, access.read);
    if (found === undefined) throw new WeftError("RESOURCE_NOT_FOUND", { message: "Thread not found" });
    const { inboxNotifications, subscriptions } = describeOwn(found);
    const thread = threadTexts(existingParts(threadLists.contents(room.project, [found.thread])));
    return inPieces({
      thread: new JsonText(thread),
      inboxNotification: inboxNotifications[0],
      subscription: subscriptions[0],
    });
  }),

  implement(createThreadAsUser, async ({ entered, body }, { threads }) => {
    const { room, userId, access } = callerIn(entered);
    return describeThread(await threads.create(room, { ...body, comment: { ...body.comment, userId } }, access));
  }),
  implement(deleteThreadAsUser, ({ entered, path: { threadId } }, { threads }) => {
    const { room, access } = callerIn(entered);
    return threads.delete(room, threadId, access);
  }),
  implement(editThreadMetadataAsUser, async ({ entered, path: { threadId }, body }, { threads }) => {
    const { room, userId, access } = callerIn(entered);
    return describeMetadata(await threads.editMetadata(room, threadId, body, { userId }, access));
  }),
  implement(markThreadAsResolvedAsUser, async ({ entered, path: { threadId } }, { threads }) => {
    const { room, userId, access } = callerIn(entered);
    await threads.setResolved(room, threadId, true, { userId }, access);
  }),
  implement(markThreadAsUnresolvedAsUser, async ({ entered, path: { threadId } }, { threads }) => {
    const { room, userId, access } = callerIn(entered);
    await threads.setResolved(room, threadId, false, { userId }, access);
  }),
  implement(subscribeToThreadAsUser, async ({ entered, path: { threadId } }, { threads, subscriptions }) => {
    const { room, userId, access } = callerIn(entered);
    await threads.find(room, threadId, access);
    return describeSubscription(await subscriptions.subscribe(room, threadId, userId));
  }),
  implement(unsubscribeFromThreadAsUser, async ({ entered, path: { threadId } }, { threads, subscriptions }) => {
    const { room, userId, access } = callerIn(entered);
    await threads.find(room, threadId, access);
    await subscriptions.unsubscribe(room, threadId, userId);
  }),
  implement(getThreadParticipantsAsUser, async ({ entered, path: { threadId } }, { threads, threadLists }) => {
    const { room, access } = callerIn(entered);
    const thread = await threads.find(room, threadId, access);
    return { participantIds: await participantsOf(threadLists.contents(room.project, [thread])) };
  }),

  implement(createCommentAsUser, async ({ entered, path: { threadId }, body }, { threads }) => {
    const { room, userId, access } = callerIn(entered);
    const comment = await threads.addComment(room, threadId, { ...body, userId }, access);
    return describeComment({ id: threadId, room: room.room }, comment);
  }),
  implement(getCommentAsUser, async ({ entered, path: { threadId, commentId } }, { threads }) => {
    const { room, access } = callerIn(entered);
    const comment = await threads.comment(room, { thread: threadId, comment: commentId }, access);
    return describeComment({ id: threadId, room: room.room }, comment);
  }),
  implement(editCommentAsUser, async ({ entered, path: { threadId, commentId }, body }, { threads }) => {
    const { room, access } = callerIn(entered);
    const comment = await threads.editComment(room, { thread: threadId, comment: commentId }, body, access);
    return describeComment({ id: threadId, room: room.room }, comment);
  }),
  implement(deleteCommentAsUser, ({ entered, path: { threadId, commentId } }, { threads }) => {
    const { room, access } = callerIn(entered);
    return threads.deleteComment(room, { thread: threadId, comment: commentId }, access);
  }),
  implement(editCommentMetadataAsUser, async ({ entered, path: { threadId, commentId }, body }, { threads }) => {
    const { room, userId, access } = callerIn(entered);
    const name = { thread: threadId, comment: commentId };
    return describeMetadata(await threads.editCommentMetadata(room, name, body, { userId }, access));
  }),
  implement(addReactionAsUser, async ({ entered, path: { threadId, commentId }, body: { emoji } }, { threads }) => {
    const { room, userId, access } = callerIn(entered);
    const name = { thread: threadId, comment: commentId };
    const { reaction } = await threads.addReaction(room, name, { emoji, userId }, access);
    return { emoji, userId, createdAt: iso(reaction.createdAt) };
  }),
  implement(removeReactionAsUser, async ({ entered, path: { threadId, commentId, emoji } }, { threads }) => {
    const { room, userId, access } = callerIn(entered);
    await threads.removeReaction(room, { thread: threadId, comment: commentId }, { emoji, userId }, access);
  }),

  ...[subscriptionSettingsAsUser, olderSubscriptionSettingsAsUser].flatMap((endpoints) => [
    implement(endpoints.get, ({ entered }, { subscriptions }) => {
      const { room, userId } = callerIn(entered);
      return subscriptions.settings(room, userId);
    }),
    implement(endpoints.update, ({ entered, body }, { subscriptions }) => {
      const { room, userId } = callerIn(entered);
      return subscriptions.changeSettings(room, userId, body);
    }),
  ]),

  implement(listUserThreads, async ({ person, query }, services) => {
    const reach = reachOf(person, services);
    const page = await services.threadLists.pageOfUser(person.project, person.userId, {
      ...query,
      mayRead: reach.mayRead,
    });
    return inPieces({
      threads: threadsIn(person.project, page, services.threadLists),
      ...describeOwn(page),
      meta: {
        requestedAt: iso(page.requestedAt),
        nextCursor: page.nextCursor,
        permissionHints: await reach.hints(page.threads),
      },
    });
  }),
  implement(listChangedUserThreads, async ({ person, query: { since } }, services) => {
    const reach = reachOf(person, services);
    const { project, userId } = person;
    const changes = await services.threadLists.changesOfUser(project, userId, Date.parse(since), reach.mayRead);
    return inPieces({
      threads: threadsIn(project, changes, services.threadLists),
      inboxNotifications: listOf(changes.notifications, describeThreadNotification),
      subscriptions: listOf(changes.subscriptions, describeSubscription),
      ...deletedLists(changes.deleted),
      meta: { requestedAt: iso(changes.requestedAt), permissionHints: await reach.hints(changes.threads) },
    });
  }),
);

const inPieces = (members: Readonly<Record<string, unknown>>) => encodedInPieces(objectInPieces(members));

function threadsIn(
  project: ProjectId,
  { threads }: { readonly threads: readonly ThreadHead[] },
  threadLists: Services["threadLists"],
): JsonList {
  return new JsonList(threadTexts(threadLists.contents(project, threads)));
}

function describeOwn({ notifications, subscriptions }: OfUser) {
  return {
    inboxNotifications: notifications.map(describeThreadNotification),
    subscriptions: subscriptions.map(describeSubscription),
  };
}

/**
 * What the caller may do with the comments of the room that they entered. Callers with a public key write as
 * `anonymousUser`, and have no inbox and no subscriptions: as readers they are no user.
 */
function callerIn({ project, access }: EnteredRoom) {
  const { userId: reader, matrix, room } = access;
  const userId = reader ?? anonymousUser;
  const may = (level: "read" | "write") =>
    (["public", "private"] as const).filter((visibility): boolean => {
      const granted = visibility === "public" ? matrix.commentsPublic : matrix.commentsPrivate;
      return granted === "write" || granted === level;
    });
  const address: RoomAddress = { project, room: room.id };
  const isAnonymous = reader === undefined;
  const comments: CommentAccess = { read: may("read"), write: may("write"), userId, isAnonymous };
  return { room: address, userId, reader, access: comments };
}

function hintsOf({ access }: EnteredRoom): Record<string, Permission[]> {
  return { [access.room.id]: [...access.scopes] };
}

/** The rooms that a token opens, each looked up once. */
function reachOf({ project, credential }: PersonalCaller, { rooms }: Services) {
  const known = new Map<string, Promise<ReturnType<Services["rooms"]["reenter"]>>>();
  const enter = (id: string) => {
    const found =
      known.get(id) ??
      rooms
        .find(project, id)
        .then((room: RoomRecord | undefined) => (room === undefined ? undefined : rooms.reenter(room, credential)));
    known.set(id, found);
    return found;
  };
  const readable = (visibility: Visibility) => (visibility === "public" ? "commentsPublic" : "commentsPrivate");
  return {
    mayRead: async ({ room, visibility }: Parameters<MayRead>[0]): Promise<boolean> => {
      const access = room === undefined ? undefined : await enter(room);
      return access !== undefined && access.matrix[readable(visibility)] !== "none";
    },
    async hints(threads: readonly ThreadHead[]): Promise<Record<string, Permission[]>> {
      const hints: [string, Permission[]][] = [];
      for (const room of new Set(threads.map((thread) => thread.room))) {
        const access = await enter(room);
        if (access !== undefined) hints.push([room, [...access.scopes]]);
      }
      return Object.fromEntries(hints);
    },
  };
}
