// First, as the others look for a document when they are loaded.
import "../support/dom.ts";
import type { CommentBody, ThreadData } from "@liveblocks/client";
import {
  LiveblocksProvider,
  useRoomSubscriptionSettings,
  useSearchComments,
  useUserThreads_experimental,
} from "@liveblocks/react";
import { act, cleanup, render } from "@testing-library/react";
import { createElement } from "react";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createCollaborator } from "../support/collaborator.ts";
import { mentions, says } from "../support/comment-body.ts";
import { eventually } from "../support/eventually.ts";
import { openLobby } from "../support/lobby.ts";
import type { Lobby } from "../support/lobby.ts";
import { openThreads } from "../support/threads-page.ts";
import type { ThreadsPage, ThreadsPageOptions } from "../support/threads-page.ts";

let lobby: Lobby;
// Bob has more pages open at once than one user's rate of calls is for.
const limits = { restUserRatePerSecond: 1_000, restUserRateBurst: 1_000 };
beforeAll(async () => void (lobby = await openLobby({ limits })));
afterEach(cleanup);
afterAll(() => lobby[Symbol.asyncDispose]());

const enter = (roomId: string, userId: string, options?: ThreadsPageOptions) =>
  openThreads(lobby, roomId, userId, options);
const loaded = (...users: readonly ThreadsPage[]) =>
  eventually(() => {
    for (const { seen } of users) expect([seen.status, seen.list.isLoading]).toEqual(["connected", false]);
  });

/** Two users who see the threads of a new room. */
async function meet() {
  const roomId = await lobby.newRoom();
  const [alice, bob] = [enter(roomId, "alice"), enter(roomId, "bob")];
  await loaded(alice, bob);
  return { roomId, alice, bob };
}

const change = (what: () => void) => act(async () => what());
const textOf = (body: CommentBody | undefined) =>
  (body?.content[0]?.children[0] as { readonly text: string } | undefined)?.text;
const texts = ({ comments }: ThreadData) => comments.map(({ body }) => textOf(body));

describe("two users in a room", () => {
  test("see each other's changes at once, without polling", async () => {
    const { roomId, alice, bob } = await meet();
    await change(() => alice.seen.change.createThread({ body: says("one"), metadata: { color: "red" } }));
    await eventually(() => expect(texts(bob.thread())).toEqual(["one"]));
    const { id: threadId } = bob.thread();
    expect(bob.thread()).toMatchObject({ roomId, metadata: { color: "red" }, resolved: false, visibility: "public" });
    expect(bob.thread().comments[0]).toMatchObject({ userId: "alice" });

    await change(() => bob.seen.change.createComment({ threadId, body: says("two") }));
    await eventually(() => expect(texts(alice.thread())).toEqual(["one", "two"]));
    const [first, second] = alice.thread().comments.map(({ id }) => id) as [string, string];

    await change(() => bob.seen.change.editComment({ threadId, commentId: second, body: says("two, better") }));
    await eventually(() => expect(texts(alice.thread())).toEqual(["one", "two, better"]));
    expect(alice.thread().comments[1]!.editedAt).toBeInstanceOf(Date);

    const metadata = { color: null, size: 2 } as never;
    await change(() => bob.seen.change.editThreadMetadata({ threadId, metadata }));
    await eventually(() => expect(alice.thread().metadata).toEqual({ size: 2 }));

    const note = { threadId, commentId: first, metadata: { note: true } as never };
    await change(() => alice.seen.change.editCommentMetadata(note));
    await eventually(() => expect(bob.thread().comments[0]!.metadata).toEqual({ note: true }));

    const reaction = { threadId, commentId: first, emoji: "👩🏽‍🚀" };
    await change(() => bob.seen.change.addReaction(reaction));
    await eventually(() =>
      expect(alice.thread().comments[0]!.reactions).toMatchObject([{ emoji: "👩🏽‍🚀", users: [{ id: "bob" }] }]),
    );
    await change(() => alice.seen.change.addReaction(reaction));
    await eventually(() =>
      expect(bob.thread().comments[0]!.reactions[0]!.users).toEqual([{ id: "bob" }, { id: "alice" }]),
    );
    await change(() => bob.seen.change.removeReaction(reaction));
    await eventually(() => expect(alice.thread().comments[0]!.reactions).toMatchObject([{ users: [{ id: "alice" }] }]));

    await change(() => bob.seen.change.resolve(threadId));
    await eventually(() => expect(alice.thread().resolved).toBe(true));
    await change(() => alice.seen.change.unresolve(threadId));
    await eventually(() => expect(bob.thread().resolved).toBe(false));

    await change(() => bob.seen.change.deleteComment({ threadId, commentId: second }));
    await eventually(() => expect(texts(alice.thread())).toEqual(["one", undefined]));
    await change(() => alice.seen.change.deleteThread(threadId));
    await eventually(() => expect(bob.threads()).toEqual([]));

    await change(() => alice.seen.change.createThread({ body: says("alone") }));
    await eventually(() => expect(texts(bob.thread())).toEqual(["alone"]));
    const alone = alice.thread();
    await change(() => alice.seen.change.deleteComment({ threadId: alone.id, commentId: alone.comments[0]!.id }));
    await eventually(() => expect(bob.threads()).toEqual([]));
    expect((await lobby.api.getThreads({ roomId })).data).toEqual([]);

    for (const { calls, seen } of [alice, bob]) {
      expect(calls.filter(({ path }) => path.endsWith("/delta"))).toEqual([]);
      expect(calls.filter(({ path, method }) => method === "GET" && path === "threads")).toHaveLength(1);
      expect(seen.errors).toEqual([]);
    }
  });

  test("see changes by back ends", async () => {
    const { roomId, bob } = await meet();
    const { id: threadId } = await lobby.api.createThread({
      roomId,
      data: { comment: { userId: "bot", body: mentions("bob") } },
    });
    await eventually(() => expect(bob.thread().comments).toHaveLength(1));
    await eventually(() => expect(bob.seen.subscriptions.get(threadId)).toMatchObject({ status: "subscribed" }));
    // Null: bob has not read the thread at all.
    expect(bob.seen.subscriptions.get(threadId)!.unreadSince).toBeNull();
    await lobby.api.markThreadAsResolved({ roomId, threadId, data: { userId: "bot" } });
    await eventually(() => expect(bob.thread().resolved).toBe(true));
    await lobby.api.deleteThread({ roomId, threadId });
    await eventually(() => expect(bob.threads()).toEqual([]));
  });

  test("are subscribed by taking part, and as they choose", async () => {
    const { roomId, alice, bob } = await meet();
    const subscription = ({ seen }: ThreadsPage, id: string) => seen.subscriptions.get(id)?.status;
    await change(() => alice.seen.change.createThread({ body: says("one") }));
    await eventually(() => expect(bob.threads()).toHaveLength(1));
    const { id } = bob.thread();
    await eventually(() => expect(subscription(alice, id)).toBe("subscribed"));
    expect(subscription(bob, id)).toBe("not-subscribed");

    const stored = async () =>
      (await lobby.api.getThreadSubscriptions({ roomId, threadId: id })).data.map(({ userId }) => userId).toSorted();
    await change(() => bob.seen.change.subscribe(id));
    await eventually(() => expect(subscription(bob, id)).toBe("subscribed"));
    await eventually(async () => expect(await stored()).toEqual(["alice", "bob"]));

    // An own comment reads what came before it, here and on the server.
    await change(() => bob.seen.change.createComment({ threadId: id, body: says("two") }));
    await eventually(() => expect(alice.thread().comments).toHaveLength(2));
    await change(() => alice.seen.change.createComment({ threadId: id, body: says("three") }));
    await eventually(() => expect(bob.thread().comments).toHaveLength(3));
    const readAt = () => alice.thread().comments[2]!.createdAt;
    await eventually(() => expect(alice.seen.subscriptions.get(id)!.unreadSince).toEqual(readAt()));
    const again = enter(roomId, "alice");
    await loaded(again);
    await eventually(() => expect(again.seen.subscriptions.get(id)!.unreadSince).toEqual(readAt()));

    await change(() => bob.seen.subscriptions.get(id)!.unsubscribe());
    await eventually(async () => expect(await stored()).toEqual(["alice"]));
    await eventually(() => expect(subscription(bob, id)).toBe("not-subscribed"));
    await change(() => alice.seen.change.unsubscribe(id));
    await eventually(async () => expect(await stored()).toEqual([]));
  });

  test("are subscribed to all threads of the room by its settings", async () => {
    const roomId = await lobby.newRoom();
    const settings: { seen?: ReturnType<typeof useRoomSubscriptionSettings> } = {};
    const Settings = () => {
      settings.seen = useRoomSubscriptionSettings();
      return null;
    };
    const bob = enter(roomId, "bob", { children: createElement(Settings, { key: "settings" }) });
    await loaded(bob);
    const body = says("one");
    const { id } = await lobby.api.createThread({ roomId, data: { comment: { userId: "alice", body } } });
    const subscription = () => bob.seen.subscriptions.get(id)?.status;
    const defaults = { threads: "replies_and_mentions", textMentions: "mine" };
    await eventually(() => expect(settings.seen![0].settings).toEqual(defaults));
    await eventually(() => expect(subscription()).toBe("not-subscribed"));

    await change(() => settings.seen![1]({ threads: "all" }));
    await eventually(() => expect(settings.seen![0].settings).toEqual({ ...defaults, threads: "all" }));
    await eventually(() => expect(subscription()).toBe("subscribed"));
    // The client learns at once what the settings have made of its subscriptions.
    await eventually(() => expect(bob.calls).toContainEqual({ method: "GET", path: "threads/delta", status: 200 }));
    const user = { roomId, userId: "bob" };
    expect(await lobby.api.getRoomSubscriptionSettings(user)).toEqual({ ...defaults, threads: "all" });

    await change(() => settings.seen![1]({ threads: "none", textMentions: "none" }));
    const none = { threads: "none", textMentions: "none" };
    await eventually(async () => expect(await lobby.api.getRoomSubscriptionSettings(user)).toEqual(none));
    await eventually(() => expect(subscription()).toBe("not-subscribed"));
    expect((await lobby.api.getThreadSubscriptions({ roomId, threadId: id })).data).toMatchObject([
      { userId: "alice" },
    ]);
    expect(bob.seen.errors).toEqual([]);
  });
});

describe("lists of threads", () => {
  const begin = (roomId: string, text: string, metadata: Record<string, string | number | boolean> = {}) =>
    lobby.api.createThread({ roomId, data: { comment: { userId: "alice", body: says(text) }, metadata } });

  test("contain the results of their query, and follow changes", async () => {
    const roomId = await lobby.newRoom();
    const thread = await begin(roomId, "red", { color: "red", size: 3 });
    await begin(roomId, "blue", { color: "blue", size: 5 });
    await lobby.api.markThreadAsResolved({ roomId, threadId: thread.id, data: { userId: "alice" } });
    await lobby.api.subscribeToThread({ roomId, threadId: thread.id, data: { userId: "bob" } });
    const lists: Readonly<Record<string, ThreadsPage>> = {
      resolved: enter(roomId, "bob", { query: { resolved: true } }),
      unresolved: enter(roomId, "bob", { query: { resolved: false } }),
      color: enter(roomId, "bob", { query: { metadata: { color: { startsWith: "re" }, size: { gt: 2, lte: 3 } } } }),
      subscribed: enter(roomId, "bob", { query: { subscribed: true } }),
      others: enter(roomId, "bob", { query: { subscribed: false } }),
      absent: enter(roomId, "bob", { query: { metadata: { shape: null } } }),
      private: enter(roomId, "bob", { query: { visibility: "private" } }),
    };
    await loaded(...Object.values(lists));
    const shown = () =>
      Object.fromEntries(Object.entries(lists).map(([name, user]) => [name, user.threads().flatMap(texts)]));
    expect(shown()).toEqual({
      resolved: ["red"],
      unresolved: ["blue"],
      color: ["red"],
      subscribed: ["red"],
      others: ["blue"],
      absent: ["red", "blue"],
      private: [],
    });
    await lobby.api.markThreadAsUnresolved({ roomId, threadId: thread.id, data: { userId: "alice" } });
    await lobby.api.editThreadMetadata({
      roomId,
      threadId: thread.id,
      data: { userId: "alice", metadata: { color: "green", shape: "round" } },
    });
    // The server sends recent changes to each new connection, so every client knows both threads.
    await eventually(() =>
      expect(shown()).toMatchObject({ resolved: [], unresolved: ["red", "blue"], color: [], absent: ["blue"] }),
    );
  });

  test("are read in pages of fifty, oldest first", async () => {
    const roomId = await lobby.newRoom();
    const names = Array.from({ length: 103 }, (_, n) => `thread ${n}`);
    const createdAt = (n: number) => new Date(Date.UTC(2026, 0, 1) + (n - (n % 2)) * 1_000);
    await Promise.all(
      names.map((name, n) =>
        lobby.api.createThread({
          roomId,
          data: { comment: { userId: "alice", body: says(name), createdAt: createdAt(n) }, metadata: { name } },
        }),
      ),
    );
    const bob = enter(roomId, "bob");
    await loaded(bob);
    const shown = () =>
      bob
        .threads()
        .map(({ metadata }) => String(metadata["name"]))
        .toSorted();
    // Newer threads may be there before their page: the server announces what changed lately, and the client reads it.
    expect(shown()).toEqual(expect.arrayContaining(names.slice(0, 50)));
    for (const count of [100, 103]) {
      expect(bob.seen.list).toMatchObject({ hasFetchedAll: false, isFetchingMore: false });
      await change(() => bob.seen.list.fetchMore!());
      await eventually(() => expect(shown()).toEqual(expect.arrayContaining(names.slice(0, count))));
    }
    expect(shown()).toEqual(names.toSorted());
    await eventually(() => expect(bob.seen.list).toMatchObject({ hasFetchedAll: true, isFetchingMore: false }));
    expect(bob.calls.filter(({ path }) => path === "threads")).toHaveLength(3);
  });

  test("of a user span rooms", async () => {
    const [here, there, closed] = [await lobby.newRoom(), await lobby.newRoom(), await lobby.newRoom()];
    for (const [room, text, body] of [
      [here, "mentioned", mentions("dora")],
      [there, "not mentioned", says("not mentioned")],
      [there, "mentioned", mentions("dora")],
      [closed, "out of reach", mentions("dora")],
    ] as const)
      await lobby.api.createThread({
        roomId: room,
        data: { comment: { userId: "alice", body }, metadata: { text } },
      });
    const list: { seen?: ReturnType<typeof useUserThreads_experimental> } = {};
    const Everywhere = () => {
      list.seen = useUserThreads_experimental();
      return null;
    };
    const permissions = { [here]: ["*:write"], [there]: ["*:read"] };
    const { provider } = createCollaborator(lobby, "dora", { permissions });
    render(createElement(LiveblocksProvider, { ...provider, children: createElement(Everywhere) }));
    await eventually(() => expect(list.seen!.isLoading).toBe(false));
    const shown = list.seen!.threads!.map(({ roomId, metadata }) => [roomId, metadata]);
    expect(shown).toHaveLength(2);
    expect(shown).toEqual(
      expect.arrayContaining([
        [here, { text: "mentioned" }],
        [there, { text: "mentioned" }],
      ]),
    );
    expect(list.seen).toMatchObject({ hasFetchedAll: true });
  });

  test("are searched by the words of their comments", async () => {
    const roomId = await lobby.newRoom();
    const thread = await begin(roomId, "The quick brown fox", { color: "red" });
    await begin(roomId, "A brown bear", { color: "blue" });
    await lobby.api.createThread({
      roomId,
      data: { comment: { userId: "alice", body: says("A hidden brown owl") }, visibility: "private" },
    });
    const found: { all?: ReturnType<typeof useSearchComments>; red?: ReturnType<typeof useSearchComments> } = {};
    const Search = () => {
      found.all = useSearchComments({ query: { text: "BROWN" } });
      found.red = useSearchComments({
        query: { text: "brown fox", threadMetadata: { color: "red" }, hasMentions: false },
      });
      return null;
    };
    enter(roomId, "bob", {
      permissions: { "*": ["*:write", "comments:private:none"] },
      children: createElement(Search, { key: "search" }),
    });
    await eventually(() => expect(found.all!.results).toBeDefined());
    await eventually(() => expect(found.red!.results).toBeDefined());
    expect(found.all!.results!.map(({ content }) => content).toSorted()).toEqual([
      "A brown bear",
      "The quick brown fox",
    ]);
    expect(found.red!.results).toEqual([
      { threadId: thread.id, commentId: thread.comments[0]!.id, content: "The quick brown fox" },
    ]);
  });
});
