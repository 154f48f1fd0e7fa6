// First, as bindings look for a page when they are used.
import "../support/dom.ts";
import { createClient } from "@weft/client";
import type { Client, InboxNotificationData, ThreadData } from "@weft/client";
import type { CommentEdits, InboxEdits, LoadState, PagedState } from "@weft/client/framework";
import * as solid from "@weft/solid";
import * as svelte from "@weft/svelte";
import * as vue from "@weft/vue";
import { createComponent, createMemo, createRoot } from "solid-js";
import { flushSync, mount, unmount } from "svelte";
import { pop, push } from "svelte/internal/client";
import { get } from "svelte/store";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { effectScope } from "vue";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";

/** Of jsdom: types of browsers are not those of the tests. */
declare const document: { createElement(name: string): never };

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** What a component shows, and the edits that it makes, whatever it is written with. */
interface Page {
  readonly threads: () => PagedState<ThreadData>;
  readonly open: () => PagedState<ThreadData>;
  readonly inbox: () => PagedState<InboxNotificationData>;
  readonly unread: () => LoadState<number>;
  readonly user: () => LoadState<object>;
  readonly stranger: () => LoadState<object>;
  readonly room: () => LoadState<object>;
  readonly edits: CommentEdits & InboxEdits;
}

const unresolved = { resolved: false };

/** The edits of Vue and Solid, one function for each. */
function editsOf(hooks: typeof vue | typeof solid): CommentEdits & InboxEdits {
  return {
    createThread: hooks.useCreateThread(),
    deleteThread: hooks.useDeleteThread(),
    editThreadMetadata: hooks.useEditThreadMetadata(),
    markThreadAsResolved: hooks.useMarkThreadAsResolved(),
    markThreadAsUnresolved: hooks.useMarkThreadAsUnresolved(),
    markThreadAsRead: hooks.useMarkThreadAsRead(),
    subscribeToThread: hooks.useSubscribeToThread(),
    unsubscribeFromThread: hooks.useUnsubscribeFromThread(),
    createComment: hooks.useCreateComment(),
    editComment: hooks.useEditComment(),
    editCommentMetadata: hooks.useEditCommentMetadata(),
    deleteComment: hooks.useDeleteComment(),
    addReaction: hooks.useAddReaction(),
    removeReaction: hooks.useRemoveReaction(),
    markInboxNotificationAsRead: hooks.useMarkInboxNotificationAsRead(),
    markAllInboxNotificationsAsRead: hooks.useMarkAllInboxNotificationsAsRead(),
    deleteInboxNotification: hooks.useDeleteInboxNotification(),
    deleteAllInboxNotifications: hooks.useDeleteAllInboxNotifications(),
  };
}

function openVue(client: Client, roomId: string): Page {
  const scope = effectScope();
  closing.push(() => scope.stop());
  return scope.run(() => {
    vue.provideClient(client);
    vue.provideRoom(roomId);
    const refs = {
      threads: vue.useThreads(),
      open: vue.useThreads(() => unresolved),
      inbox: vue.useInboxNotifications(),
      unread: vue.useUnreadInboxNotificationsCount(),
      user: vue.useUser("ada"),
      stranger: vue.useUser("gone"),
      room: vue.useRoomInfo(roomId),
    };
    const read = Object.fromEntries(Object.entries(refs).map(([key, ref]) => [key, () => ref.value]));
    return { ...(read as unknown as Page), edits: editsOf(vue) };
  })!;
}

function openSolid(client: Client, roomId: string): Page {
  let page: Page | undefined;
  const use = () => {
    page = {
      threads: solid.useThreads(),
      open: solid.useThreads(() => unresolved),
      inbox: solid.useInboxNotifications(),
      unread: solid.useUnreadInboxNotificationsCount(),
      user: solid.useUser("ada"),
      stranger: solid.useUser("gone"),
      room: solid.useRoomInfo(roomId),
      edits: editsOf(solid),
    };
    return null;
  };
  createRoot((dispose) => {
    closing.push(dispose);
    createMemo(() => {
      let shown: unknown = createComponent(solid.WeftProvider, {
        client,
        get children() {
          return createComponent(solid.RoomProvider, {
            id: roomId,
            get children() {
              return createComponent(use, {});
            },
          });
        },
      });
      while (typeof shown === "function") shown = (shown as () => unknown)();
    });
  });
  return page!;
}

function openSvelte(client: Client, roomId: string): Page {
  let page: Page | undefined;
  // A component as the compiler writes one.
  const component = (_: unknown, props: object) => {
    push(props, {});
    svelte.setClientContext(client);
    svelte.setRoomContext(roomId);
    const stores = {
      threads: svelte.threads(),
      open: svelte.threads(unresolved),
      inbox: svelte.inboxNotifications(),
      unread: svelte.unreadInboxNotificationsCount(),
      user: svelte.userInfo("ada"),
      stranger: svelte.userInfo("gone"),
      room: svelte.roomInfo(roomId),
    };
    for (const store of Object.values<svelte.ReadableStore<unknown>>(stores)) closing.push(store.subscribe(() => {}));
    const read = Object.fromEntries(
      Object.entries(stores).map(([key, store]) => [key, () => get(store as svelte.ReadableStore<unknown>)]),
    );
    page = { ...(read as unknown as Page), edits: { ...svelte.commentEdits(), ...svelte.inboxEdits() } };
    return pop();
  };
  const mounted = mount(component as never, { target: document.createElement("div") });
  closing.push(() => unmount(mounted));
  flushSync();
  return page!;
}

function open(enter: typeof openVue, userId: string, roomId: string): Page {
  const client = createClient({
    baseUrl: lobby.server.url,
    throttle: 16,
    authEndpoint: () => lobby.accessToken(userId, { "*": ["*:write"] }).then((token) => ({ token })),
    resolveUsers: ({ userIds }) => userIds.map((id) => (id === "gone" ? undefined : { name: id.toUpperCase() })),
    resolveRoomsInfo: ({ roomIds }) => roomIds.map(() => ({ name: "Plan" })),
  });
  return enter(client, roomId);
}

const bodyOf = (text: string) => ({ version: 1, content: [{ type: "paragraph", children: [{ text }] }] }) as const;

/** The texts of threads with reactions, as both people see them. */
function textsOf({ data }: PagedState<ThreadData>): string | undefined {
  return data
    ?.map(({ comments, resolved, metadata }) => {
      const texts = comments
        .filter(({ deletedAt }) => deletedAt === undefined)
        .map(({ body, reactions }) => {
          const [child] = body?.content[0]?.children ?? [];
          return [
            child !== undefined && "text" in child ? child.text : "",
            ...reactions.map(({ emoji }) => emoji),
          ].join(" ");
        });
      return [texts.join(", "), ...Object.values(metadata), ...(resolved ? ["resolved"] : [])].join("; ");
    })
    .join(" | ");
}

const frameworks = [
  ["[VU13] Vue", "vue", openVue],
  ["[SV11] Svelte", "svelte", openSvelte],
  ["[SL13] Solid", "solid", openSolid],
] as const;

describe.each(frameworks)("%s", (_, name, enter) => {
  test("threads and comments are shown at once where they are written, and to others", async () => {
    const roomId = await lobby.newRoom();
    const [ada, bob] = [open(enter, "ada", roomId), open(enter, "bob", roomId)];
    expect(ada.threads()).toEqual({ isLoading: true });
    await eventually(() => expect([textsOf(ada.threads()), textsOf(bob.threads())]).toEqual(["", ""]));
    expect(ada.threads()).toMatchObject({
      hasFetchedAll: true,
      isFetchingMore: false,
      fetchMore: expect.any(Function),
    });
    const thread = ada.edits.createThread({ body: bodyOf("Hello"), metadata: { color: "red" } });
    expect(thread).toMatchObject({ type: "thread", roomId, comments: [{ userId: "ada" }] });
    expect(textsOf(ada.threads())).toBe("Hello; red");
    await eventually(() => expect(textsOf(bob.threads())).toBe("Hello; red"));
    const first = { threadId: thread.id, commentId: thread.comments[0]!.id };
    bob.edits.addReaction({ ...first, emoji: "👍" });
    const reply = bob.edits.createComment({ threadId: thread.id, body: bodyOf("Hi") });
    await eventually(() => expect(textsOf(ada.threads())).toBe("Hello 👍, Hi; red"));
    bob.edits.editComment({ threadId: thread.id, commentId: reply.id, body: bodyOf("Hey") });
    bob.edits.removeReaction({ ...first, emoji: "👍" });
    ada.edits.editThreadMetadata({ threadId: thread.id, metadata: { color: "blue" } });
    ada.edits.markThreadAsResolved(thread.id);
    const both = () => [ada, bob].map(({ threads }) => textsOf(threads()));
    await eventually(() => expect(both()).toEqual(Array(2).fill("Hello, Hey; blue; resolved")));
    expect([textsOf(ada.open()), textsOf(bob.open())]).toEqual(["", ""]);
    ada.edits.markThreadAsUnresolved(thread.id);
    bob.edits.deleteComment({ threadId: thread.id, commentId: reply.id });
    await eventually(() => expect([textsOf(ada.open()), textsOf(bob.open())]).toEqual(Array(2).fill("Hello; blue")));
    ada.edits.deleteThread(thread.id);
    await eventually(() => expect(both()).toEqual(["", ""]));
  });

  test("the inbox is shown, and edited", async () => {
    const roomId = await lobby.newRoom();
    const userId = `reader of ${name}`;
    for (const n of [1, 2])
      await lobby.api.triggerInboxNotification({ userId, kind: "$file", subjectId: `file ${n}`, activityData: { n } });
    const page = open(enter, userId, roomId);
    expect([page.inbox(), page.unread()]).toEqual([{ isLoading: true }, { isLoading: true }]);
    await eventually(() => expect(page.inbox()).toMatchObject({ data: [{ readAt: null }, { readAt: null }] }));
    await eventually(() => expect(page.unread()).toMatchObject({ isLoading: false, data: 2 }));
    const [first] = page.inbox().data!;
    page.edits.markInboxNotificationAsRead(first!.id);
    await eventually(() => expect(page.unread().data).toBe(1));
    page.edits.deleteInboxNotification(first!.id);
    await eventually(() => expect(page.inbox().data).toHaveLength(1));
    page.edits.markAllInboxNotificationsAsRead();
    await eventually(() => expect(page.unread().data).toBe(0));
    page.edits.deleteAllInboxNotifications();
    await eventually(() => expect(page.inbox().data).toEqual([]));
  });

  test("users and rooms are shown as the application knows them, and unknown ones are an error", async () => {
    const roomId = await lobby.newRoom();
    const page = open(enter, "ada", roomId);
    expect(page.user()).toEqual({ isLoading: true });
    await eventually(() =>
      expect([page.user(), page.room()]).toEqual([
        { isLoading: false, data: { name: "ADA" } },
        { isLoading: false, data: { name: "Plan" } },
      ]),
    );
    await eventually(() =>
      expect(page.stranger()).toMatchObject({
        isLoading: false,
        error: { message: expect.stringContaining("gone") as string },
      }),
    );
  });
});
