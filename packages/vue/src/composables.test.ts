// @vitest-environment jsdom
import type { Client, LiveList, LostConnectionEvent } from "@weft/client";
import { LiveList as List } from "@weft/client";
import { createMemoryServer } from "@weft/testing";
import type { MemoryServer } from "@weft/testing";
import { afterEach, expect, test } from "vitest";
import { createApp, defineComponent, effectScope, h, isRef, nextTick, ref, watchEffect } from "vue";
import type { App } from "vue";
import * as weft from "./index.ts";

/** Of jsdom: types of browsers are not those of the tests. */
declare const document: { createElement(name: string): { readonly textContent: string } };

const itemsOf = ({ storage }: weft.MutationScope) => storage.get("items") as LiveList<string>;

type Message = { readonly hello: string };

const apps: App[] = [];
afterEach(() => {
  for (const app of apps.splice(0)) app.unmount();
});

const initialStorage = () => ({ items: new List<string>([]), title: "Draft" });

function shownOf(used: object): object {
  return Object.fromEntries(Object.entries(used).flatMap(([key, value]) => (isRef(value) ? [[key, value.value]] : [])));
}

/** An application with one component in a room, which keeps what its setup answers. */
function open<T extends object>(server: MemoryServer, userId: string, setup: () => T, room = "r") {
  const client = server.createClient({ userId, userInfo: { name: userId } }) as Client;
  const id = ref(room);
  const kept: T[] = [];
  let renders = 0;
  const Page = defineComponent(() => {
    const used = setup();
    kept.push(used);
    return () => {
      renders++;
      return JSON.stringify(shownOf(used));
    };
  });
  const app = createApp(() =>
    h(weft.RoomProvider, { id: id.value, initialPresence: { x: 0 }, initialStorage }, () => h(Page)),
  );
  app.use(weft.createWeft(client));
  const container = document.createElement("div");
  app.mount(container);
  apps.push(app);
  return {
    app,
    client,
    id,
    container,
    get used() {
      return kept.at(-1)!;
    },
    get renders() {
      return renders;
    },
  };
}

test("[VU1] a provider enters a room for as long as it is mounted, and several share it", async () => {
  await using server = createMemoryServer();
  const page = open(server, "ada", () => ({ room: weft.useRoom().id, status: weft.useStatus() }));
  expect(page.used.status.value).toBe("connecting");
  await server.settle();
  expect(page.used).toMatchObject({ room: "r", status: { value: "connected" } });
  expect(page.client.getRoom("r")?.getStatus()).toBe("connected");
  page.app.unmount();
  await Promise.resolve();
  expect(page.client.getRoom("r")).toBeNull();
});

test("[VU2] with another id, the slot is created anew in the other room", async () => {
  await using server = createMemoryServer();
  const page = open(server, "ada", () => ({ room: weft.useRoom() }));
  const first = page.used.room;
  page.id.value = "s";
  await nextTick();
  await Promise.resolve();
  expect([first.id, page.used.room.id, page.client.getRoom("r")]).toEqual(["r", "s", null]);
});

test("[VU2] a component that enters the room in the task in which another has left it stays connected", async () => {
  await using server = createMemoryServer();
  const client = server.createClient({ userId: "ada" }) as Client;
  const key = ref(1);
  const app = createApp(() => h(weft.RoomProvider, { key: key.value, id: "r", initialPresence: { x: 0 } }));
  app.use(weft.createWeft(client)).mount(document.createElement("div"));
  await server.settle();
  const room = client.getRoom("r");
  key.value = 2;
  await nextTick();
  await Promise.resolve();
  expect([client.getRoom("r") === room, room?.getStatus()]).toEqual([true, "connected"]);
  app.unmount();
});

test("[VU3] without a client, or outside of a room, composables say what to do", async () => {
  await using server = createMemoryServer();
  const app = createApp({});
  expect(() => app.runWithContext(() => weft.useClient())).toThrow("createWeft");
  app.use(weft.createWeft(server.createClient() as Client));
  expect(() => app.runWithContext(() => weft.useStatus())).toThrow("RoomProvider");
});

test("[VU4] an effect scope has a room without components, until it is stopped", async () => {
  await using server = createMemoryServer();
  const scope = effectScope();
  const client = server.createClient({ userId: "ada" }) as Client;
  const { status, items, room } = scope.run(() => {
    weft.provideClient(client);
    const own = weft.provideRoom("r", { initialPresence: { x: 1 }, initialStorage });
    return { room: own, status: weft.useStatus(), items: weft.useStorage((root) => root["items"]) };
  })!;
  await server.settle();
  expect([status.value, items.value]).toEqual(["connected", []]);
  scope.stop();
  await Promise.resolve();
  expect(client.getRoom("r")).toBeNull();
  expect(room.getStatus()).not.toBe("connected");
});

test("[VU5] two people see each other's presence, and a ref changes with its selection alone", async () => {
  await using server = createMemoryServer();
  const setup = () => {
    const [presence, update] = weft.useMyPresence();
    return {
      presence,
      update,
      self: weft.useSelf(({ id }) => id),
      me: weft.useSelf(),
      others: weft.useOthers(),
      names: weft.useOthers((others) => others.map(({ info }) => info?.name)),
      ids: weft.useOthersConnectionIds(),
    };
  };
  const [ada, bob] = [open(server, "ada", setup), open(server, "bob", setup)];
  expect([ada.used.self.value, ada.used.me.value, ada.used.others.value]).toEqual([null, null, []]);
  await server.settle();
  expect([ada.used.self.value, bob.used.names.value]).toEqual(["ada", ["ada"]]);
  const before = bob.used.ids.value;
  ada.used.update({ x: 7 });
  expect(ada.used.presence.value).toEqual({ x: 7 });
  await server.settle();
  expect(bob.used.others.value).toMatchObject([{ id: "ada", presence: { x: 7 } }]);
  expect(bob.used.ids.value).toBe(before);
  expect(JSON.parse(bob.container.textContent)).toMatchObject({ others: [{ presence: { x: 7 } }] });
  ada.app.unmount();
  await server.settle();
  expect([bob.used.others.value, bob.used.ids.value]).toEqual([[], []]);
});

test("[VU6] a part of another user follows what the selector reads, and is undefined when they have left", async () => {
  await using server = createMemoryServer();
  const connection = ref(-1);
  const ada = open(server, "ada", () => ({ name: weft.useOther(connection, ({ presence }) => presence["x"]) }));
  const bob = open(server, "bob", () => ({ update: weft.useUpdateMyPresence(), self: weft.useSelf() }));
  await server.settle();
  expect(ada.used.name.value).toBeUndefined();
  connection.value = bob.used.self.value!.connectionId;
  expect(ada.used.name.value).toBe(0);
  bob.used.update({ x: 3 });
  await server.settle();
  expect(ada.used.name.value).toBe(3);
  bob.app.unmount();
  await server.settle();
  expect(ada.used.name.value).toBeUndefined();
});

test("[VU7] components are rendered when their selection changes, and not otherwise", async () => {
  await using server = createMemoryServer();
  const ada = open(server, "ada", () => ({ title: weft.useStorage((root) => root["title"]) }));
  const bob = open(server, "bob", () => ({
    push: weft.useMutation((scope, text: string) => itemsOf(scope).push(text)),
    rename: weft.useMutation(({ storage }, title: string) => storage.set("title", title)),
  }));
  await server.settle();
  const { renders } = ada;
  bob.used.push("a");
  await server.settle();
  expect([ada.renders, ada.used.title.value]).toEqual([renders, "Draft"]);
  bob.used.rename("Plan");
  await server.settle();
  await nextTick();
  expect([ada.renders, ada.used.title.value]).toEqual([renders + 1, "Plan"]);
});

test("[VU8] Storage is shared, and what is edited before it is loaded is kept in order", async () => {
  await using server = createMemoryServer();
  const setup = () => ({
    items: weft.useStorage((root) => root["items"]),
    root: weft.useStorageRoot(),
    push: weft.useMutation((scope, text: string) => {
      itemsOf(scope).push(`${scope.self.id} ${text}`);
      return itemsOf(scope).length;
    }),
    sync: weft.useSyncStatus(),
  });
  const [ada, bob] = [open(server, "ada", setup), open(server, "bob", setup)];
  expect([ada.used.items.value, ada.used.root.value]).toEqual([null, null]);
  const counts = [ada.used.push("a"), ada.used.push("b")];
  await server.settle();
  expect([await counts[0], await counts[1]]).toEqual([1, 2]);
  expect(bob.used.items.value).toEqual(["ada a", "ada b"]);
  expect(bob.used.root.value?.get("items")).toHaveLength(2);
  expect(bob.used.push("c")).toBe(3);
  expect(bob.used.sync.value).toBe("synchronizing");
  await server.settle();
  expect([ada.used.items.value, bob.used.sync.value]).toEqual([["ada a", "ada b", "bob c"], "synchronized"]);
});

test("[VU9] edits are undone and redone", async () => {
  await using server = createMemoryServer();
  const ada = open(server, "ada", () => ({
    items: weft.useStorage((root) => root["items"]),
    push: weft.useMutation((scope, text: string) => itemsOf(scope).push(text)),
    undo: weft.useUndo(),
    redo: weft.useRedo(),
    can: [weft.useCanUndo(), weft.useCanRedo()] as const,
    history: weft.useHistory(),
  }));
  await server.settle();
  const can = () => ada.used.can.map(({ value }) => value);
  expect(can()).toEqual([false, false]);
  ada.used.push("a");
  expect(can()).toEqual([true, false]);
  ada.used.undo();
  expect([ada.used.items.value, can()]).toEqual([[], [false, true]]);
  ada.used.redo();
  expect([ada.used.items.value, can()]).toEqual([["a"], [true, false]]);
  ada.used.history.clear();
  expect(can()).toEqual([false, false]);
});

test("[VU10] events reach the listeners of others, until their component is gone", async () => {
  await using server = createMemoryServer();
  const heard: string[] = [];
  const listening = open(server, "ada", () => {
    weft.useEventListener(({ event, user }) => heard.push(`${user?.id}: ${(event as Message).hello}`));
    return { room: weft.useRoom() };
  });
  const bob = open(server, "bob", () => ({ broadcast: weft.useBroadcastEvent() }));
  await server.settle();
  bob.used.broadcast({ hello: "world" });
  await server.settle();
  expect(heard).toEqual(["bob: world"]);
  // Another component keeps the room.
  const { leave } = listening.client.enterRoom("r");
  listening.app.unmount();
  bob.used.broadcast({ hello: "again" });
  await server.settle();
  expect(heard).toEqual(["bob: world"]);
  leave();
});

test("[VU10] listeners receive the loss of a connection, and its end", async () => {
  await using server = createMemoryServer();
  const heard: LostConnectionEvent[] = [];
  const client = server.createClient({ userId: "ada" });
  const app = createApp(() =>
    h(weft.RoomProvider, { id: "r", initialPresence: { x: 0 } }, () =>
      h(defineComponent(() => (weft.useLostConnectionListener((event) => heard.push(event)), () => null))),
    ),
  );
  app.use(weft.createWeft(client as Client)).mount(document.createElement("div"));
  await server.settle();
  client.network.cut();
  await server.advance(10_000);
  client.network.restore();
  await server.until(() => heard.length === 2);
  expect(heard).toEqual(["lost", "restored"]);
  app.unmount();
});

test("[VU11] what is unmounted listens to nothing any more", async () => {
  await using server = createMemoryServer();
  let runs = 0;
  const page = open(server, "ada", () => {
    const presence = weft.useMyPresence()[0];
    watchEffect(() => void (presence.value, runs++), { flush: "sync" });
    return {};
  });
  const { room, leave } = page.client.enterRoom("r");
  await server.settle();
  const before = runs;
  room.updatePresence({ x: 1 });
  expect(runs).toBe(before + 1);
  page.app.unmount();
  room.updatePresence({ x: 2 });
  expect(runs).toBe(before + 1);
  leave();
});
