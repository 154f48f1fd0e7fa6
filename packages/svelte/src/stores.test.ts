// @vitest-environment jsdom
import type { Client, LiveList, LostConnectionEvent } from "@weft/client";
import { LiveList as List } from "@weft/client";
import { createMemoryServer } from "@weft/testing";
import type { MemoryServer } from "@weft/testing";
import { flushSync, mount, unmount } from "svelte";
import type { Component } from "svelte";
import { pop, push } from "svelte/internal/client";
import { fromStore } from "svelte/store";
import { afterEach, expect, test } from "vitest";
import * as weft from "./index.ts";

/** Of jsdom: types of browsers are not those of the tests. */
declare const document: { createElement(name: string): never };

type Message = { readonly hello: string };

/** A component without HTML that runs this while it is initialized, as the compiler writes one. */
function componentOf(init: () => void): Component {
  return (_: unknown, props: object) => {
    push(props, {});
    init();
    return pop();
  };
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const itemsOf = ({ storage }: weft.MutationScope) => storage.get("items") as LiveList<string>;
const initialStorage = () => ({ items: new List<string>([]), title: "Draft" });

function open<T extends object>(server: MemoryServer, userId: string, init: () => T) {
  const client = server.createClient({ userId, userInfo: { name: userId } }) as Client;
  let used: T | undefined;
  const Page = componentOf(() => {
    weft.setClientContext(client);
    weft.setRoomContext("r", { initialPresence: { x: 0 }, initialStorage });
    used = init();
  });
  const mounted = mount(Page, { target: document.createElement("div") });
  // Effects, such as those of `onMount`, run later.
  flushSync();
  let isOpen = true;
  const close = async () => {
    if (isOpen) await unmount(mounted);
    isOpen = false;
  };
  closing.push(close);
  return { client, close, used: used! };
}

/** What a store has shown, the latest last. */
function shownBy<T>(store: weft.ReadableStore<T>) {
  const shown: T[] = [];
  closing.push(store.subscribe((value) => shown.push(value)));
  return {
    all: shown,
    get now() {
      return shown.at(-1)!;
    },
  };
}

test("[SV1] a component enters a room for as long as it is mounted", async () => {
  await using server = createMemoryServer();
  const page = open(server, "ada", () => ({ room: weft.getRoom(), status: shownBy(weft.status()) }));
  expect([page.used.room.id, page.used.status.all]).toEqual(["r", ["initial", "connecting"]]);
  await server.settle();
  expect(page.used.status.now).toBe("connected");
  await page.close();
  await Promise.resolve();
  expect(page.client.getRoom("r")).toBeNull();
});

test("[SV2] without a client, or outside of a room, functions say what to do", async () => {
  await using server = createMemoryServer();
  const mountOne = (init: () => void) => mount(componentOf(init), { target: document.createElement("div") });
  expect(() => mountOne(() => weft.getClient())).toThrow("setClientContext");
  expect(() =>
    mountOne(() => {
      weft.setClientContext(server.createClient());
      weft.others();
    }),
  ).toThrow("setRoomContext");
});

test("[SV3] two people see each other's presence, which is a store that can be set", async () => {
  await using server = createMemoryServer();
  const init = () => ({
    presence: weft.myPresence(),
    mine: shownBy(weft.myPresence()),
    update: weft.updateMyPresence(),
    self: shownBy(weft.self(({ id }) => id)),
    me: shownBy(weft.self()),
    others: shownBy(weft.others()),
    ids: shownBy(weft.othersConnectionIds()),
  });
  const [ada, bob] = [open(server, "ada", init), open(server, "bob", init)];
  expect([ada.used.self.now, ada.used.me.now, ada.used.others.now]).toEqual([null, null, []]);
  await server.settle();
  expect(ada.used.self.now).toBe("ada");
  const before = bob.used.ids.all.length;
  // As the compiler does it for `$presence.x = 7`.
  const copy = ada.used.mine.now as { x: number };
  copy.x = 7;
  ada.used.presence.set(copy);
  await server.settle();
  expect([ada.used.mine.now, bob.used.others.now]).toMatchObject([{ x: 7 }, [{ id: "ada", presence: { x: 7 } }]]);
  ada.used.presence.update((presence) => ({ ...presence, name: "Ada" }));
  ada.used.update({ x: 8 });
  ada.used.presence.set({ x: 8 });
  await server.settle();
  expect(bob.used.others.now).toMatchObject([{ presence: { x: 8, name: "Ada" } }]);
  expect(bob.used.ids.all).toHaveLength(before);
  await ada.close();
  await server.settle();
  expect([bob.used.others.now, bob.used.ids.now]).toEqual([[], []]);
});

test("[SV4] a part of another user is undefined when they have left", async () => {
  await using server = createMemoryServer();
  const bob = open(server, "bob", () => ({ self: shownBy(weft.self()), update: weft.updateMyPresence() }));
  await server.settle();
  const { connectionId } = bob.used.self.now ?? { connectionId: -1 };
  const ada = open(server, "ada", () => ({ x: shownBy(weft.other(connectionId, ({ presence }) => presence["x"])) }));
  await server.settle();
  bob.used.update({ x: 3 });
  await server.settle();
  await bob.close();
  await server.settle();
  expect(ada.used.x.all).toEqual([undefined, 0, 3, undefined]);
});

test("[SV5] subscribers are called when their selection changes, and not otherwise", async () => {
  await using server = createMemoryServer();
  const ada = open(server, "ada", () => ({ title: shownBy(weft.storage((root) => root["title"])) }));
  const bob = open(server, "bob", () => ({
    push: weft.mutation((scope, text: string) => itemsOf(scope).push(text)),
    rename: weft.mutation(({ storage }, title: string) => storage.set("title", title)),
  }));
  await server.settle();
  bob.used.push("a");
  await server.settle();
  expect(ada.used.title.all).toEqual([null, "Draft"]);
  bob.used.rename("Plan");
  await server.settle();
  expect(ada.used.title.all).toEqual([null, "Draft", "Plan"]);
});

test("[SV6] Storage is shared, and what is edited before it is loaded is kept in order", async () => {
  await using server = createMemoryServer();
  const init = () => ({
    items: shownBy(weft.storage((root) => root["items"])),
    root: shownBy(weft.storageRoot()),
    push: weft.mutation((scope, text: string) => {
      itemsOf(scope).push(`${scope.self.id} ${text}`);
      return itemsOf(scope).length;
    }),
    sync: shownBy(weft.syncStatus()),
  });
  const [ada, bob] = [open(server, "ada", init), open(server, "bob", init)];
  expect([ada.used.items.now, ada.used.root.now]).toEqual([null, null]);
  const counts = [ada.used.push("a"), ada.used.push("b")];
  await server.settle();
  expect([await counts[0], await counts[1]]).toEqual([1, 2]);
  expect([bob.used.items.now, bob.used.root.now?.get("items")]).toMatchObject([["ada a", "ada b"], { length: 2 }]);
  expect(bob.used.push("c")).toBe(3);
  expect(bob.used.sync.now).toBe("synchronizing");
  await server.settle();
  expect([ada.used.items.now, bob.used.sync.now]).toEqual([["ada a", "ada b", "bob c"], "synchronized"]);
});

test("[SV7] edits are undone and redone", async () => {
  await using server = createMemoryServer();
  const { used } = open(server, "ada", () => ({
    items: shownBy(weft.storage((root) => root["items"])),
    push: weft.mutation((scope, text: string) => itemsOf(scope).push(text)),
    can: [shownBy(weft.canUndo()), shownBy(weft.canRedo())] as const,
    ...weft.history(),
  }));
  await server.settle();
  const can = () => used.can.map(({ now }) => now);
  used.push("a");
  expect(can()).toEqual([true, false]);
  used.undo();
  expect([used.items.now, can()]).toEqual([[], [false, true]]);
  used.redo();
  expect([used.items.now, can()]).toEqual([["a"], [true, false]]);
});

test("[SV8] events reach the listeners of others, until their component is gone", async () => {
  await using server = createMemoryServer();
  const heard: string[] = [];
  const ada = open(server, "ada", () => {
    weft.onRoomEvent(({ event, user }) => heard.push(`${user?.id}: ${(event as Message).hello}`));
    return {};
  });
  const bob = open(server, "bob", () => ({ broadcast: weft.broadcastEvent() }));
  await server.settle();
  bob.used.broadcast({ hello: "world" });
  await server.settle();
  // Another component keeps the room.
  const { leave } = ada.client.enterRoom("r");
  await ada.close();
  bob.used.broadcast({ hello: "again" });
  await server.settle();
  expect(heard).toEqual(["bob: world"]);
  leave();
});

test("[SV8] listeners receive the loss of a connection, and its end", async () => {
  await using server = createMemoryServer();
  const heard: LostConnectionEvent[] = [];
  const { client } = open(server, "ada", () => (weft.onLostConnection((event) => heard.push(event)), {}));
  await server.settle();
  const { network } = client as ReturnType<MemoryServer["createClient"]>;
  network.cut();
  await server.advance(10_000);
  network.restore();
  await server.until(() => heard.length === 2);
  expect(heard).toEqual(["lost", "restored"]);
});

test("[SV9] stores are read with runes, and a store without subscribers listens to nothing", async () => {
  await using server = createMemoryServer();
  const { used } = open(server, "ada", () => ({ presence: weft.myPresence(), update: weft.updateMyPresence() }));
  await server.settle();
  const presence = fromStore(used.presence);
  used.update({ x: 2 });
  expect(presence.current).toEqual({ x: 2 });
  presence.current = { x: 3 };
  expect(presence.current).toEqual({ x: 3 });
  const shown: unknown[] = [];
  used.presence.subscribe((value) => shown.push(value))();
  used.update({ x: 4 });
  expect(shown).toEqual([{ x: 3 }]);
});
