/** The official binding for Redux, with the client of its own version. */
import type * as OfficialClient from "@liveblocks/client";
import type * as OfficialRedux from "@liveblocks/redux";
import { combineReducers, configureStore, createSlice } from "@reduxjs/toolkit";
import type { PayloadAction } from "@reduxjs/toolkit";
import { startServer } from "@weft/testkit";
import type { TestServer } from "@weft/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { loadWithOwnSdk } from "../support/own-sdk.ts";

const loaded = loadWithOwnSdk("@liveblocks/redux", "@liveblocks/client");
const { actions, liveblocksEnhancer } = loaded.exports as typeof OfficialRedux;
const { createClient } = loaded.sdk as typeof OfficialClient;

const stack = new AsyncDisposableStack();
let server: TestServer;
beforeAll(async () => void (server = stack.use(await startServer())));
afterAll(() => stack.disposeAsync());

const tasks = createSlice({
  name: "tasks",
  initialState: ["first"],
  reducers: { added: (state, { payload }: PayloadAction<string>) => [...state, payload] },
});
const name = createSlice({
  name: "name",
  initialState: "",
  reducers: { named: (_, { payload }: PayloadAction<string>) => payload },
});
type State = { readonly tasks: readonly string[]; readonly name: string };

function enter(roomId: string) {
  const client = createClient({ baseUrl: server.url, publicApiKey: server.publicKey });
  const store = configureStore({
    reducer: combineReducers({ tasks: tasks.reducer, name: name.reducer }),
    enhancers: (defaults) =>
      defaults().concat(
        liveblocksEnhancer<State>({
          // Its type is that of the version that the other tests use.
          client: client as never,
          storageMapping: { tasks: true },
          presenceMapping: { name: true },
        }),
      ),
  });
  store.dispatch(actions.enterRoom(roomId));
  stack.defer(() => void store.dispatch(actions.leaveRoom()));
  return {
    dispatch: store.dispatch,
    history: () => client.getRoom(roomId)!.history,
    state: () => store.getState() as unknown as OfficialRedux.WithLiveblocks<State, { name: string }, never>,
  };
}

test("two stores share Storage and presence, and each undoes its own edits", async () => {
  const [ada, bob] = [enter("redux"), enter("redux")];
  await eventually(() => {
    for (const { state } of [ada, bob]) expect(state().liveblocks).toMatchObject({ isStorageLoading: false });
  });
  ada.dispatch(tasks.actions.added("by Ada"));
  await eventually(() => expect(bob.state().tasks).toEqual(["first", "by Ada"]));
  bob.dispatch(tasks.actions.added("by Bob"));
  bob.dispatch(name.actions.named("Bob"));
  await eventually(() => {
    expect(ada.state().tasks).toEqual(["first", "by Ada", "by Bob"]);
    expect(ada.state().liveblocks.others.map(({ presence }) => presence.name)).toEqual(["Bob"]);
  });
  ada.history().undo();
  await eventually(() => expect(bob.state().tasks).toEqual(["first", "by Bob"]));
});
