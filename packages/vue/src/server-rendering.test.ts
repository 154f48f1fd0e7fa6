import { createClient } from "@weft/client";
import { expect, test, vi } from "vitest";
import { createSSRApp, defineComponent, h } from "vue";
import { renderToString } from "vue/server-renderer";
import * as weft from "./index.ts";

const Everything = defineComponent(() => {
  const [presence] = weft.useMyPresence();
  weft.useEventListener(() => {});
  weft.useLostConnectionListener(() => {});
  weft.useMutation(() => {});
  weft.useCreateThread();
  weft.useMarkInboxNotificationAsRead();
  const shown = {
    presence,
    status: weft.useStatus(),
    self: weft.useSelf(),
    others: weft.useOthers(),
    storage: weft.useStorage((root) => root),
    root: weft.useStorageRoot(),
    canUndo: weft.useCanUndo(),
    sync: weft.useSyncStatus(),
    threads: weft.useThreads(),
    inbox: weft.useInboxNotifications(),
    unread: weft.useUnreadInboxNotificationsCount(),
    user: weft.useUser("ada"),
    room: weft.useRoomInfo("r"),
  };
  return () => JSON.stringify(Object.fromEntries(Object.entries(shown).map(([key, { value }]) => [key, value])));
});

test("[VU12] servers render what is known without a connection, open none and load nothing", async () => {
  const [WebSocket, fetch] = [vi.fn(), vi.fn()];
  const client = createClient({
    baseUrl: "http://weft.test",
    publicApiKey: "pk_test",
    polyfills: { WebSocket, fetch },
  });
  const app = createSSRApp(() => h(weft.RoomProvider, { id: "r", initialPresence: { x: 1 } }, () => h(Everything)));
  const html = await renderToString(app.use(weft.createWeft(client)));
  const shown: unknown = JSON.parse(html.replaceAll("&quot;", '"').replaceAll(/<!--.*?-->/g, ""));
  const loading = { isLoading: true };
  expect(shown).toEqual({
    presence: { x: 1 },
    status: "initial",
    self: null,
    others: [],
    storage: null,
    root: null,
    canUndo: false,
    sync: "synchronized",
    threads: loading,
    inbox: loading,
    unread: loading,
    user: loading,
    room: loading,
  });
  expect([WebSocket, fetch].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});

test("[VU12] servers need no address", () => {
  expect(weft.createWeft({ publicApiKey: "pk_test" }).client.getRoom("r")).toBeNull();
});

test("[VU12] a room that a server has rendered is left after ten seconds", async () => {
  vi.useFakeTimers();
  try {
    const plugin = weft.createWeft({ publicApiKey: "pk_test" });
    await renderToString(createSSRApp(() => h(weft.RoomProvider, { id: "r", initialPresence: { x: 1 } })).use(plugin));
    expect(plugin.client.getRoom("r")).not.toBeNull();
    vi.advanceTimersByTime(10_000);
    expect(plugin.client.getRoom("r")).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
