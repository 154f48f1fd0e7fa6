import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Runs in a process of its own, where Svelte is what servers load. A component is what the compiler writes for servers. */
const page = `
import { createClient } from "@weft/client";
import * as weft from "@weft/svelte";
import { render } from "svelte/server";
import { get } from "svelte/store";
let asked = 0;
const polyfills = { WebSocket: class { constructor() { asked++; } }, fetch: () => { asked++; } };
const client = createClient({ baseUrl: "http://weft.test", publicApiKey: "pk_test", polyfills });
const shown = {};
function Page(renderer) {
  renderer.component(() => {
    weft.setClientContext(client);
    weft.setRoomContext("r", { initialPresence: { x: 1 } });
    weft.onRoomEvent(() => {});
    weft.onLostConnection(() => {});
    weft.mutation(() => {});
    weft.commentEdits();
    weft.inboxEdits();
    const stores = {
      presence: weft.myPresence(), status: weft.status(), self: weft.self(), others: weft.others(),
      storage: weft.storage((root) => root), root: weft.storageRoot(), canUndo: weft.canUndo(), sync: weft.syncStatus(),
      threads: weft.threads(), inbox: weft.inboxNotifications(), unread: weft.unreadInboxNotificationsCount(),
      user: weft.userInfo("ada"), room: weft.roomInfo("r"),
    };
    for (const [key, store] of Object.entries(stores)) shown[key] = get(store);
  });
}
render(Page).body;
await new Promise((resolve) => setTimeout(resolve, 0));
console.log(JSON.stringify({ shown, asked, isLeft: client.getRoom("r") === null }));
`;

test("[SV10] servers render what is known without a connection, open none and load nothing", async () => {
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
    isLeft: true,
  });
});
