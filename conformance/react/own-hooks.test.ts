// First, as the others look for a document when they are loaded.
import "../support/dom.ts";
import { createClient } from "@weft/client";
import type { CommentBody } from "@weft/client";
import { createRoomContext } from "@weft/react";
import { cleanup, render } from "@testing-library/react";
import { createElement as h, Suspense } from "react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());
afterEach(cleanup);

function open(userId: string) {
  const client = createClient({
    baseUrl: lobby.server.url,
    throttle: 16,
    authEndpoint: () => lobby.accessToken(userId, { "*": ["*:write"] }).then((token) => ({ token })),
    resolveUsers: ({ userIds }) => userIds.map((id) => (id === "gone" ? undefined : { name: id.toUpperCase() })),
  });
  return createRoomContext(client);
}

const bodyOf = (text: string) => ({ version: 1, content: [{ type: "paragraph", children: [{ text }] }] }) as const;

const textOf = (body: CommentBody | undefined) => {
  const [child] = body?.content[0]?.children ?? [];
  return child !== undefined && "text" in child ? child.text : undefined;
};

test("components show threads and comments, at once where they are written, and of others", async () => {
  const roomId = await lobby.newRoom();
  const [ada, bob] = [open("ada"), open("bob")];
  interface Page {
    shown: string;
    create?: ReturnType<typeof ada.useCreateThread>;
    reply?: ReturnType<typeof ada.useCreateComment>;
    react?: ReturnType<typeof ada.useAddReaction>;
    resolve?: ReturnType<typeof ada.useMarkThreadAsResolved>;
    remove?: ReturnType<typeof ada.useDeleteThread>;
  }
  const show = (context: typeof ada): Page => {
    const page: Page = { shown: "" };
    function Threads() {
      const { threads, error } = context.useThreads();
      page.create = context.useCreateThread();
      page.reply = context.useCreateComment();
      page.react = context.useAddReaction();
      page.resolve = context.useMarkThreadAsResolved();
      page.remove = context.useDeleteThread();
      page.shown =
        threads === undefined
          ? (error?.message ?? "loading")
          : threads
              .map(({ resolved, comments }) => {
                const texts = comments.map(({ body, reactions }) =>
                  [JSON.stringify(textOf(body)), ...reactions.map(({ emoji }) => emoji)].join(" "),
                );
                return `${texts.join(", ")}${resolved ? " resolved" : ""}`;
              })
              .join("; ");
      return null;
    }
    render(h(context.RoomProvider, { id: roomId }, h(Threads)));
    return page;
  };
  const [first, second] = [show(ada), show(bob)];
  expect(first.shown).toBe("loading");
  await eventually(() => expect([first.shown, second.shown]).toEqual(["", ""]));
  const thread = first.create!({ body: bodyOf("Hello") });
  expect(thread).toMatchObject({ type: "thread", roomId, comments: [{ userId: "ada" }] });
  await eventually(() => expect([first.shown, second.shown]).toEqual(['"Hello"', '"Hello"']));
  second.reply!({ threadId: thread.id, body: bodyOf("Hi") });
  second.react!({ threadId: thread.id, commentId: thread.comments[0]!.id, emoji: "👍" });
  const all = '"Hello" 👍, "Hi" resolved';
  first.resolve!(thread.id);
  await eventually(() => expect([first.shown, second.shown]).toEqual([all, all]));
  first.remove!(thread.id);
  await eventually(() => expect([first.shown, second.shown]).toEqual(["", ""]));
});

test("a thread has its author, even where the room is not connected", async () => {
  const roomId = await lobby.newRoom();
  const { RoomProvider, useThreads, useCreateThread } = open("ada");
  let isLoaded = false;
  let create: ReturnType<typeof useCreateThread>;
  function Threads() {
    isLoaded = useThreads().threads !== undefined;
    create = useCreateThread();
    return null;
  }
  render(h(RoomProvider, { id: roomId, autoConnect: false }, h(Threads)));
  await eventually(() => expect(isLoaded).toBe(true));
  expect(create!({ body: bodyOf("Hello") }).comments).toMatchObject([{ userId: "ada" }]);
});

test("components show feeds and their messages, with Suspense", async () => {
  const roomId = await lobby.newRoom();
  const { suspense, RoomProvider } = open("ada");
  const seen: string[] = [];
  let post: ReturnType<typeof suspense.useCreateFeedMessage> | undefined;
  let create: ReturnType<typeof suspense.useCreateFeed> | undefined;
  function Feeds() {
    const { feeds, hasFetchedAll } = suspense.useFeeds();
    const { messages } = suspense.useFeedMessages("news");
    post = suspense.useCreateFeedMessage();
    create = suspense.useCreateFeed();
    seen.push(`${feeds.map(({ feedId }) => feedId).join()} ${messages.length} ${hasFetchedAll}`);
    return null;
  }
  const admin = createClient({ baseUrl: lobby.server.url, publicApiKey: lobby.server.publicKey });
  const { room, leave } = admin.enterRoom(roomId);
  await eventually(() => expect(room.getStatus()).toBe("connected"));
  await room.addFeed("news");
  render(h(Suspense, { fallback: null }, h(RoomProvider, { id: roomId }, h(Feeds))));
  expect(seen).toEqual([]);
  await eventually(() => expect(seen.at(-1)).toBe("news 0 true"));
  await post!("news", { text: "hello" });
  await create!("more");
  await eventually(() => expect(seen.at(-1)).toBe("more,news 1 true"));
  leave();
});

test("components show users, and the inbox", async () => {
  const { useUser, useUnreadInboxNotificationsCount, useInboxNotifications, useNotificationSettings, RoomProvider } =
    open("ada");
  const roomId = await lobby.newRoom();
  let seen: unknown;
  function Inbox() {
    const { inboxNotifications } = useInboxNotifications();
    const [{ settings }] = useNotificationSettings();
    seen = [
      useUser("bob").user,
      useUser("gone").error?.message,
      useUnreadInboxNotificationsCount().count,
      inboxNotifications?.length,
      settings === undefined ? "loading" : "settings",
    ];
    return null;
  }
  render(h(RoomProvider, { id: roomId }, h(Inbox)));
  await eventually(() =>
    expect(seen).toEqual([
      { name: "BOB" },
      "There is no user gone, as far as the application knows.",
      0,
      0,
      "settings",
    ]),
  );
});
