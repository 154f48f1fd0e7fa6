// @vitest-environment jsdom
import { createClient } from "@weft/client";
import { createCommentsServer } from "@weft/testkit/comments-server";
import { createComponent, createMemo, createRoot, createSignal } from "solid-js";
import { afterEach, expect, test, vi } from "vitest";
import * as weft from "./index.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function open<T extends object>(use: () => T) {
  const { clientOptions, log } = createCommentsServer();
  const client = createClient({
    ...clientOptions,
    resolveUsers: ({ userIds }) => userIds.map((id) => (id === "gone" ? undefined : { name: id.toUpperCase() })),
    resolveRoomsInfo: ({ roomIds }) => roomIds.map((id) => ({ name: `Room ${id}` })),
  });
  let used: T | undefined;
  createRoot((dispose) => {
    closing.push(dispose);
    createMemo(() => {
      let shown: unknown = createComponent(weft.WeftProvider, {
        client,
        get children() {
          return createComponent(weft.RoomProvider, {
            id: "r",
            autoConnect: false,
            get children() {
              return createComponent(() => void (used = use()) as never, {});
            },
          });
        },
      });
      while (typeof shown === "function") shown = (shown as () => unknown)();
    });
  });
  return { client, log, used: used! };
}

test("[SL13] threads load when they are used, edits are shown at once, and those that are refused are taken back", async () => {
  const { client, used, log } = open(() => ({ threads: weft.useThreads(), create: weft.useCreateThread() }));
  const errors: string[] = [];
  client.events.error.subscribe(({ message }) => errors.push(message));
  expect(used.threads()).toEqual({ isLoading: true });
  await vi.waitFor(() => expect(used.threads()).toMatchObject({ isLoading: false, data: [], hasFetchedAll: true }));
  const thread = used.create({ body: { version: 1, content: [] } });
  expect(used.threads().data).toMatchObject([{ id: thread.id, comments: [{ threadId: thread.id }] }]);
  await vi.waitFor(() => expect(used.threads().data).toEqual([]));
  expect([errors, log.slice(0, 2)]).toMatchObject([
    [expect.any(String)],
    ["GET /v2/c/rooms/r/threads", "POST /v2/c/rooms/r/threads"],
  ]);
});

test("[SL14] the inbox and the number of unread notifications are shown, and edits of them as those of threads", async () => {
  const { used } = open(() => ({
    inbox: weft.useInboxNotifications(),
    unread: weft.useUnreadInboxNotificationsCount(),
    read: weft.useMarkInboxNotificationAsRead(),
  }));
  await vi.waitFor(() => expect([used.inbox().data, used.unread().data]).toMatchObject([[{ id: "in_1" }], 1]));
  used.read("in_1");
  expect(used.inbox().data).toMatchObject([{ readAt: expect.any(Date) }]);
  await vi.waitFor(() => expect(used.inbox().data).toMatchObject([{ readAt: null }]));
});

test("[SL15] users and rooms are what the application knows, of the id that is given now, and unknown ones an error", async () => {
  const [id, setId] = createSignal("ada");
  const { used } = open(() => ({ user: weft.useUser(id), room: weft.useRoomInfo("r") }));
  await vi.waitFor(() => expect(used.user()).toEqual({ isLoading: false, data: { name: "ADA" } }));
  await vi.waitFor(() => expect(used.room()).toEqual({ isLoading: false, data: { name: "Room r" } }));
  setId("gone");
  expect(used.user()).toEqual({ isLoading: true });
  await vi.waitFor(() => expect(used.user().error?.message).toContain("There is no user gone"));
});
