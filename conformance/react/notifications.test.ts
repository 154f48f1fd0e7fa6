// First, as the others look for a document when they are loaded.
import "../support/dom.ts";
import {
  useDeleteAllInboxNotifications,
  useDeleteInboxNotification,
  useInboxNotifications,
  useInboxNotificationThread,
  useMarkAllInboxNotificationsAsRead,
  useMarkInboxNotificationAsRead,
  useMarkThreadAsRead,
  useNotificationSettings,
  useRoomSubscriptionSettings,
  useThreads,
  useThreadSubscription,
  useUnreadInboxNotificationsCount,
  useUpdateNotificationSettings,
  useUpdateRoomSubscriptionSettings,
} from "@liveblocks/react";
import { useInboxNotifications as useLoadedInboxNotifications } from "@liveblocks/react/suspense";
import { act, cleanup } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { mentions } from "../support/comment-body.ts";
import { eventually } from "../support/eventually.ts";
import { openLobby } from "../support/lobby.ts";
import type { Lobby } from "../support/lobby.ts";
import { renderHooks } from "../support/rendered-hooks.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterEach(cleanup);
afterAll(() => lobby[Symbol.asyncDispose]());

let users = 0;
const newUser = () => `reader ${users++}`;
const change = (what: () => void) => act(async () => what());
const stored = async (userId: string) => (await lobby.api.getInboxNotifications({ userId })).data;

test("an inbox is shown page by page, counted and filtered", async () => {
  const [userId, roomId] = [newUser(), await lobby.newRoom()];
  const file = { kind: "$fileUploaded", subjectId: "file", activityData: {} } as const;
  for (let n = 0; n < 52; n++) await lobby.api.triggerInboxNotification({ userId, ...file });
  const comment = { userId: "alice", body: mentions(userId) };
  const thread = await lobby.api.createThread({ roomId, data: { comment } });
  const inbox = await renderHooks(lobby, userId, () => ({
    all: useInboxNotifications(),
    ofRoom: useInboxNotifications({ query: { roomId } }),
    unread: useUnreadInboxNotificationsCount().count,
    unreadThreads: useUnreadInboxNotificationsCount({ query: { kind: "thread" } }).count,
  }));
  await eventually(() => expect(inbox.seen!.all.inboxNotifications).toHaveLength(50));
  await eventually(() => expect(inbox.seen).toMatchObject({ unread: 53, unreadThreads: 1 }));
  expect(inbox.seen!.all).toMatchObject({ hasFetchedAll: false });
  expect(inbox.seen!.all.inboxNotifications![0]).toMatchObject({ kind: "thread", threadId: thread.id, readAt: null });
  await eventually(() => expect(inbox.seen!.ofRoom.inboxNotifications).toMatchObject([{ threadId: thread.id }]));
  await change(() => inbox.seen!.all.fetchMore!());
  await eventually(() => expect(inbox.seen!.all.inboxNotifications).toHaveLength(53));
  expect(inbox.seen!.all.hasFetchedAll).toBe(true);
});

test("notifications are read and deleted one by one, and all at once", async () => {
  const [userId, roomId] = [newUser(), await lobby.newRoom()];
  const file = { kind: "$fileUploaded", subjectId: "file" } as const;
  for (const n of [1, 2, 3]) await lobby.api.triggerInboxNotification({ userId, ...file, activityData: { n } });
  const comment = { userId: "alice", body: mentions(userId) };
  const thread = await lobby.api.createThread({ roomId, data: { comment } });
  const inbox = await renderHooks(lobby, userId, () => ({
    list: useInboxNotifications().inboxNotifications,
    unread: useUnreadInboxNotificationsCount().count,
    markAsRead: useMarkInboxNotificationAsRead(),
    markAllAsRead: useMarkAllInboxNotificationsAsRead(),
    delete: useDeleteInboxNotification(),
    deleteAll: useDeleteAllInboxNotifications(),
  }));
  await eventually(() => expect(inbox.seen).toMatchObject({ list: [{}, {}, {}, {}], unread: 4 }));
  const [first, second] = inbox.seen!.list!;
  expect(first!.kind).toBe("thread");

  await change(() => inbox.seen!.markAsRead(second!.id));
  await eventually(() => expect(inbox.seen!.unread).toBe(3));
  const readOf = async () => (await stored(userId)).filter(({ readAt }) => readAt !== null).map(({ id }) => id);
  expect(await readOf()).toEqual([second!.id]);
  await change(() => inbox.seen!.markAllAsRead());
  await eventually(() => expect(inbox.seen!.unread).toBe(0));
  expect(await readOf()).toHaveLength(4);

  await change(() => inbox.seen!.delete(second!.id));
  await eventually(async () => expect(await stored(userId)).toHaveLength(3));
  expect(inbox.seen!.list!.map(({ id }) => id)).not.toContain(second!.id);
  await change(() => inbox.seen!.deleteAll());
  await eventually(async () => expect(await stored(userId)).toEqual([]));
  expect(inbox.seen!.list).toEqual([]);
  // The thread is still there, and its subscription too.
  const { data } = await lobby.api.getThreadSubscriptions({ roomId, threadId: thread.id });
  expect(data.map((one) => one.userId)).toContain(userId);
});

test("a notification leads to its thread, which is marked as read where it is shown", async () => {
  const [userId, roomId] = [newUser(), await lobby.newRoom()];
  const comment = { userId: "alice", body: mentions(userId) };
  const { id: threadId } = await lobby.api.createThread({ roomId, data: { comment } });
  const page = await renderHooks(
    lobby,
    userId,
    () => {
      const [notification] = useLoadedInboxNotifications().inboxNotifications;
      return {
        thread: useInboxNotificationThread(notification!.id),
        threads: useThreads().threads,
        subscription: useThreadSubscription(threadId),
        markThreadAsRead: useMarkThreadAsRead(),
        unread: useUnreadInboxNotificationsCount().count,
      };
    },
    { roomId },
  );
  await eventually(async () => {
    await act(async () => {});
    expect(page.seen).toMatchObject({ thread: { id: threadId, roomId }, unread: 1 });
  });
  await eventually(() => expect(page.seen!.subscription).toMatchObject({ status: "subscribed", unreadSince: null }));
  await eventually(() => expect(page.seen!.threads).toHaveLength(1));
  await change(() => page.seen!.markThreadAsRead(threadId));
  await eventually(async () => expect(await stored(userId)).toMatchObject([{ readAt: expect.any(Date) }]));
  expect(page.seen!.subscription.unreadSince).toBeInstanceOf(Date);
});

test("a user chooses which kinds notify on which channel, and what notifies in a room", async () => {
  const [userId, roomId] = [newUser(), await lobby.newRoom()];
  const page = await renderHooks(
    lobby,
    userId,
    () => ({
      settings: useNotificationSettings(),
      update: useUpdateNotificationSettings(),
      roomSettings: useRoomSubscriptionSettings()[0].settings,
      updateRoom: useUpdateRoomSubscriptionSettings(),
    }),
    { roomId },
  );
  const on = { thread: true, textMention: true };
  await eventually(() => expect(page.seen!.settings[0].settings).toMatchObject({ email: on }));
  await change(() => page.seen!.settings[1]({ email: { thread: false } }));
  await change(() => page.seen!.update({ slack: { thread: true } }));
  const changed = { email: { thread: false, textMention: true }, slack: { thread: true, textMention: false } };
  await eventually(async () => expect(await lobby.api.getNotificationSettings({ userId })).toMatchObject(changed));
  expect(page.seen!.settings[0].settings).toMatchObject(changed);
  // An unknown kind is refused, and reverted.
  await change(() => page.seen!.update({ email: { $unknown: true } }));
  await eventually(() => expect(page.seen!.settings[0].settings!.email).not.toHaveProperty("$unknown"));

  await eventually(() => expect(page.seen!.roomSettings).toMatchObject({ textMentions: "mine" }));
  await change(() => page.seen!.updateRoom({ textMentions: "none" }));
  await eventually(async () =>
    expect(await lobby.api.getRoomSubscriptionSettings({ roomId, userId })).toMatchObject({ textMentions: "none" }),
  );
  expect(page.seen!.roomSettings).toMatchObject({ textMentions: "none" });
});
