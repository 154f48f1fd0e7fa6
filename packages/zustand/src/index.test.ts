import type { Client } from "@weft/client";
import { createMemoryServer } from "@weft/testing";
import type { MemoryServer } from "@weft/testing";
import { expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { weft } from "./index.ts";
import type { Mapping, WithWeft } from "./index.ts";

interface State {
  readonly todos: readonly string[];
  readonly cursor: { readonly x: number } | null;
  readonly local: number;
  add(todo: string): void;
}

type Shared = WithWeft<State, { cursor: State["cursor"] }>;

function open(server: MemoryServer, userId: string, todos: readonly string[] = []) {
  const client = server.createClient({ userId }) as Client;
  const store = createStore<Shared>()(
    weft<Shared>(
      (set) => ({
        todos,
        cursor: null,
        local: 0,
        add: (todo) => set(({ todos: before }) => ({ todos: [...before, todo] })),
      }),
      { client, storageMapping: { todos: true }, presenceMapping: { cursor: true } },
    ),
  );
  return { client, store, shared: () => store.getState() };
}

test("[ZU1] members are Storage and presence, for everyone in the room", async () => {
  await using server = createMemoryServer();
  const [ada, bob] = [open(server, "ada"), open(server, "bob")];
  ada.shared().liveblocks.enterRoom("r");
  bob.shared().liveblocks.enterRoom("r");
  expect(ada.shared().liveblocks).toMatchObject({ isStorageLoading: true, status: "connecting", others: [] });
  await server.settle();
  ada.shared().add("milk");
  ada.store.setState({ cursor: { x: 1 }, local: 1 });
  await server.settle();
  expect(bob.shared()).toMatchObject({ todos: ["milk"], cursor: null, local: 0 });
  expect(bob.shared().liveblocks).toMatchObject({
    isStorageLoading: false,
    status: "connected",
    others: [{ id: "ada", presence: { cursor: { x: 1 } } }],
  });
  const before = bob.shared().todos;
  ada.store.setState({ local: 2 });
  await server.settle();
  expect(bob.shared().todos).toBe(before);
});

test("[ZU2] what Storage has wins over what a store begins with, and what it has not is put into it", async () => {
  await using server = createMemoryServer();
  const ada = open(server, "ada", ["first"]);
  ada.shared().liveblocks.enterRoom("r");
  await server.settle();
  expect(ada.shared().liveblocks.room!.history.canUndo()).toBe(false);
  const bob = open(server, "bob", ["other"]);
  bob.shared().liveblocks.enterRoom("r");
  await server.settle();
  expect([ada.shared().todos, bob.shared().todos]).toEqual([["first"], ["first"]]);
  const eve = open(server, "eve", ["other"]);
  eve.shared().liveblocks.enterRoom("r");
  eve.shared().add("early");
  await server.settle();
  expect([ada.shared().todos, eve.shared().todos]).toEqual([
    ["other", "early"],
    ["other", "early"],
  ]);
});

test("[ZU3] undo and redo set the store, and others' stores", async () => {
  await using server = createMemoryServer();
  const [ada, bob] = [open(server, "ada"), open(server, "bob")];
  ada.shared().liveblocks.enterRoom("r");
  bob.shared().liveblocks.enterRoom("r");
  await server.settle();
  ada.shared().add("milk");
  ada.store.setState({ cursor: { x: 1 } });
  const { history } = ada.shared().liveblocks.room!;
  history.undo();
  history.undo();
  await server.settle();
  expect([ada.shared().todos, ada.shared().cursor, bob.shared().todos]).toEqual([[], null, []]);
  history.redo();
  await server.settle();
  expect([ada.shared().todos, bob.shared().todos]).toEqual([["milk"], ["milk"]]);
});

test("[ZU4] leaving a room ends what the store knows of it, and entering another leaves the first", async () => {
  await using server = createMemoryServer();
  const [ada, bob] = [open(server, "ada"), open(server, "bob")];
  const leave = ada.shared().liveblocks.enterRoom("r");
  bob.shared().liveblocks.enterRoom("r");
  await server.settle();
  expect(ada.shared().liveblocks.room!.id).toBe("r");
  ada.shared().liveblocks.enterRoom("s");
  await server.settle();
  expect([ada.client.getRoom("r"), bob.shared().liveblocks.others]).toEqual([null, []]);
  leave();
  expect(ada.shared().liveblocks.room!.id).toBe("s");
  ada.shared().liveblocks.leaveRoom();
  expect(ada.shared().liveblocks).toMatchObject({ room: null, others: [], status: "initial", isStorageLoading: false });
  expect(ada.client.getRoom("s")).toBe(null);
});

test("[ZU5] a mapping that cannot be is refused", async () => {
  await using server = createMemoryServer();
  const client = server.createClient() as Client;
  const create = (storageMapping: Mapping<State>, presenceMapping: Mapping<State> = {}) =>
    createStore<Shared>()(
      weft<Shared>(() => ({ todos: [], cursor: null, local: 0, add: () => {} }), {
        client,
        storageMapping,
        presenceMapping,
      }),
    );
  expect(() => create({ todos: true }, { todos: true })).toThrow("in both mappings");
  expect(() => create({ todos: "yes" as never })).toThrow("`true` or `false`");
  expect(() => create({}, { add: true }).getState().liveblocks.enterRoom("r")).toThrow("is a function");
});

test("[ZU6] two people who add to a list at the same time both do", async () => {
  await using server = createMemoryServer();
  const [ada, bob] = [open(server, "ada"), open(server, "bob")];
  ada.shared().liveblocks.enterRoom("r");
  bob.shared().liveblocks.enterRoom("r");
  await server.settle();
  ada.shared().add("a");
  bob.shared().add("b");
  await server.settle();
  expect(ada.shared().todos.toSorted()).toEqual(["a", "b"]);
  expect(bob.shared().todos).toEqual(ada.shared().todos);
});
