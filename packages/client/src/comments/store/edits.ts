/**
 * What a user's edits make of what is shown, before the server has answered. An edit gives the same object for the same object, so
 * that what is shown stays the same while nothing changes.
 */
import type { AnyMetadata } from "../../http/http-api.ts";
import type {
  ChannelSettingsPatch,
  ClientAttachment,
  ClientComment,
  ClientCommentBody,
  ClientNotification,
  ClientNotificationChannel,
  ClientSubscription,
  ClientThread,
  SubscriptionsOfRoom,
} from "../types.ts";
import type { CommentsData } from "./server-copy.ts";
import { subscriptionKey } from "./server-copy.ts";

export type TableEdit = (tables: CommentsData) => CommentsData;

/** Answers the same for the same. */
function remembering<T extends object, R>(run: (value: T) => R): (value: T) => R {
  const answers = new WeakMap<T, { readonly answer: R }>();
  return (value) => {
    const known = answers.get(value) ?? { answer: run(value) };
    answers.set(value, known);
    return known.answer;
  };
}

const withEntry = <V>(map: ReadonlyMap<string, V>, key: string, value: V) => new Map(map).set(key, value);
function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}

export const all =
  (...edits: readonly TableEdit[]): TableEdit =>
  (tables) =>
    edits.reduce((edited, edit) => edit(edited), tables);

function editThread(id: string, run: (thread: ClientThread) => ClientThread): TableEdit {
  const edited = remembering(run);
  return (tables) => {
    const before = tables.threads.get(id);
    const after = before === undefined ? undefined : edited(before);
    return after === undefined || after === before
      ? tables
      : { ...tables, threads: withEntry(tables.threads, id, after) };
  };
}

function editComment(threadId: string, commentId: string, run: (comment: ClientComment) => ClientComment): TableEdit {
  return editThread(threadId, (thread) => {
    if (!thread.comments.some(({ id, body }) => id === commentId && body !== undefined)) return thread;
    return { ...thread, comments: thread.comments.map((each) => (each.id === commentId ? run(each) : each)) };
  });
}

export const addThread =
  (thread: ClientThread): TableEdit =>
  (tables) =>
    tables.threads.has(thread.id) ? tables : { ...tables, threads: withEntry(tables.threads, thread.id, thread) };

export const removeThread =
  (id: string): TableEdit =>
  (tables) =>
    tables.threads.has(id) ? { ...tables, threads: without(tables.threads, id) } : tables;

export const setResolved = (threadId: string, resolved: boolean): TableEdit =>
  editThread(threadId, (thread) => (thread.resolved === resolved ? thread : { ...thread, resolved }));

export const patchThreadMetadata = (threadId: string, patch: AnyMetadata): TableEdit =>
  editThread(threadId, (thread) => ({ ...thread, metadata: patched(thread.metadata, patch) }));

/** What its author has written has been read. */
export function addComment(comment: ClientComment): TableEdit {
  const { threadId, createdAt } = comment;
  const inThread = editThread(threadId, (thread) =>
    thread.comments.some(({ id }) => id === comment.id)
      ? thread
      : { ...thread, comments: [...thread.comments, comment] },
  );
  const inInbox = editNotifications(
    (each) => each.kind === "thread" && (each as { readonly threadId: string }).threadId === threadId,
    (each) => (each.notifiedAt >= createdAt ? each : { ...each, notifiedAt: createdAt, readAt: createdAt }),
  );
  return all(inThread, inInbox);
}

export interface CommentChange {
  readonly body: ClientCommentBody;
  readonly metadata?: AnyMetadata | undefined;
  readonly attachments?: readonly ClientAttachment[] | undefined;
}

export const changeComment = (
  threadId: string,
  commentId: string,
  { body, metadata, attachments }: CommentChange,
  editedAt: Date,
): TableEdit =>
  editComment(threadId, commentId, (comment) => ({
    ...comment,
    body,
    editedAt,
    ...(metadata === undefined ? {} : { metadata: patched(comment.metadata, metadata) }),
    ...(attachments === undefined ? {} : { attachments }),
  }));

export const removeComment = (threadId: string, commentId: string, deletedAt: Date): TableEdit =>
  editComment(threadId, commentId, (comment) => {
    const { body, ...rest } = comment;
    return body === undefined ? comment : { ...rest, deletedAt, reactions: [], attachments: [] };
  });

export const patchCommentMetadata = (threadId: string, commentId: string, patch: AnyMetadata): TableEdit =>
  editComment(threadId, commentId, (comment) => ({ ...comment, metadata: patched(comment.metadata, patch) }));

export const addReaction = (
  { threadId, commentId, emoji }: { readonly threadId: string; readonly commentId: string; readonly emoji: string },
  userId: string,
  createdAt: Date,
): TableEdit =>
  editComment(threadId, commentId, (comment) => {
    const before = comment.reactions.find((each) => each.emoji === emoji);
    if (before === undefined)
      return { ...comment, reactions: [...comment.reactions, { emoji, createdAt, users: [{ id: userId }] }] };
    if (before.users.some(({ id }) => id === userId)) return comment;
    const after = { ...before, users: [...before.users, { id: userId }] };
    return { ...comment, reactions: comment.reactions.map((each) => (each === before ? after : each)) };
  });

export const removeReaction = (
  { threadId, commentId, emoji }: { readonly threadId: string; readonly commentId: string; readonly emoji: string },
  userId: string,
): TableEdit =>
  editComment(threadId, commentId, (comment) => ({
    ...comment,
    reactions: comment.reactions.flatMap((each) => {
      if (each.emoji !== emoji) return [each];
      const users = each.users.filter(({ id }) => id !== userId);
      return users.length === 0 ? [] : [{ ...each, users }];
    }),
  }));

function patched<M>(metadata: M, patch: AnyMetadata): M {
  const entries = Object.entries({ ...metadata, ...definedOf(patch) }).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as M;
}

const definedOf = (patch: AnyMetadata) =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));

// ---- notifications and settings

export function editNotifications(
  isMeant: (notification: ClientNotification) => boolean,
  run: (notification: ClientNotification) => ClientNotification | undefined,
): TableEdit {
  const edited = remembering(run);
  return (tables) => {
    let notifications: Map<string, ClientNotification> | undefined;
    for (const each of tables.notifications.values()) {
      if (!isMeant(each)) continue;
      const after = edited(each);
      if (after === each) continue;
      notifications ??= new Map(tables.notifications);
      if (after === undefined) notifications.delete(each.id);
      else notifications.set(each.id, after);
    }
    return notifications === undefined ? tables : { ...tables, notifications };
  };
}

/** Marks notifications as read, unless something has happened since. */
export function markRead(notifications: readonly ClientNotification[], now: Date): TableEdit {
  const meant = new Map(notifications.map(({ id, notifiedAt }) => [id, notifiedAt.getTime()]));
  return editNotifications(
    ({ id, notifiedAt }) => meant.get(id) === notifiedAt.getTime(),
    (each) => (isUnread(each) ? { ...each, readAt: now > each.notifiedAt ? now : each.notifiedAt } : each),
  );
}

export function removeNotifications(ids: readonly string[]): TableEdit {
  const meant = new Set(ids);
  return editNotifications(
    ({ id }) => meant.has(id),
    () => undefined,
  );
}

export const isUnread = ({ notifiedAt, readAt }: ClientNotification) => readAt === null || notifiedAt > readAt;

export const subscribeTo = (subscription: ClientSubscription): TableEdit => {
  const key = subscriptionKey(subscription.kind, subscription.subjectId);
  return (tables) =>
    tables.subscriptions.has(key)
      ? tables
      : { ...tables, subscriptions: withEntry(tables.subscriptions, key, subscription) };
};

export const unsubscribeFrom = (threadId: string): TableEdit => {
  const key = subscriptionKey("thread", threadId);
  return (tables) =>
    tables.subscriptions.has(key) ? { ...tables, subscriptions: without(tables.subscriptions, key) } : tables;
};

/** Subscribing to all threads of a room, or to none, does so at once for those that are there. */
export function changeRoomSettings(room: string, patch: Partial<SubscriptionsOfRoom>, now: Date): TableEdit {
  const edited = remembering((settings: SubscriptionsOfRoom) => ({ ...settings, ...patch }));
  const made = remembering(({ id }: ClientThread): ClientSubscription => ({
    kind: "thread",
    subjectId: id,
    createdAt: now,
  }));
  return (tables) => {
    const before = tables.roomSettings.get(room);
    const roomSettings =
      before === undefined ? tables.roomSettings : withEntry(tables.roomSettings, room, edited(before));
    if (patch.threads !== "all" && patch.threads !== "none") return { ...tables, roomSettings };
    const subscriptions = new Map(tables.subscriptions);
    for (const thread of tables.threads.values()) {
      if (thread.roomId !== room) continue;
      const key = subscriptionKey("thread", thread.id);
      if (patch.threads === "none") subscriptions.delete(key);
      else if (!subscriptions.has(key)) subscriptions.set(key, made(thread));
    }
    return { ...tables, roomSettings, subscriptions };
  };
}

export function changeChannelSettings(patch: ChannelSettingsPatch): TableEdit {
  const edited = remembering((settings: NonNullable<CommentsData["channelSettings"]>) => {
    const channels = Object.entries(settings).map(([channel, kinds]) => {
      const changed = patch[channel as ClientNotificationChannel];
      return [channel, kinds === null || changed === undefined ? kinds : { ...kinds, ...changed }] as const;
    });
    return Object.fromEntries(channels) as unknown as typeof settings;
  });
  return (tables) =>
    tables.channelSettings === undefined ? tables : { ...tables, channelSettings: edited(tables.channelSettings) };
}
