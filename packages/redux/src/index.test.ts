import { combineReducers, configureStore, createSlice } from "@reduxjs/toolkit";
import type { PayloadAction } from "@reduxjs/toolkit";
import type { Client } from "@weft/client";
import { createMemoryServer } from "@weft/testing";
import type { MemoryServer } from "@weft/testing";
import { expect, test } from "vitest";
import { actions, weftEnhancer } from "./index.ts";
import type { Mapping, WithWeft } from "./index.ts";

interface State {
  readonly todos: readonly string[];
  readonly cursor: { readonly x: number } | null;
}

type Shared = WithWeft<State, { cursor: State["cursor"] }>;

function slices(begins: readonly string[]) {
  const todos = createSlice({
    name: "todos",
    initialState: begins,
    reducers: { add: (state, { payload }: PayloadAction<string>) => [...state, payload] },
  });
  const cursor = createSlice({
    name: "cursor",
    initialState: null as State["cursor"],
    reducers: { move: (_, { payload }: PayloadAction<number>) => ({ x: payload }) },
  });
  return { todos, cursor };
}

function open(server: MemoryServer, userId: string, begins: readonly string[] = []) {
  const client = server.createClient({ userId }) as Client;
  const { todos, cursor } = slices(begins);
  const { add } = todos.actions;
  const { move } = cursor.actions;
  const store = configureStore({
    reducer: combineReducers({ todos: todos.reducer, cursor: cursor.reducer }),
    middleware: (defaults) => defaults(),
    enhancers: (defaults) =>
      defaults({ autoBatch: false }).concat(
        weftEnhancer<State>({ client, storageMapping: { todos: true }, presenceMapping: { cursor: true } }),
      ),
  });
  return {
    client,
    shared: () => store.getState() as unknown as Shared,
    enter: (room: string) => store.dispatch(actions.enterRoom(room)),
    leave: () => store.dispatch(actions.leaveRoom()),
    add: (todo: string) => store.dispatch(add(todo)),
    move: (x: number) => store.dispatch(move(x)),
    idle: () => store.dispatch({ type: "unknown" }),
  };
}

test("[RX1] members are Storage and presence, for everyone in the room", async () => {
  await using server = createMemoryServer();
  const [ada, bob] = [open(server, "ada"), open(server, "bob")];
  expect(ada.shared().liveblocks).toEqual({ status: "initial", isStorageLoading: false, others: [] });
  ada.enter("r");
  bob.enter("r");
  expect(ada.shared().liveblocks).toMatchObject({ isStorageLoading: true, status: "connecting", others: [] });
  await server.settle();
  ada.add("milk");
  ada.move(1);
  await server.settle();
  expect(bob.shared()).toMatchObject({ todos: ["milk"], cursor: null });
  expect(bob.shared().liveblocks).toMatchObject({
    isStorageLoading: false,
    status: "connected",
    others: [{ id: "ada", presence: { cursor: { x: 1 } } }],
  });
  const before = bob.shared();
  bob.idle();
  expect(bob.shared()).toBe(before);
});

test("[RX4] a store that begins with a state of its own knows that it is in no room", async () => {
  await using server = createMemoryServer();
  const client = server.createClient() as Client;
  const { todos } = slices([]);
  const store = configureStore({
    reducer: { todos: todos.reducer },
    preloadedState: { todos: ["begun"] as readonly string[] },
    enhancers: (defaults) => defaults().concat(weftEnhancer<State>({ client, storageMapping: { todos: true } })),
  });
  expect(store.getState()).toEqual({
    todos: ["begun"],
    liveblocks: { others: [], isStorageLoading: false, status: "initial" },
  });
});

test("[RX2] what Storage has wins over what a store begins with, and what it has not is put into it", async () => {
  await using server = createMemoryServer();
  const ada = open(server, "ada", ["first"]);
  ada.enter("r");
  await server.settle();
  const bob = open(server, "bob", ["other"]);
  bob.enter("r");
  await server.settle();
  expect([ada.shared().todos, bob.shared().todos]).toEqual([["first"], ["first"]]);
  const eve = open(server, "eve", ["other"]);
  eve.enter("r");
  eve.add("early");
  await server.settle();
  expect([ada.shared().todos, eve.shared().todos]).toEqual([
    ["other", "early"],
    ["other", "early"],
  ]);
});

test("[RX3] undo and redo set the store, and others' stores", async () => {
  await using server = createMemoryServer();
  const [ada, bob] = [open(server, "ada"), open(server, "bob")];
  ada.enter("r");
  bob.enter("r");
  await server.settle();
  ada.add("milk");
  ada.move(1);
  const { history } = ada.client.getRoom("r")!;
  history.undo();
  history.undo();
  await server.settle();
  expect([ada.shared().todos, ada.shared().cursor, bob.shared().todos]).toEqual([[], null, []]);
  history.redo();
  await server.settle();
  expect([ada.shared().todos, bob.shared().todos]).toEqual([["milk"], ["milk"]]);
});

test("[RX4] leaving a room ends what the store knows of it, and entering another leaves the first", async () => {
  await using server = createMemoryServer();
  const [ada, bob] = [open(server, "ada"), open(server, "bob")];
  ada.enter("r");
  bob.enter("r");
  await server.settle();
  ada.enter("s");
  await server.settle();
  expect([ada.client.getRoom("r"), bob.shared().liveblocks.others]).toEqual([null, []]);
  ada.leave();
  expect(ada.shared().liveblocks).toEqual({ others: [], status: "initial", isStorageLoading: false });
  expect(ada.client.getRoom("s")).toBe(null);
});

test("[RX5] a mapping that cannot be is refused", async () => {
  await using server = createMemoryServer();
  const client = server.createClient() as Client;
  const { todos } = slices([]);
  const create = (storageMapping: Mapping<State>, presenceMapping: Mapping<State> = {}) =>
    configureStore({
      reducer: { todos: todos.reducer },
      enhancers: (defaults) => defaults().concat(weftEnhancer<State>({ client, storageMapping, presenceMapping })),
    });
  expect(() => create({ todos: true }, { todos: true })).toThrow("in both mappings");
  expect(() => create({ todos: "yes" as never })).toThrow("`true` or `false`");
});

test("[RX6] two people who add to a list at the same time both do", async () => {
  await using server = createMemoryServer();
  const [ada, bob] = [open(server, "ada"), open(server, "bob")];
  ada.enter("r");
  bob.enter("r");
  await server.settle();
  ada.add("a");
  bob.add("b");
  await server.settle();
  expect(ada.shared().todos.toSorted()).toEqual(["a", "b"]);
  expect(bob.shared().todos).toEqual(ada.shared().todos);
});
