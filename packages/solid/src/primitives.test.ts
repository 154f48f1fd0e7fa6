// @vitest-environment jsdom
import type { Client, LiveList, LostConnectionEvent } from "@weft/client";
import { LiveList as List } from "@weft/client";
import { createMemoryServer } from "@weft/testing";
import type { MemoryServer } from "@weft/testing";
import type { JSX } from "solid-js";
import { createComponent, createEffect, createMemo, createRoot, createSignal } from "solid-js";
import { afterEach, expect, test } from "vitest";
import * as weft from "./index.ts";

type Message = { readonly hello: string };

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const itemsOf = ({ storage }: weft.MutationScope) => storage.get("items") as LiveList<string>;
const initialStorage = () => ({ items: new List<string>([]), title: "Draft" });

/** A tree with one component in a room. Whatever renders reads what a component answers, as `createMemo` does here. */
function render(client: Client, id: () => string, component: () => JSX.Element): () => void {
  const close = createRoot((dispose) => {
    createMemo(() => {
      let shown: unknown = createComponent(weft.WeftProvider, {
        client,
        get children() {
          return createComponent(weft.RoomProvider, {
            get id() {
              return id();
            },
            initialPresence: { x: 0 },
            initialStorage,
            get children() {
              return createComponent(component, {});
            },
          });
        },
      });
      while (typeof shown === "function") shown = (shown as () => unknown)();
    });
    return dispose;
  });
  closing.push(close);
  return close;
}

function open<T extends object>(server: MemoryServer, userId: string, use: () => T) {
  const client = server.createClient({ userId, userInfo: { name: userId } }) as Client;
  const [id, setId] = createSignal("r");
  const kept: T[] = [];
  const close = render(client, id, () => void kept.push(use()));
  return {
    client,
    close,
    setId,
    get used() {
      return kept.at(-1)!;
    },
  };
}

/** How often something that reads this has run. */
function countRuns(read: () => unknown): () => number {
  let runs = 0;
  createEffect(() => {
    read();
    runs++;
  });
  return () => runs;
}

test("[SL1] a provider enters a room for as long as it is there", async () => {
  await using server = createMemoryServer();
  const page = open(server, "ada", () => ({ room: weft.useRoom(), status: weft.useStatus() }));
  expect([page.used.room.id, page.used.status()]).toEqual(["r", "connecting"]);
  await server.settle();
  expect(page.used.status()).toBe("connected");
  page.close();
  await Promise.resolve();
  expect(page.client.getRoom("r")).toBeNull();
});

test("[SL2] with another id, the children are created anew in the other room", async () => {
  await using server = createMemoryServer();
  const page = open(server, "ada", () => ({ room: weft.useRoom() }));
  const first = page.used.room;
  page.setId("s");
  await Promise.resolve();
  expect([first.id, page.used.room.id, page.client.getRoom("r")]).toEqual(["r", "s", null]);
});

test("[SL3] without a client, or outside of a room, primitives say what to do", async () => {
  await using server = createMemoryServer();
  const client = server.createClient() as Client;
  createRoot((dispose) => {
    expect(() => weft.useClient()).toThrow("WeftProvider");
    expect(() =>
      createComponent(weft.WeftProvider, {
        client,
        get children() {
          return weft.useStatus() as never;
        },
      }),
    ).toThrow("RoomProvider");
    dispose();
  });
});

test("[SL4] two people see each other's presence, and an accessor changes with its selection alone", async () => {
  await using server = createMemoryServer();
  const use = () => {
    const [presence, update] = weft.useMyPresence();
    const ids = weft.useOthersConnectionIds();
    return {
      presence,
      update,
      self: weft.useSelf(({ id }) => id),
      me: weft.useSelf(),
      others: weft.useOthers(),
      names: weft.useOthers((others) => others.map(({ info }) => info?.name)),
      ids,
      runs: countRuns(ids),
    };
  };
  const [ada, bob] = [open(server, "ada", use), open(server, "bob", use)];
  expect([ada.used.self(), ada.used.me(), ada.used.others()]).toEqual([null, null, []]);
  await server.settle();
  expect([ada.used.self(), bob.used.names()]).toEqual(["ada", ["ada"]]);
  const before = bob.used.runs();
  ada.used.update({ x: 7 });
  expect(ada.used.presence()).toEqual({ x: 7 });
  await server.settle();
  expect(bob.used.others()).toMatchObject([{ id: "ada", presence: { x: 7 } }]);
  expect(bob.used.runs()).toBe(before);
  ada.close();
  await server.settle();
  expect([bob.used.others(), bob.used.ids()]).toEqual([[], []]);
});

test("[SL5] others are a store: parts of their presence that do not change run nothing", async () => {
  await using server = createMemoryServer();
  const ada = open(server, "ada", () => {
    const others = weft.useOthers();
    const [x, name] = [() => others()[0]?.presence["x"], () => others()[0]?.presence["name"]];
    return { others, x, first: countRuns(() => others()[0]), name: countRuns(name), moves: countRuns(x) };
  });
  const bob = open(server, "bob", () => ({ update: weft.useUpdateMyPresence(), room: weft.useRoom() }));
  await server.settle();
  bob.used.update({ name: "Bob" });
  await server.settle();
  const [first, name, moves] = [ada.used.first(), ada.used.name(), ada.used.moves()];
  bob.used.update({ x: 1 });
  await server.settle();
  expect([ada.used.x(), ada.used.first(), ada.used.name(), ada.used.moves()]).toEqual([1, first, name, moves + 1]);
  expect(ada.client.getRoom("r")?.getOthers()).toMatchObject([{ presence: { x: 1, name: "Bob" } }]);
});

test("[SL6] a part of another user follows what the selector reads, and is undefined when they have left", async () => {
  await using server = createMemoryServer();
  const [connection, setConnection] = createSignal(-1);
  const ada = open(server, "ada", () => ({ x: weft.useOther(connection, ({ presence }) => presence["x"]) }));
  const bob = open(server, "bob", () => ({ update: weft.useUpdateMyPresence(), self: weft.useSelf() }));
  await server.settle();
  expect(ada.used.x()).toBeUndefined();
  setConnection(bob.used.self()!.connectionId);
  expect(ada.used.x()).toBe(0);
  bob.used.update({ x: 3 });
  await server.settle();
  expect(ada.used.x()).toBe(3);
  bob.close();
  await server.settle();
  expect(ada.used.x()).toBeUndefined();
});

test("[SL7] what reads a selection runs when it changes, and not otherwise", async () => {
  await using server = createMemoryServer();
  const ada = open(server, "ada", () => {
    const title = weft.useStorage((root) => root["title"]);
    return { title, runs: countRuns(title) };
  });
  const bob = open(server, "bob", () => ({
    push: weft.useMutation((scope, text: string) => itemsOf(scope).push(text)),
    rename: weft.useMutation(({ storage }, title: string) => storage.set("title", title)),
  }));
  await server.settle();
  const before = ada.used.runs();
  bob.used.push("a");
  await server.settle();
  expect([ada.used.title(), ada.used.runs()]).toEqual(["Draft", before]);
  bob.used.rename("Plan");
  await server.settle();
  expect([ada.used.title(), ada.used.runs()]).toEqual(["Plan", before + 1]);
});

test("[SL8] Storage is shared, and what is edited before it is loaded is kept in order", async () => {
  await using server = createMemoryServer();
  const use = () => ({
    items: weft.useStorage((root) => root["items"]),
    root: weft.useStorageRoot(),
    push: weft.useMutation((scope, text: string) => {
      itemsOf(scope).push(`${scope.self.id} ${text}`);
      return itemsOf(scope).length;
    }),
    sync: weft.useSyncStatus(),
  });
  const [ada, bob] = [open(server, "ada", use), open(server, "bob", use)];
  expect([ada.used.items(), ada.used.root()]).toEqual([null, null]);
  const counts = [ada.used.push("a"), ada.used.push("b")];
  await server.settle();
  expect([await counts[0], await counts[1]]).toEqual([1, 2]);
  expect([bob.used.items(), bob.used.root()?.get("items")]).toMatchObject([["ada a", "ada b"], { length: 2 }]);
  expect(bob.used.push("c")).toBe(3);
  expect(bob.used.sync()).toBe("synchronizing");
  await server.settle();
  expect([ada.used.items(), bob.used.sync()]).toEqual([["ada a", "ada b", "bob c"], "synchronized"]);
});

test("[SL9] edits are undone and redone", async () => {
  await using server = createMemoryServer();
  const { used } = open(server, "ada", () => ({
    items: weft.useStorage((root) => root["items"]),
    push: weft.useMutation((scope, text: string) => itemsOf(scope).push(text)),
    undo: weft.useUndo(),
    redo: weft.useRedo(),
    can: [weft.useCanUndo(), weft.useCanRedo()] as const,
    history: weft.useHistory(),
  }));
  await server.settle();
  const can = () => used.can.map((read) => read());
  used.push("a");
  expect(can()).toEqual([true, false]);
  used.undo();
  expect([used.items(), can()]).toEqual([[], [false, true]]);
  used.redo();
  expect([used.items(), can()]).toEqual([["a"], [true, false]]);
  used.history.clear();
  expect(can()).toEqual([false, false]);
});

test("[SL10] events reach the listeners of others, until their component is gone", async () => {
  await using server = createMemoryServer();
  const heard: string[] = [];
  const ada = open(server, "ada", () => {
    weft.useEventListener(({ event, user }) => heard.push(`${user?.id}: ${(event as Message).hello}`));
    return {};
  });
  const bob = open(server, "bob", () => ({ broadcast: weft.useBroadcastEvent() }));
  await server.settle();
  bob.used.broadcast({ hello: "world" });
  await server.settle();
  // Another component keeps the room.
  const { leave } = ada.client.enterRoom("r");
  ada.close();
  bob.used.broadcast({ hello: "again" });
  await server.settle();
  expect(heard).toEqual(["bob: world"]);
  leave();
});

test("[SL10] listeners receive the loss of a connection, and its end", async () => {
  await using server = createMemoryServer();
  const heard: LostConnectionEvent[] = [];
  const { client } = open(server, "ada", () => (weft.useLostConnectionListener((event) => heard.push(event)), {}));
  await server.settle();
  const { network } = client as ReturnType<MemoryServer["createClient"]>;
  network.cut();
  await server.advance(10_000);
  network.restore();
  await server.until(() => heard.length === 2);
  expect(heard).toEqual(["lost", "restored"]);
});

test("[SL11] what is disposed of listens to nothing any more", async () => {
  await using server = createMemoryServer();
  const page = open(server, "ada", () => {
    const [presence] = weft.useMyPresence();
    return { runs: countRuns(presence) };
  });
  const { room, leave } = page.client.enterRoom("r");
  await server.settle();
  const before = page.used.runs();
  room.updatePresence({ x: 1 });
  expect(page.used.runs()).toBe(before + 1);
  page.close();
  room.updatePresence({ x: 2 });
  expect(page.used.runs()).toBe(before + 1);
  leave();
});
