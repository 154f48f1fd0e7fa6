// First, as the others look for a document when they are loaded.
import "../support/dom.ts";
import { LiveList } from "@liveblocks/client";
import {
  LiveblocksProvider,
  RoomProvider,
  useBroadcastEvent,
  useCanRedo,
  useCanUndo,
  useErrorListener,
  useEventListener,
  useLostConnectionListener,
  useMutation,
  useMyPresence,
  useOthers,
  useRedo,
  useRoom,
  useSelf,
  useStatus,
  useStorage,
  useUndo,
} from "@liveblocks/react";
import type { Link, TestServer } from "@weft/testkit";
import { openLink, startServer } from "@weft/testkit";
import { Liveblocks } from "@liveblocks/node";
import { act, cleanup, render } from "@testing-library/react";
import { createElement } from "react";
import type { ReactNode } from "react";
import { WebSocket } from "ws";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";

let server: TestServer;
let link: Link;
let api: Liveblocks;
let rooms = 0;
beforeAll(async () => {
  server = await startServer();
  link = await openLink(server.port);
  api = new Liveblocks({ baseUrl: server.url, secret: server.secretKey });
});
afterEach(() => {
  link.up();
  cleanup();
});
afterAll(async () => {
  await link[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** Everything that a person's component gets from the hooks, as of its last render. */
interface Seen {
  presence: Record<string, unknown>;
  others: readonly unknown[];
  items: readonly string[] | null;
  status: string;
  canUndo: boolean;
  canRedo: boolean;
  self: { readonly connectionId: number; readonly canWrite: boolean } | null;
  readonly events: unknown[];
  readonly lost: string[];
  readonly errors: unknown[];
  updatePresence: (patch: Record<string, unknown>) => void;
  push: (item: string) => void;
  undo: () => void;
  redo: () => void;
  broadcast: (event: never) => void;
  roomId: string;
}

function Person({ seen }: { readonly seen: Seen }): ReactNode {
  const [presence, updatePresence] = useMyPresence();
  seen.presence = presence;
  seen.updatePresence = updatePresence as Seen["updatePresence"];
  seen.others = useOthers((others) => others.map((other) => other.presence));
  seen.items = useStorage((root) => root["items"] as readonly string[]);
  seen.push = useMutation(({ storage }, item: string) => (storage.get("items") as LiveList<string>).push(item), []);
  seen.undo = useUndo();
  seen.redo = useRedo();
  seen.canUndo = useCanUndo();
  seen.canRedo = useCanRedo();
  seen.status = useStatus();
  seen.self = useSelf();
  seen.broadcast = useBroadcastEvent();
  seen.roomId = useRoom().id;
  useEventListener(({ event }) => void seen.events.push(event));
  useLostConnectionListener((event) => void seen.lost.push(event));
  useErrorListener((error) => void seen.errors.push(error.context));
  return createElement("output", null, JSON.stringify(seen.items));
}

/** Renders a person in a room, as an application would. */
function enter(roomId: string, name: string, url = server.url) {
  const seen = { events: [], lost: [], errors: [] } as unknown as Seen;
  const connection = { baseUrl: url, polyfills: { WebSocket, fetch } };
  const inRoom = (id: string) =>
    createElement(LiveblocksProvider, {
      publicApiKey: server.publicKey,
      throttle: 16,
      lostConnectionTimeout: 200,
      ...(connection as object),
      children: createElement(RoomProvider, {
        id,
        initialPresence: { name },
        initialStorage: { items: new LiveList<string>([]) } as never,
        children: createElement(Person, { seen }),
      }),
    });
  const view = render(inRoom(roomId));
  return { seen, view, goTo: (id: string) => view.rerender(inRoom(id)) };
}

const newRoomId = () => `react ${rooms++}`;
const change = (what: () => void) => act(async () => what());

describe("the hooks", () => {
  test("show the user's own data, the connection status, and the others", async () => {
    const roomId = newRoomId();
    const a = enter(roomId, "a");
    await eventually(() => expect(a.seen.status).toBe("connected"));
    await eventually(() => expect(a.seen.self).toMatchObject({ connectionId: 0, canWrite: true }));
    const b = enter(roomId, "b");
    await eventually(() => expect(a.seen.others).toEqual([{ name: "b" }]));
    await eventually(() => expect(b.seen.others).toEqual([{ name: "a" }]));
    await change(() => b.seen.updatePresence({ cursor: { x: 1 } }));
    expect(b.seen.presence).toEqual({ name: "b", cursor: { x: 1 } });
    await eventually(() => expect(a.seen.others).toEqual([{ name: "b", cursor: { x: 1 } }]));
    b.view.unmount();
    await eventually(() => expect(a.seen.others).toEqual([]));
  });

  test("share Storage, and undo and redo it", async () => {
    const roomId = newRoomId();
    const a = enter(roomId, "a");
    await eventually(() => expect(a.seen.items).toEqual([]));
    await eventually(async () => expect(await api.getStorageDocument(roomId, "json")).toEqual({ items: [] }));
    const b = enter(roomId, "b");
    await eventually(() => expect(b.seen.items).toEqual([]));
    await change(() => a.seen.push("one"));
    await eventually(() => expect(b.seen.items).toEqual(["one"]));
    expect(a.seen.canUndo).toBe(true);
    expect(b.seen.canUndo).toBe(false);
    await change(() => a.seen.undo());
    await eventually(() => expect(b.seen.items).toEqual([]));
    expect(a.seen.canRedo).toBe(true);
    await change(() => a.seen.redo());
    await eventually(() => expect(b.seen.items).toEqual(["one"]));
    expect((a.view.container as unknown as { textContent: string }).textContent).toBe('["one"]');
    expect(await api.getStorageDocument(roomId, "json")).toEqual({ items: ["one"] });
  });

  test("carry events, null among them", async () => {
    const roomId = newRoomId();
    const a = enter(roomId, "a");
    const b = enter(roomId, "b");
    await eventually(() => expect(a.seen.others).toHaveLength(1));
    await eventually(() => expect(b.seen.others).toHaveLength(1));
    await change(() => a.seen.broadcast({ hi: 1 } as never));
    await change(() => a.seen.broadcast(null as never));
    await eventually(() => expect(b.seen.events).toEqual([{ hi: 1 }, null]));
    expect(a.seen.events).toEqual([]);
  });

  test("report a lost and a restored connection", async () => {
    const a = enter(newRoomId(), "a", link.url);
    await eventually(() => expect(a.seen.status).toBe("connected"));
    await change(() => link.down());
    await eventually(() => expect(a.seen.lost).toEqual(["lost"]));
    expect(a.seen.status).toBe("reconnecting");
    await change(() => link.up());
    await eventually(() => expect(a.seen.lost).toEqual(["lost", "restored"]));
    await eventually(() => expect(a.seen.status).toBe("connected"));
  });

  test("report a room that cannot be entered", async () => {
    const roomId = newRoomId();
    await api.createRoom(roomId, { defaultAccesses: [] });
    const a = enter(roomId, "a");
    await eventually(() =>
      expect(a.seen.errors).toMatchObject([{ type: "ROOM_CONNECTION_ERROR", code: 4001, roomId }]),
    );
    expect(a.seen.status).toBe("disconnected");
  });

  test("follow a change of the room", async () => {
    const [first, second] = [newRoomId(), newRoomId()];
    const a = enter(first, "a");
    const stays = enter(first, "stays");
    await eventually(() => expect(stays.seen.others).toHaveLength(1));
    await change(() => a.goTo(second));
    await eventually(() => expect(a.seen.roomId).toBe(second));
    await eventually(() => expect(stays.seen.others).toEqual([]));
    await eventually(() => expect(a.seen.status).toBe("connected"));
    expect(a.seen.others).toEqual([]);
  });
});
