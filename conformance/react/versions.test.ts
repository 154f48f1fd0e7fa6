// First, as the others look for a document when they are loaded.
import "../support/dom.ts";
import { LiveList, LiveObject } from "@liveblocks/client";
import { kInternal } from "@liveblocks/core";
import { Liveblocks } from "@liveblocks/node";
import {
  LiveblocksProvider,
  RoomProvider,
  useDeleteHistoryVersion,
  useHistoryVersions,
  useHistoryVersionStorageData,
  useHistoryVersionYjsData,
  useRestoreToStorageVersion,
  useRoom,
  useStorage,
  useUndo,
} from "@liveblocks/react";
import { getYjsProviderForRoom } from "@liveblocks/yjs";
import { act, cleanup, render } from "@testing-library/react";
import type { TestServer } from "@weft/testkit";
import { startServer } from "@weft/testkit";
import { createElement } from "react";
import type { ReactNode } from "react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import * as Y from "yjs";
import { textOf } from "../support/document.ts";
import { eventually } from "../support/eventually.ts";
import { hungMs } from "../support/waiting.ts";

let server: TestServer;
let api: Liveblocks;
let rooms = 0;
beforeAll(async () => {
  server = await startServer();
  api = new Liveblocks({ baseUrl: server.url, secret: server.secretKey });
});
afterEach(cleanup);
afterAll(() => server[Symbol.asyncDispose]());

type Room = NonNullable<ReturnType<typeof useRoom>>;

/** What a person's history panel gets from the hooks, as of its last render. */
interface Seen {
  room: Room;
  storage: unknown;
  versions: readonly { readonly id: string; readonly createdAt: Date; readonly authors: readonly unknown[] }[];
  error: Error | undefined;
  undo: () => void;
  remove: (id: string) => Promise<void>;
  readonly previews: Map<string, { storage?: unknown; text?: string; errors: readonly unknown[] }>;
  readonly restore: Map<string, () => Promise<void>>;
}

function Preview({ id, seen }: { readonly id: string; readonly seen: Seen }): ReactNode {
  const storage = useHistoryVersionStorageData(id);
  const yjs = useHistoryVersionYjsData(id);
  const doc = new Y.Doc();
  if (yjs.data !== undefined) Y.applyUpdate(doc, yjs.data);
  seen.previews.set(id, {
    ...(storage.data === undefined ? {} : { storage: storage.data.toJSON() }),
    ...(yjs.data === undefined ? {} : { text: textOf(doc, "text") }),
    errors: [storage.error, yjs.error].filter(Boolean),
  });
  seen.restore.set(id, useRestoreToStorageVersion(id));
  return null;
}

function Panel({ seen }: { readonly seen: Seen }): ReactNode {
  seen.room = useRoom();
  seen.storage = useStorage((root) => root);
  seen.undo = useUndo();
  seen.remove = useDeleteHistoryVersion();
  const { versions, error } = useHistoryVersions();
  seen.versions = versions ?? [];
  seen.error = error;
  return createElement(
    "ul",
    null,
    seen.versions.map(({ id }) => createElement(Preview, { key: id, id, seen })),
  );
}

/** Renders a history panel in a room, as an application would. */
function open(roomId: string, userId: string): Seen {
  const seen = { previews: new Map(), restore: new Map() } as unknown as Seen;
  const connection = { baseUrl: server.url, polyfills: { WebSocket, fetch } };
  const authEndpoint = async () => {
    const session = api.prepareSession(userId);
    session.allow("*", ["*:write"]);
    return JSON.parse((await session.authorize()).body) as { token: string };
  };
  render(
    createElement(LiveblocksProvider, {
      authEndpoint,
      throttle: 16,
      ...(connection as object),
      children: createElement(RoomProvider, {
        id: roomId,
        initialPresence: {},
        initialStorage: { title: "first", items: new LiveList<string>([]) } as never,
        children: createElement(Panel, { seen }),
      }),
    } as never),
  );
  return seen;
}

const newRoom = async () => (await api.createRoom(`history ${rooms++}`, { defaultAccesses: ["*:write"] })).id;
const storageOf = (roomId: string) => api.getStorageDocument(roomId, "json");

test("versions are listed, previewed and restored, Storage and Yjs, and restoring can be undone", async () => {
  const roomId = await newRoom();
  const writer = open(roomId, "ada");
  await eventually(() => expect(writer.storage).toEqual({ title: "first", items: [] }));
  const doc = getYjsProviderForRoom(writer.room).getYDoc();
  const { root } = await writer.room.getStorage();
  await act(async () => {
    const items = root.get("items") as unknown as LiveList<LiveObject<{ name: string }>>;
    items.push(new LiveObject({ name: "one" }));
    items.push(new LiveObject({ name: "two" }));
  });
  doc.getText("text").insert(0, "before");
  const before = { title: "first", items: [{ name: "one" }, { name: "two" }] };
  await expect.poll(() => api.getYjsDocument(roomId), { timeout: hungMs }).toEqual({ text: "before" });
  await expect.poll(() => storageOf(roomId), { timeout: hungMs }).toEqual(before);
  // As the client asks for it, and then as a back end does.
  await writer.room[kInternal].createVersionHistorySnapshot();
  await act(async () => {
    root.set("title", "second");
    (root.get("items") as unknown as LiveList<string>).delete(0);
  });
  doc.getText("text").delete(0, 6);
  doc.getText("text").insert(0, "after");
  const after = { title: "second", items: [{ name: "two" }] };
  await expect.poll(() => api.getYjsDocument(roomId), { timeout: hungMs }).toEqual({ text: "after" });
  await expect.poll(() => storageOf(roomId), { timeout: hungMs }).toEqual(after);
  await api.createVersionHistorySnapshot(roomId);

  const reader = open(roomId, "bob");
  await eventually(() => expect(reader.versions).toHaveLength(2));
  const [newer, older] = reader.versions;
  expect(newer!.createdAt.getTime()).toBeGreaterThanOrEqual(older!.createdAt.getTime());
  expect([older!.authors, newer!.authors]).toEqual([[{ id: "ada" }], [{ id: "ada" }]]);
  await eventually(() => {
    expect(reader.previews.get(older!.id)).toEqual({ storage: before, text: "before", errors: [] });
    expect(reader.previews.get(newer!.id)).toEqual({ storage: after, text: "after", errors: [] });
  });

  await eventually(() => expect(reader.storage).toEqual(after));
  await act(() => reader.restore.get(older!.id)!());
  expect(reader.storage).toEqual(before);
  await eventually(() => expect(writer.storage).toEqual(before));
  await expect.poll(() => storageOf(roomId), { timeout: hungMs }).toEqual(before);
  await act(async () => reader.undo());
  await eventually(() => expect(writer.storage).toEqual(after));
  await expect.poll(() => storageOf(roomId), { timeout: hungMs }).toEqual(after);
});

test("a document is restored from a version's update, for everyone", async () => {
  const roomId = await newRoom();
  const seen = open(roomId, "ada");
  await eventually(() => expect(seen.storage).not.toBeNull());
  const doc = getYjsProviderForRoom(seen.room).getYDoc();
  doc.getText("text").insert(0, "kept");
  await expect.poll(() => api.getYjsDocument(roomId), { timeout: hungMs }).toEqual({ text: "kept" });
  const { id } = (await api.createVersionHistorySnapshot(roomId)).data;
  doc.getText("text").delete(0, 4);
  doc.getText("text").insert(0, "not wanted");
  await expect.poll(() => api.getYjsDocument(roomId), { timeout: hungMs }).toEqual({ text: "not wanted" });
  const response = await seen.room[kInternal].fetchYjsHistoryVersion(id);
  const version = new Y.Doc();
  Y.applyUpdate(version, new Uint8Array(await response.arrayBuffer()));
  doc.getText("text").delete(0, 10);
  doc.getText("text").insert(0, textOf(version, "text"));
  await expect.poll(() => api.getYjsDocument(roomId), { timeout: hungMs }).toEqual({ text: "kept" });
});

test("a request for later versions returns only those, and a deleted version is gone", async () => {
  const roomId = await newRoom();
  const { id: first } = (await api.createVersionHistorySnapshot(roomId)).data;
  const seen = open(roomId, "ada");
  await eventually(() => expect(seen.versions.map(({ id }) => id)).toEqual([first]));
  const history = seen.room[kInternal];
  const { requestedAt } = await history.listHistoryVersions();
  const { id: second } = (await api.createVersionHistorySnapshot(roomId)).data;
  const later = await history.listHistoryVersionsSince({ since: requestedAt });
  expect(later.versions.map(({ id }) => id)).toContain(second);
  await act(() => seen.remove(first));
  // The SDK keeps every version that it has listed; a new client sees the current list.
  const newcomer = open(roomId, "bob");
  await eventually(() => expect(newcomer.versions.map(({ id }) => id)).toEqual([second]));
  expect((await api.getVersionHistory(roomId)).data.map(({ id }) => id)).toEqual([second]);
  await expect(seen.remove(first)).rejects.toThrow("Version not found.");
  // Clients take what comes for an update, whatever the status.
  const missing = await history.fetchYjsHistoryVersion(first);
  expect([missing.status, (await missing.arrayBuffer()).byteLength]).toEqual([404, 0]);
});
