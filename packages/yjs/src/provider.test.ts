import { expect, test, vi } from "vitest";
import * as Y from "yjs";
import { FakeServer } from "../suites/fake-room.ts";
import { getYjsProviderForRoom, LiveblocksYjsProvider, WeftYjsProvider } from "./index.ts";
import type { AwarenessChange, DocumentStatus, ProviderOptions } from "./index.ts";

test("[YJ10] a room has one provider, until that is destroyed or another one is forced", () => {
  const server = new FakeServer();
  const room = server.open();
  const first = getYjsProviderForRoom(room);
  expect(getYjsProviderForRoom(room, { autoloadSubdocs: true })).toBe(first);
  expect(getYjsProviderForRoom(server.open())).not.toBe(first);
  const second = getYjsProviderForRoom(room, {}, true);
  expect([second === first, first.isDestroyed]).toEqual([false, true]);
  second.destroy();
  const third = getYjsProviderForRoom(room);
  expect(third).not.toBe(second);
  expect(third).toBeInstanceOf(LiveblocksYjsProvider);
  room.events.roomWillDestroy.notify();
  expect(third.isDestroyed).toBe(true);
});

test("[YJ10] another copy of this package has the same provider", async () => {
  const room = new FakeServer().open();
  const provider = getYjsProviderForRoom(room);
  vi.resetModules();
  const copy = await import("./index.ts");
  expect(copy.getYjsProviderForRoom).not.toBe(getYjsProviderForRoom);
  expect(copy.getYjsProviderForRoom(room)).toBe(provider);
});

test("[YJ11] sync and status are told when they change", async () => {
  const server = new FakeServer();
  const room = server.open();
  const provider = new WeftYjsProvider(room, new Y.Doc());
  const syncs: boolean[] = [];
  const statuses: DocumentStatus[] = [];
  provider.on("sync", (isSynced) => syncs.push(isSynced));
  provider.on("synced", (isSynced) => expect(isSynced).toBe(provider.synced));
  provider.on("status", (status) => statuses.push(status));
  expect([provider.synced, provider.getStatus()]).toEqual([false, "loading"]);
  await server.settle();
  provider.getYDoc().getText("t").insert(0, "a");
  await server.settle();
  room.cut();
  await server.settle();
  expect([syncs, statuses]).toEqual([
    [true, false, true],
    ["synchronized", "synchronizing", "synchronized"],
  ]);
});

test("[YJ12] awareness is in the presence, and reported when it changes", () => {
  const server = new FakeServer();
  const [a, b] = [server.open(), server.open()];
  const [here, there] = [new WeftYjsProvider(a, new Y.Doc()), new WeftYjsProvider(b, new Y.Doc())];
  const told: (readonly [AwarenessChange, string])[] = [];
  there.awareness.on("change", (change, origin) => told.push([change, origin]));
  here.awareness.setLocalStateField("user", { name: "Ada" });
  const id = here.getYDoc().clientID;
  expect(a.getPresence()).toEqual({ __yjs_clientid: id, __yjs: { user: { name: "Ada" } } });
  expect(there.awareness.getStates()).toEqual(new Map([[id, { user: { name: "Ada" } }]]));
  here.awareness.setLocalStateField("cursor", 3);
  // Set again, to the same.
  here.awareness.setLocalStateField("cursor", 3);
  here.awareness.setLocalState(null);
  const none = { added: [], updated: [], removed: [] };
  expect(told).toEqual([
    [{ ...none, added: [id] }, "presence"],
    [{ ...none, updated: [id] }, "presence"],
    [{ ...none, removed: [id] }, "presence"],
  ]);
  expect([here.awareness.getLocalState(), here.awareness.getStates().size]).toEqual([null, 0]);
  there.awareness.setLocalState({ user: "Bob" });
  expect(told.at(-1)).toEqual([{ ...none, added: [there.awareness.clientID] }, "local"]);
  b.cut();
  expect(here.awareness.getStates().size).toBe(0);
});

test("[YJ13] subdocuments are loaded on request, or as they appear, and synchronized on their own", async () => {
  const server = new FakeServer();
  const open = (options: ProviderOptions = {}) => new WeftYjsProvider(server.open(), new Y.Doc(), options);
  const [writer, lazy, eager] = [open(), open(), open({ autoloadSubdocs: true })];
  await server.settle();
  const sub = new Y.Doc();
  writer.getYDoc().getMap("subs").set("one", sub);
  sub.getText("t").insert(0, "inside");
  await server.settle();
  const of = (provider: WeftYjsProvider) => provider.getYDoc().getMap("subs").get("one") as Y.Doc;
  expect(server.doc(sub.guid).getText("t").toJSON()).toBe("inside");
  expect(of(eager).getText("t").toJSON()).toBe("inside");
  expect(of(lazy).getText("t").toJSON()).toBe("");
  expect([lazy.loadSubdoc("unknown"), lazy.loadSubdoc(sub.guid)]).toEqual([false, true]);
  const handler = lazy.subdocHandlers.get(sub.guid)!;
  const told: boolean[] = [];
  handler.on("synced", (isSynced) => told.push(isSynced));
  expect([lazy.subdocHandlers.size, handler.synced]).toEqual([1, false]);
  await server.settle();
  expect([handler.synced, told]).toEqual([true, [true]]);
  of(lazy).getText("t").insert(0, "now ");
  const flushed = lazy.flushed();
  await server.settle();
  await flushed;
  expect([sub.getText("t").toJSON(), of(eager).getText("t").toJSON()]).toEqual(["now inside", "now inside"]);
  writer.getYDoc().getMap("subs").delete("one");
  await server.settle();
  expect([lazy.getYDoc().subdocs.size, lazy.subdocHandlers.size, handler.synced]).toEqual([0, 0, false]);
});

test("[YJ14] permanent user data is kept on request", () => {
  const room = new FakeServer().open();
  expect(new WeftYjsProvider(room, new Y.Doc()).permanentUserData).toBeUndefined();
  const provider = new WeftYjsProvider(room, new Y.Doc(), { enablePermanentUserData: true });
  expect(provider.permanentUserData).toBeInstanceOf(Y.PermanentUserData);
});

test("[YJ15] a destroyed provider sends and applies nothing, and its user has no cursor", async () => {
  const server = new FakeServer();
  const room = server.open();
  const provider = new WeftYjsProvider(room, new Y.Doc());
  const destroyed = vi.fn<() => void>();
  provider.on("destroy", destroyed);
  provider.awareness.setLocalState({ cursor: 1 });
  await server.settle();
  provider.destroy();
  provider.destroy();
  provider.getYDoc().getText("t").insert(0, "mine");
  server.doc().getText("t").insert(0, "theirs");
  await server.settle();
  expect([room.updates, provider.getYDoc().getText("t").toJSON()]).toEqual([[], "mine"]);
  expect(room.getPresence()).toMatchObject({ __yjs: null });
  expect(destroyed).toHaveBeenCalledOnce();
});
