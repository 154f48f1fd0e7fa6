// @vitest-environment jsdom
import { createClient } from "@weft/client";
import { createCommentsServer } from "@weft/testkit/comments-server";
import { flushSync, mount, unmount } from "svelte";
import { pop, push } from "svelte/internal/client";
import { afterEach, expect, test, vi } from "vitest";
import * as weft from "./index.ts";

/** Of jsdom: types of browsers are not those of the tests. */
declare const document: { createElement(name: string): never };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Shown<T> = { readonly [K in keyof T]: T[K] extends weft.ReadableStore<infer V> ? V : never };

/** The stores of a component, with what they show. */
function open<T extends Record<string, weft.ReadableStore<unknown>>, E extends object>(
  init: () => { readonly stores: T; readonly edits: E },
) {
  const { clientOptions, log } = createCommentsServer();
  const client = createClient({
    ...clientOptions,
    resolveUsers: ({ userIds }) => userIds.map((id) => (id === "gone" ? undefined : { name: id.toUpperCase() })),
    resolveRoomsInfo: ({ roomIds }) => roomIds.map((id) => ({ name: `Room ${id}` })),
  });
  const shown: Record<string, unknown> = {};
  let edits: E | undefined;
  // A component as the compiler writes one.
  const component = (_: unknown, props: object) => {
    push(props, {});
    weft.setClientContext(client);
    weft.setRoomContext("r", { autoConnect: false });
    const used = init();
    for (const [key, store] of Object.entries(used.stores)) closing.push(store.subscribe((now) => (shown[key] = now)));
    ({ edits } = used);
    return pop();
  };
  const mounted = mount(component as never, { target: document.createElement("div") });
  closing.push(() => unmount(mounted));
  flushSync();
  return { client, log, shown: shown as Shown<T>, edits: edits! };
}

test("[SV11] threads load when they are used, edits are shown at once, and those that are refused are taken back", async () => {
  const { client, shown, edits, log } = open(() => ({
    stores: { threads: weft.threads() },
    edits: weft.commentEdits(),
  }));
  const errors: string[] = [];
  client.events.error.subscribe(({ message }) => errors.push(message));
  expect(shown.threads).toEqual({ isLoading: true });
  await vi.waitFor(() => expect(shown.threads).toMatchObject({ isLoading: false, data: [], hasFetchedAll: true }));
  const thread = edits.createThread({ body: { version: 1, content: [] } });
  expect(shown.threads.data).toMatchObject([{ id: thread.id, comments: [{ threadId: thread.id }] }]);
  await vi.waitFor(() => expect(shown.threads.data).toEqual([]));
  expect([errors, log.slice(0, 2)]).toMatchObject([
    [expect.any(String)],
    ["GET /v2/c/rooms/r/threads", "POST /v2/c/rooms/r/threads"],
  ]);
});

test("[SV12] the inbox and the number of unread notifications are shown, and edits of them as those of threads", async () => {
  const { shown, edits } = open(() => ({
    stores: { inbox: weft.inboxNotifications(), unread: weft.unreadInboxNotificationsCount() },
    edits: weft.inboxEdits(),
  }));
  await vi.waitFor(() => expect([shown.inbox.data, shown.unread.data]).toMatchObject([[{ id: "in_1" }], 1]));
  edits.markInboxNotificationAsRead("in_1");
  expect(shown.inbox.data).toMatchObject([{ readAt: expect.any(Date) }]);
  await vi.waitFor(() => expect(shown.inbox.data).toMatchObject([{ readAt: null }]));
});

test("[SV13] users and rooms are what the application knows, and unknown ones an error", async () => {
  const { shown } = open(() => ({
    stores: { user: weft.userInfo("ada"), stranger: weft.userInfo("gone"), room: weft.roomInfo("r") },
    edits: {},
  }));
  await vi.waitFor(() => expect(shown.user).toEqual({ isLoading: false, data: { name: "ADA" } }));
  await vi.waitFor(() => expect(shown.room).toEqual({ isLoading: false, data: { name: "Room r" } }));
  await vi.waitFor(() => expect(shown.stranger.error?.message).toContain("There is no user gone"));
});
