/** The official binding for Zustand, with the client of its own version. */
import type * as OfficialClient from "@liveblocks/client";
import type * as OfficialZustand from "@liveblocks/zustand";
import type { WithLiveblocks } from "@liveblocks/zustand";
import { startServer } from "@weft/testkit";
import type { TestServer } from "@weft/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { eventually } from "../support/eventually.ts";
import { loadWithOwnSdk } from "../support/own-sdk.ts";

const loaded = loadWithOwnSdk("@liveblocks/zustand", "@liveblocks/client");
const { liveblocks } = loaded.exports as typeof OfficialZustand;
const { createClient } = loaded.sdk as typeof OfficialClient;

const stack = new AsyncDisposableStack();
let server: TestServer;
beforeAll(async () => void (server = stack.use(await startServer())));
afterAll(() => stack.disposeAsync());

type State = {
  readonly tasks: readonly string[];
  readonly name: string;
  readonly add: (task: string) => void;
  readonly rename: (name: string) => void;
};

function enter(roomId: string) {
  const client = createClient({ baseUrl: server.url, publicApiKey: server.publicKey });
  const store = createStore<WithLiveblocks<State, { name: string }>>()(
    liveblocks(
      (set) => ({
        tasks: ["first"],
        name: "",
        add: (task) => set(({ tasks }) => ({ tasks: [...tasks, task] })),
        rename: (name) => set({ name }),
      }),
      // The type of the client is that of the version that the other tests use.
      { client: client as never, storageMapping: { tasks: true }, presenceMapping: { name: true } },
    ),
  );
  const { enterRoom, leaveRoom } = store.getState().liveblocks;
  enterRoom(roomId);
  stack.defer(leaveRoom);
  return store;
}

test("two stores share Storage and presence, and each undoes its own edits", async () => {
  const [ada, bob] = [enter("zustand"), enter("zustand")];
  await eventually(() => {
    for (const store of [ada, bob]) expect(store.getState().liveblocks.isStorageLoading).toBe(false);
  });
  ada.getState().add("by Ada");
  await eventually(() => expect(bob.getState().tasks).toEqual(["first", "by Ada"]));
  bob.getState().add("by Bob");
  bob.getState().rename("Bob");
  await eventually(() => {
    expect(ada.getState().tasks).toEqual(["first", "by Ada", "by Bob"]);
    expect(ada.getState().liveblocks.others.map(({ presence }) => presence.name)).toEqual(["Bob"]);
  });
  ada.getState().liveblocks.room!.history.undo();
  await eventually(() => expect(bob.getState().tasks).toEqual(["first", "by Bob"]));
});
