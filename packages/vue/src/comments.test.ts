// @vitest-environment jsdom
import { createClient } from "@weft/client";
import { createCommentsServer } from "@weft/testkit/comments-server";
import { afterEach, expect, test, vi } from "vitest";
import { effectScope, ref } from "vue";
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
  const scope = effectScope();
  closing.push(() => scope.stop());
  const used = scope.run(() => {
    weft.provideClient(client);
    weft.provideRoom("r", { autoConnect: false });
    return use();
  })!;
  return { client, log, scope, used };
}

test("[VU13] threads load when they are used, edits are shown at once, and those that are refused are taken back", async () => {
  const { client, used, log } = open(() => ({ threads: weft.useThreads(), create: weft.useCreateThread() }));
  const errors: string[] = [];
  client.events.error.subscribe(({ message }) => errors.push(message));
  expect(used.threads.value).toEqual({ isLoading: true });
  await vi.waitFor(() => expect(used.threads.value).toMatchObject({ isLoading: false, data: [], hasFetchedAll: true }));
  const thread = used.create({ body: { version: 1, content: [] } });
  expect(used.threads.value.data).toMatchObject([{ id: thread.id, comments: [{ threadId: thread.id }] }]);
  await vi.waitFor(() => expect(used.threads.value.data).toEqual([]));
  expect([errors, log.slice(0, 2)]).toMatchObject([
    [expect.any(String)],
    ["GET /v2/c/rooms/r/threads", "POST /v2/c/rooms/r/threads"],
  ]);
});

test("[VU14] the inbox and the number of unread notifications are shown, and edits of them as those of threads", async () => {
  const { used } = open(() => ({
    inbox: weft.useInboxNotifications(),
    unread: weft.useUnreadInboxNotificationsCount(),
    read: weft.useMarkInboxNotificationAsRead(),
  }));
  await vi.waitFor(() => expect([used.inbox.value.data, used.unread.value.data]).toMatchObject([[{ id: "in_1" }], 1]));
  used.read("in_1");
  expect(used.inbox.value.data).toMatchObject([{ readAt: expect.any(Date) }]);
  await vi.waitFor(() => expect(used.inbox.value.data).toMatchObject([{ readAt: null }]));
});

test("[VU15] users and rooms are what the application knows, of the id that is given now, and unknown ones an error", async () => {
  const id = ref("ada");
  const { used } = open(() => ({ user: weft.useUser(id), room: weft.useRoomInfo("r") }));
  await vi.waitFor(() => expect(used.user.value).toEqual({ isLoading: false, data: { name: "ADA" } }));
  await vi.waitFor(() => expect(used.room.value).toEqual({ isLoading: false, data: { name: "Room r" } }));
  id.value = "gone";
  expect(used.user.value).toEqual({ isLoading: true });
  await vi.waitFor(() => expect(used.user.value.error?.message).toContain("There is no user gone"));
});
