/** Hooks of `@weft/react` for versions, files, searches, subscriptions, notifications, edits and reactions, against a server. */
// First, as the others look for a document when they are loaded.
import "../support/dom.ts";
import { createClient, nanoid } from "@weft/client";
import type { LiveFile } from "@weft/client";
import { createRoomContext } from "@weft/react";
import { cleanup, render } from "@testing-library/react";
import { Component, createElement as h, StrictMode, Suspense } from "react";
import type { ReactNode } from "react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";

let lobby: Lobby;
let users = 0;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());
afterEach(cleanup);

const newUser = () => `user-${users++}`;

function open(userId: string, permissions: readonly string[] = ["*:write"]) {
  const client = createClient({
    baseUrl: lobby.server.url,
    throttle: 16,
    authEndpoint: () => lobby.accessToken(userId, { "*": permissions }).then((token) => ({ token })),
  });
  return { client, ...createRoomContext<object, { title?: string; file?: LiveFile }>(client) };
}
type Bundle = ReturnType<typeof open>;

/** Renders what the function uses, in a room, and keeps what it answered last. */
function use<T>({ RoomProvider }: Bundle, roomId: string, useAll: () => T): { seen: T } {
  const page: { seen: T | undefined } = { seen: undefined };
  const Page = () => {
    page.seen = useAll();
    return null;
  };
  const inside = h(Suspense, { fallback: null }, h(Page));
  render(h(StrictMode, null, h(RoomProvider, { id: roomId, children: inside })));
  return page as { seen: T };
}

const bodyOf = (text: string, ...mentioned: string[]) => ({
  version: 1 as const,
  content: [
    {
      type: "paragraph" as const,
      children: [{ text }, ...mentioned.map((id) => ({ type: "mention" as const, kind: "user" as const, id }))],
    },
  ],
});

test("components list versions, show what they contain, restore one and delete one", async () => {
  const roomId = await lobby.newRoom();
  const ada = open(newUser());
  const page = use(ada, roomId, () => ({
    room: ada.useRoom(),
    title: ada.useStorage(({ title }) => title ?? "none"),
    versions: ada.useHistoryVersions().versions,
    remove: ada.useDeleteHistoryVersion(),
    undo: ada.useUndo(),
  }));
  await eventually(() => expect(page.seen).toMatchObject({ title: "none", versions: [] }));
  const { root } = await page.seen.room.getStorage();
  root.set("title", "first");
  await page.seen.room.flushed();
  await page.seen.room.createHistoryVersion();
  root.set("title", "second");
  await page.seen.room.flushed();

  const bob = open(newUser());
  const list = use(bob, roomId, () => ({ versions: bob.suspense.useHistoryVersions().versions }));
  await eventually(() => expect(list.seen?.versions).toHaveLength(1));
  const { id } = list.seen.versions[0]!;
  const { Doc, applyUpdate } = await import("yjs");
  const version = use(bob, roomId, () => ({
    storage: bob.suspense.useHistoryVersionStorageData(id).data,
    document: bob.suspense.useHistoryVersionYjsData(id).data,
    sameDocument: bob.useHistoryVersionData(id).data,
    restore: bob.useRestoreToStorageVersion(id),
    missing: bob.useHistoryVersionStorageData("vh_missing"),
  }));
  await eventually(() => expect(version.seen?.storage.toJSON()).toEqual({ title: "first" }));
  const doc = new Doc();
  applyUpdate(doc, version.seen.document);
  expect([doc.share.size, version.seen.sameDocument]).toEqual([0, version.seen.document]);
  await eventually(() => expect(version.seen.missing.error).toBeInstanceOf(Error));
  await version.seen.restore();
  await eventually(() => expect(page.seen.title).toBe("first"));

  await page.seen.remove(id);
  await eventually(() => expect(page.seen.versions).toEqual([]));
});

test("components upload files, and get URLs of files and attachments", async () => {
  const roomId = await lobby.newRoom();
  const ada = open(newUser());
  const page = use(ada, roomId, () => ({ room: ada.useRoom(), upload: ada.useUploadFile() }));
  const file = await page.seen.upload(new File(["of Storage"], "a.txt", { type: "text/plain" }));
  const { room } = page.seen;
  // A file that is in no Storage has no URL.
  (await room.getStorage()).root.set("file", file);
  await room.flushed();
  const attachment = await room.uploadAttachment(room.prepareAttachment(new File(["of a comment"], "b.txt")));
  await room.createThread({ metadata: undefined, body: bodyOf("see"), attachmentIds: [attachment.id] });
  const missing = `at_${nanoid()}`;
  const urls = use(ada, roomId, () => ({
    file: ada.suspense.useFileUrl(file).url,
    byId: ada.suspense.useFileUrl(file.id).url,
    attachment: ada.useAttachmentUrl(attachment.id),
    missing: ada.useAttachmentUrl(missing),
  }));
  await eventually(() =>
    expect(urls.seen).toMatchObject({ attachment: { isLoading: false }, missing: { isLoading: false } }),
  );
  const textAt = async (url: string) => (await fetch(url)).text();
  expect(await textAt(urls.seen.file)).toBe("of Storage");
  expect(await textAt(urls.seen.byId)).toBe("of Storage");
  expect(await textAt(urls.seen.attachment.url!)).toBe("of a comment");
  expect(urls.seen.missing.error).toBeInstanceOf(Error);
});

test("components search, edit and delete comments, and react to them", async () => {
  const roomId = await lobby.newRoom();
  const [ada, bob] = [open(newUser()), open(newUser())];
  const useAll = (context: Bundle) => {
    const { threads = [] } = context.useThreads();
    return {
      comments: threads.flatMap(({ comments }) => comments),
      threads,
      create: context.useCreateThread(),
      reply: context.useCreateComment(),
      edit: context.useEditComment(),
      remove: context.useDeleteComment(),
      addReaction: context.useAddReaction(),
      removeReaction: context.useRemoveReaction(),
      markResolved: context.useMarkThreadAsResolved(),
      markUnresolved: context.useMarkThreadAsUnresolved(),
      editMetadata: context.useEditThreadMetadata(),
      editCommentMetadata: context.useEditCommentMetadata(),
      isLoading: context.useThreads().isLoading,
    };
  };
  const mine = use(ada, roomId, () => useAll(ada));
  const others = use(bob, roomId, () => useAll(bob));
  await eventually(() => expect([mine.seen.isLoading, others.seen.isLoading]).toEqual([false, false]));
  const thread = mine.seen.create({ body: bodyOf("The quick brown fox") });
  await eventually(() => expect(others.seen.comments).toHaveLength(1));
  const where = { threadId: thread.id, commentId: thread.comments[0]!.id };
  const reactions = () =>
    [mine, others].map((page) => page.seen.comments[0]!.reactions.map(({ emoji, users: by }) => [emoji, by.length]));
  mine.seen.addReaction({ ...where, emoji: "👍" });
  await eventually(() => expect(reactions()[1]).toEqual([["👍", 1]]));
  others.seen.addReaction({ ...where, emoji: "👍" });
  await eventually(() => expect(reactions()).toEqual([[["👍", 2]], [["👍", 2]]]));
  mine.seen.removeReaction({ ...where, emoji: "👍" });
  await eventually(() => expect(reactions()).toEqual([[["👍", 1]], [["👍", 1]]]));

  const text = bodyOf("A lazy dog");
  mine.seen.edit({ ...where, body: text });
  mine.seen.editMetadata({ threadId: thread.id, metadata: { color: "red" } });
  mine.seen.editCommentMetadata({ ...where, metadata: { tag: "draft" } });
  mine.seen.markResolved(thread.id);
  await eventually(() => {
    expect(others.seen.comments[0]).toMatchObject({
      body: text,
      metadata: { tag: "draft" },
      editedAt: expect.any(Date),
    });
    expect(others.seen.threads[0]).toMatchObject({ resolved: true, metadata: { color: "red" } });
  });
  others.seen.markUnresolved(thread.id);
  await eventually(() => expect(mine.seen.threads[0]).toMatchObject({ resolved: false }));

  const found = use(bob, roomId, () => ({
    dog: bob.useSearchComments({ query: { text: "LAZY" } }),
    fox: bob.suspense.useSearchComments({ query: { text: "brown" } }),
  }));
  expect(found.seen).toMatchObject({ dog: { isLoading: true }, fox: { isLoading: true } });
  await eventually(() =>
    expect(found.seen).toMatchObject({ dog: { results: [{ threadId: thread.id }] }, fox: { results: [] } }),
  );

  others.seen.reply({ threadId: thread.id, body: bodyOf("Woof") });
  await eventually(() => expect(mine.seen.comments).toHaveLength(2));
  mine.seen.remove(where);
  await eventually(() => expect(others.seen.comments[0]).toMatchObject({ deletedAt: expect.any(Date) }));
});

test("a notification leads to its thread, whose subscription is shown and changed", async () => {
  const [userId, roomId] = [newUser(), await lobby.newRoom()];
  const comment = { userId: "alice", body: bodyOf("Look ", userId) };
  const { id: threadId } = await lobby.api.createThread({ roomId, data: { comment } });
  const bob = open(userId);
  const page = use(bob, roomId, () => {
    const [notification] = bob.suspense.useInboxNotifications().inboxNotifications;
    return {
      thread: bob.useInboxNotificationThread(notification!.id),
      threads: bob.useThreads().threads,
      subscription: bob.useThreadSubscription(threadId),
      markAsRead: bob.useMarkThreadAsRead(),
      unread: bob.useUnreadInboxNotificationsCount().count,
    };
  });
  await eventually(() =>
    expect(page.seen).toMatchObject({ thread: { id: threadId, roomId }, threads: [{}], unread: 1 }),
  );
  // Null: the user has not read the thread at all. Then it is read up to a time.
  expect(page.seen.subscription).toMatchObject({ status: "subscribed", unreadSince: null });
  page.seen.markAsRead(threadId);
  await eventually(() =>
    expect(page.seen).toMatchObject({ unread: 0, subscription: { unreadSince: expect.any(Date) } }),
  );
  page.seen.subscription.unsubscribe();
  await eventually(() => expect(page.seen.subscription.status).toBe("not-subscribed"));
  const subscribers = async () =>
    (await lobby.api.getThreadSubscriptions({ roomId, threadId })).data.map((one) => one.userId);
  await eventually(async () => expect(await subscribers()).not.toContain(userId));
  page.seen.subscription.subscribe();
  await eventually(async () => expect(await subscribers()).toContain(userId));
  expect(page.seen.subscription.status).toBe("subscribed");
});

test("notifications are read and deleted one by one, and all at once, and settings are changed", async () => {
  const [userId, roomId] = [newUser(), await lobby.newRoom()];
  for (const n of [1, 2, 3])
    await lobby.api.triggerInboxNotification({ userId, kind: "$file", subjectId: `file ${n}`, activityData: { n } });
  const bob = open(userId);
  const inbox = use(bob, roomId, () => ({
    list: bob.useInboxNotifications().inboxNotifications,
    unread: bob.useUnreadInboxNotificationsCount().count,
    read: bob.useMarkInboxNotificationAsRead(),
    readAll: bob.useMarkAllInboxNotificationsAsRead(),
    remove: bob.useDeleteInboxNotification(),
    removeAll: bob.useDeleteAllInboxNotifications(),
    settings: bob.useNotificationSettings()[0].settings,
    updateSettings: bob.useUpdateNotificationSettings(),
    inRoom: bob.useRoomSubscriptionSettings()[0].settings,
    updateInRoom: bob.useUpdateRoomSubscriptionSettings(),
  }));
  const stored = async () => (await lobby.api.getInboxNotifications({ userId })).data;
  await eventually(() => expect(inbox.seen).toMatchObject({ list: [{}, {}, {}], unread: 3 }));
  const [first] = inbox.seen.list!;
  inbox.seen.read(first!.id);
  await eventually(() => expect(inbox.seen.unread).toBe(2));
  await eventually(async () =>
    expect((await stored()).filter(({ readAt }) => readAt !== null)).toMatchObject([{ id: first!.id }]),
  );
  inbox.seen.readAll();
  await eventually(() => expect(inbox.seen.unread).toBe(0));
  inbox.seen.remove(first!.id);
  await eventually(async () => expect(await stored()).toHaveLength(2));
  inbox.seen.removeAll();
  await eventually(async () => expect([await stored(), inbox.seen.list]).toEqual([[], []]));

  await eventually(() => expect(inbox.seen.settings).toMatchObject({ email: { thread: true } }));
  inbox.seen.updateSettings({ email: { thread: false } });
  await eventually(async () =>
    expect(await lobby.api.getNotificationSettings({ userId })).toMatchObject({ email: { thread: false } }),
  );
  expect(inbox.seen.settings).toMatchObject({ email: { thread: false } });
  inbox.seen.updateInRoom({ threads: "none" });
  await eventually(async () =>
    expect(await lobby.api.getRoomSubscriptionSettings({ userId, roomId })).toMatchObject({ threads: "none" }),
  );
  expect(inbox.seen.inRoom).toMatchObject({ threads: "none" });
});

class Boundary extends Component<{ readonly caught: (error: Error) => void; readonly children?: ReactNode }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override componentDidCatch(error: Error): void {
    this.props.caught(error);
  }
  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}

test("a user who may not read Storage is told so, by the hook that suspends and by the errors of the client", async () => {
  const roomId = await lobby.newRoom([]);
  const carol = open(newUser(), ["*:read", "storage:none"]);
  const errors: string[] = [];
  carol.client.events.error.subscribe(({ context }) => errors.push(context.type));
  const caught: Error[] = [];
  const Title = () =>
    h(
      "output",
      null,
      carol.suspense.useStorage(({ title }) => title),
    );
  const inside = h(Suspense, { fallback: "loading" }, h(Title));
  const guarded = h(Boundary, { caught: (error) => void caught.push(error), children: inside });
  render(h(carol.RoomProvider, { id: roomId, children: guarded }));
  await eventually(() => expect(caught[0]?.message).toContain("may not read Storage"));
  expect(errors[0]).toBe("STORAGE_FORBIDDEN_ERROR");
});
