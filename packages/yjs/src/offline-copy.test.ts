import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { FakeServer } from "../suites/fake-room.ts";
import { WeftYjsProvider } from "./index.ts";

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("IDBKeyRange", IDBKeyRange);
});
afterEach(() => vi.unstubAllGlobals());

/** A page with a copy, once that was read. */
async function openPage(server: FakeServer) {
  const room = server.open();
  const provider = new WeftYjsProvider(room, new Y.Doc(), { offlineSupport_experimental: true });
  await vi.waitFor(() => expect(room.sent.some(({ kind }) => kind === "fetch")).toBe(true));
  return { room, provider, text: provider.getYDoc().getText("t") };
}

/** The texts of all updates that are kept. */
async function kept(): Promise<string> {
  const doc = new Y.Doc();
  const { IndexeddbPersistence } = await import("y-indexeddb");
  const persistence = new IndexeddbPersistence("r", doc);
  await persistence.whenSynced;
  await persistence.destroy();
  return doc.getText("t").toJSON();
}

test("[YJ16] the next page sends what was written offline and never sent", async () => {
  const server = new FakeServer();
  server.doc().getText("t").insert(0, "hello");
  const first = await openPage(server);
  await server.settle();
  first.room.cut();
  first.text.insert(5, " offline");
  await vi.waitFor(async () => expect(await kept()).toBe("hello offline"));
  first.provider.destroy();
  server.rooms.length = 0;
  expect(server.doc().getText("t").toJSON()).toBe("hello");

  const second = await openPage(server);
  expect(second.text.toJSON()).toBe("hello offline");
  await server.settle();
  expect(server.doc().getText("t").toJSON()).toBe("hello offline");
  expect(second.provider.getStatus()).toBe("synchronized");
});

test("[YJ16] what the server has is not sent again", async () => {
  const server = new FakeServer();
  const first = await openPage(server);
  first.text.insert(0, "hello");
  await server.settle();
  await vi.waitFor(async () => expect(await kept()).toBe("hello"));
  first.provider.destroy();
  server.rooms.length = 0;
  const second = await openPage(server);
  await server.settle();
  expect(second.text.toJSON()).toBe("hello");
  expect(second.room.updates).toEqual([]);
});

test("[YJ16] a copy that is cleared is gone", async () => {
  const server = new FakeServer();
  const { provider, text } = await openPage(server);
  text.insert(0, "hello");
  await vi.waitFor(async () => expect(await kept()).toBe("hello"));
  await provider.clearOfflineData();
  text.insert(0, "and ");
  expect(await kept()).toBe("");
});

test("[YJ16] without a database, the document is in memory alone", async () => {
  vi.stubGlobal("indexedDB", undefined);
  const server = new FakeServer();
  const { provider, text } = await openPage(server);
  text.insert(0, "hello");
  await server.settle();
  expect(server.doc().getText("t").toJSON()).toBe("hello");
  await provider.clearOfflineData();
  provider.destroy();
});
