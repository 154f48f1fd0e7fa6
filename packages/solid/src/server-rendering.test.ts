import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Runs in a process of its own, where Solid is what servers load. */
const page = `
import { createClient } from "@weft/client";
import * as weft from "@weft/solid";
import { createComponent } from "solid-js";
import { renderToString } from "solid-js/web";
let asked = 0;
const polyfills = { WebSocket: class { constructor() { asked++; } }, fetch: () => { asked++; } };
const client = createClient({ baseUrl: "http://weft.test", publicApiKey: "pk_test", polyfills });
let shown;
function Page() {
  weft.useEventListener(() => {});
  weft.useLostConnectionListener(() => {});
  weft.useMutation(() => {});
  weft.useCreateThread();
  weft.useMarkInboxNotificationAsRead();
  const accessors = {
    presence: weft.useMyPresence()[0], status: weft.useStatus(), self: weft.useSelf(), others: weft.useOthers(),
    storage: weft.useStorage((root) => root), root: weft.useStorageRoot(), canUndo: weft.useCanUndo(),
    sync: weft.useSyncStatus(), threads: weft.useThreads(), inbox: weft.useInboxNotifications(),
    unread: weft.useUnreadInboxNotificationsCount(), user: weft.useUser("ada"), room: weft.useRoomInfo("r"),
  };
  shown = Object.fromEntries(Object.entries(accessors).map(([key, read]) => [key, read()]));
}
renderToString(() =>
  createComponent(weft.WeftProvider, { client, get children() {
    return createComponent(weft.RoomProvider, { id: "r", initialPresence: { x: 1 }, get children() {
      return createComponent(Page, {});
    } });
  } }),
);
await new Promise((resolve) => setTimeout(resolve, 0));
renderToString(() => createComponent(weft.WeftProvider, { publicApiKey: "pk_test" }));
console.log(JSON.stringify({ shown, asked }));
`;

test("[SL12] servers render what is known without a connection, open none, load nothing and need no address", async () => {
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", page], { cwd });
  const loading = { isLoading: true };
  expect(JSON.parse(stdout)).toEqual({
    shown: {
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
    },
    asked: 0,
  });
});
