/** Comments, notifications and files of `@weft/client`, beside official clients in the same room. */
import { createClient, getMentionsFromCommentBody, stringifyCommentBody } from "@weft/client";
import type { SocketLike, StoreQuery } from "@weft/client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { mentions, says } from "../support/comment-body.ts";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A network between a client and the server, which can be cut. */
function openNetwork() {
  const sockets = new Set<WebSocket>();
  class Cable extends WebSocket {
    constructor(url: string) {
      super(url);
      sockets.add(this);
    }
  }
  return {
    WebSocket: Cable as unknown as new (url: string) => SocketLike,
    cut() {
      for (const socket of sockets) socket.close();
      sockets.clear();
    },
  };
}

const authOf = (userId: string) => async () => ({ token: await lobby.accessToken(userId, { "*": ["*:write"] }) });

function enterOwn(roomId: string, userId: string) {
  const network = openNetwork();
  const client = createClient({
    baseUrl: lobby.server.url,
    throttle: 16,
    authEndpoint: authOf(userId),
    polyfills: { WebSocket: network.WebSocket },
  });
  const { room, leave } = client.enterRoom(roomId);
  ends.push(leave);
  return { client, room, network };
}

const enterOfficial = (roomId: string, userId: string) => lobby.enter(roomId, { auth: authOf(userId) });

async function storeOf(client: ReturnType<typeof enterOwn>["client"]) {
  const { store } = await client.loadComments();
  ends.push(() => store.destroy());
  const watch = <T>(query: StoreQuery<T>) => {
    query.subscribe(() => {});
    return () => query.get().data;
  };
  return { store, watch };
}

test("a thread that one makes appears in the other, with everything that happens to it", async () => {
  const roomId = await lobby.newRoom();
  const { client, room } = enterOwn(roomId, "ada");
  const official = enterOfficial(roomId, "bob");
  await eventually(() => expect([room.getStatus(), official.room.getStatus()]).toEqual(["connected", "connected"]));
  const { store, watch } = await storeOf(client);
  const threads = watch(store.threads(roomId));
  await eventually(() => expect(threads()).toEqual([]));
  const theirs = await official.room.createThread({ metadata: { colour: "red" }, body: says("theirs") });
  await eventually(() => expect(threads()).toMatchObject([{ id: theirs.id, metadata: { colour: "red" } }]));

  const own = await store.createThread({ roomId, body: mentions("bob"), metadata: { n: 1 } });
  const seen = await official.room.getThread(own.id);
  expect(seen.thread).toMatchObject({ metadata: { n: 1 }, comments: [{ userId: "ada", body: mentions("bob") }] });
  expect(seen.inboxNotification).toMatchObject({ kind: "thread", threadId: own.id, readAt: null });

  const commentId = own.comments[0]!.id;
  await official.room.addReaction({ threadId: own.id, commentId, emoji: "👩🏽‍🚀" });
  await official.room.createComment({ threadId: own.id, body: says("answer") });
  await official.room.markThreadAsResolved(own.id);
  await eventually(() =>
    expect(threads()![1]).toMatchObject({
      resolved: true,
      comments: [{ reactions: [{ emoji: "👩🏽‍🚀", users: [{ id: "bob" }] }] }, { userId: "bob", body: says("answer") }],
    }),
  );
  await store.markThreadAsUnresolved({ roomId, threadId: own.id });
  await store.addReaction({ roomId, threadId: own.id, commentId, emoji: "👩🏽‍🚀" });
  await store.editComment({ roomId, threadId: own.id, commentId, body: says("edited") });
  await store.editThreadMetadata({ roomId, threadId: own.id, metadata: { n: null, m: 2 } });
  const { thread } = await official.room.getThread(own.id);
  expect(thread).toMatchObject({ resolved: false, metadata: { m: 2 } });
  expect(thread!.comments[0]).toMatchObject({ body: says("edited"), editedAt: expect.any(Date) as Date });
  expect(thread!.comments[0]!.reactions[0]!.users).toEqual([{ id: "bob" }, { id: "ada" }]);
  await eventually(() =>
    expect(JSON.stringify(threads()![1])).toBe(JSON.stringify(inOrderOf(threads()![1]!, thread!))),
  );

  await official.room.deleteThread(theirs.id);
  await eventually(() => expect(threads()!.map(({ id }) => id)).toEqual([own.id]));
  await store.deleteThread({ roomId, threadId: own.id });
  expect(await official.room.getThreads()).toMatchObject({ threads: [] });
  expect(threads()).toEqual([]);
});

/** The same members in the order of the first. */
function inOrderOf(like: object, value: object): object {
  return Object.fromEntries(Object.keys(like).map((key) => [key, (value as Record<string, unknown>)[key]]));
}

test("what happened while a client was away is in its store right after it is back", async () => {
  const roomId = await lobby.newRoom();
  const { client, room, network } = enterOwn(roomId, "ada");
  const official = enterOfficial(roomId, "bob");
  const { store, watch } = await storeOf(client);
  const threads = watch(store.threads(roomId));
  const count = watch(store.unreadCount());
  const kept = await official.room.createThread({ metadata: {}, body: says("kept") });
  const deleted = await official.room.createThread({ metadata: {}, body: says("deleted") });
  await eventually(() => expect([threads()?.length, count(), room.getStatus()]).toEqual([2, 0, "connected"]));
  room.disconnect();
  await official.room.createComment({ threadId: kept.id, body: mentions("ada") });
  await official.room.deleteThread(deleted.id);
  const added = await official.room.createThread({ metadata: {}, body: says("added") });
  expect(threads()!.map(({ id }) => id)).toEqual([kept.id, deleted.id]);
  room.connect();
  await eventually(() => expect(threads()!.map(({ id }) => id)).toEqual([kept.id, added.id]));
  expect(threads()![0]!.comments).toHaveLength(2);
  await eventually(() => expect(count()).toBe(1));
  // The same when the network was gone.
  network.cut();
  await official.room.markThreadAsResolved(added.id);
  await eventually(() => expect(threads()![1]!.resolved).toBe(true));
});

test("the inbox, subscriptions and settings are those that an official client sees", async () => {
  const roomId = await lobby.newRoom();
  const user = `carol ${roomId}`;
  const own = enterOwn(roomId, user);
  const { client, room } = own;
  const same = enterOfficial(roomId, user);
  const other = enterOfficial(roomId, "bob");
  const { store, watch } = await storeOf(client);
  const [inbox, count] = [watch(store.inboxNotifications()), watch(store.unreadCount())];
  const settings = watch(store.roomSubscriptionSettings(roomId));
  const channels = watch(store.notificationSettings());
  await eventually(() => expect([inbox(), count(), settings(), channels()]).not.toContain(undefined));
  const thread = await other.room.createThread({ metadata: {}, body: mentions(user) });
  await eventually(() => expect(inbox()).toMatchObject([{ kind: "thread", threadId: thread.id, readAt: null }]));
  await eventually(() => expect(count()).toBe(1));
  expect(await client.getUnreadInboxNotificationsCount()).toBe(await same.client.getUnreadInboxNotificationsCount());
  await store.markInboxNotificationAsRead(inbox()![0]!.id, roomId);
  expect(await same.client.getUnreadInboxNotificationsCount()).toBe(0);
  await eventually(() => expect(count()).toBe(0));

  await store.updateRoomSubscriptionSettings(roomId, { threads: "none" });
  expect(await same.room.getSubscriptionSettings()).toEqual({ threads: "none", textMentions: "mine" });
  expect(settings()).toEqual({ threads: "none", textMentions: "mine" });
  expect(await room.subscribeToThread(thread.id)).toMatchObject({ kind: "thread", subjectId: thread.id });
  expect((await same.room.getThread(thread.id)).subscription).toMatchObject({ subjectId: thread.id });
  const theirs = await same.client.getNotificationSettings();
  expect(channels()).toEqual({ ...theirs });

  await store.deleteAllInboxNotifications();
  expect((await same.client.getInboxNotifications()).inboxNotifications).toEqual([]);
  expect(inbox()).toEqual([]);
});

test("attachments and files are uploaded, whole and in parts, and can be loaded", async () => {
  const roomId = await lobby.newRoom();
  const { room } = enterOwn(roomId, "ada");
  const official = enterOfficial(roomId, "bob");
  const large = new Uint8Array(6 * 1_024 * 1_024).map((_, at) => at % 251);
  const files = [new File(["small"], "a b?.txt", { type: "text/plain" }), new File([large], "large.bin")];
  const uploaded = await Promise.all(files.map((file) => room.uploadAttachment(room.prepareAttachment(file))));
  expect(uploaded).toMatchObject([
    { type: "attachment", name: "a b?.txt", size: 5, mimeType: "text/plain" },
    { name: "large.bin", size: large.length },
  ]);
  const attachmentIds = uploaded.map(({ id }) => id);
  const { id } = await room.createThread({ metadata: undefined, body: says("files"), attachmentIds });
  const { thread } = await official.room.getThread(id);
  expect(thread!.comments[0]!.attachments).toEqual(uploaded);
  const urls = await Promise.all(attachmentIds.map((each) => room.getAttachmentUrl(each)));
  const loaded = await Promise.all(urls.map(async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer())));
  expect(new TextDecoder().decode(loaded[0])).toBe("small");
  expect(Buffer.compare(loaded[1]!, large)).toBe(0);
  await expect(room.getAttachmentUrl("at_000000000000000000000")).rejects.toThrow("at_000000000000000000000");

  const file = await room.uploadFile(new File(["of Storage"], "x.txt"));
  await room.edit((root) => root.set("file" as never, file as never));
  await room.flushed();
  expect(await (await fetch(await room.getFileUrl(file))).text()).toBe("of Storage");
  expect(await (await fetch(await room.getFileUrl(file.id))).text()).toBe("of Storage");
});

test("versions are made, listed, read and restored", async () => {
  const roomId = await lobby.newRoom();
  const { client, room } = enterOwn(roomId, "ada");
  const { store, watch } = await storeOf(client);
  const versions = watch(store.historyVersions(roomId));
  await eventually(() => expect(versions()).toEqual([]));
  await room.edit((root) => root.set("title" as never, "then"));
  await room.flushed();
  await store.createVersion(roomId);
  await eventually(() => expect(versions()).toHaveLength(1));
  const { id } = versions()![0]!;
  await room.edit((root) => root.set("title" as never, "now"));
  await room.flushed();
  const root = await room.getHistoryVersionStorage(id);
  expect(root.toJSON()).toEqual({ title: "then" });
  expect(await room.getHistoryVersionDocument(id)).toBeInstanceOf(Uint8Array);
  await room.restoreHistoryVersion(id);
  expect((await room.getStorage()).root.toJSON()).toEqual({ title: "then" });
  room.history.undo();
  expect((await room.getStorage()).root.toJSON()).toEqual({ title: "now" });
  await store.deleteVersion(roomId, id);
  expect(versions()).toEqual([]);
});

test("bodies, searches, text mentions and refusals", async () => {
  const roomId = await lobby.newRoom();
  const { client, room } = enterOwn(roomId, "ada");
  const official = enterOfficial(roomId, "bob");
  const thread = await room.createThread({ metadata: { kind: "bug" }, body: says("needle in hay") });
  const found = await room.searchComments({ text: "needle", query: { threadMetadata: { kind: "bug" } } });
  expect(found).toMatchObject([{ threadId: thread.id, content: "needle in hay" }]);
  expect(await room.getThreads({ query: { metadata: { kind: { startsWith: "b" } } } })).toMatchObject({
    threads: [{ id: thread.id }],
    permissionHints: { [roomId]: expect.any(Array) as string[] },
  });
  expect(getMentionsFromCommentBody(mentions("bob"))).toMatchObject([{ kind: "user", id: "bob" }]);
  expect(await stringifyCommentBody(thread.comments[0]!.body!)).toBe("needle in hay");
  const mentionId = "in_000000000000000000001";
  await room.createTextMention(mentionId, { kind: "user", id: "bob" });
  const { inboxNotifications } = await official.client.getInboxNotifications({ query: { roomId } });
  expect(inboxNotifications).toMatchObject([{ kind: "textMention", mentionId, createdBy: "ada" }]);
  await room.deleteTextMention(mentionId);

  const errors: unknown[] = [];
  client.events.error.subscribe((error) => errors.push(error));
  const { store } = await storeOf(client);
  const theirs = await official.room.createThread({ metadata: {}, body: says("theirs") });
  await expect(store.deleteThread({ roomId, threadId: theirs.id })).rejects.toMatchObject({ status: 403 });
  expect(errors).toMatchObject([{ context: { type: "DELETE_THREAD_ERROR", roomId, threadId: theirs.id } }]);
});
