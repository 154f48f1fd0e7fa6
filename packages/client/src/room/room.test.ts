import { ServerMessageType } from "@weft/protocol/codes";
import { createSocketServer } from "@weft/testkit/socket-server";
import { expect, test } from "vitest";
import { createClient } from "../client.ts";
import { ClientRoom } from "./room.ts";
import type { ClientRoomOptions } from "./room.ts";

/** A room without a network. */
function openRoom(options: Partial<ClientRoomOptions> = {}) {
  return new ClientRoom({
    id: "r",
    initialPresence: { x: 0, y: 0 },
    authorize: () => Promise.reject(new Error("not used")),
    expire: () => {},
    open: () => {
      throw new Error("not used");
    },
    timers: { set: () => ({ cancel: () => {} }) },
    now: () => 0,
    isUnwatched: () => false,
    throttleMs: 100,
    lostConnectionMs: 5_000,
    setSynchronized: () => {},
    ...options,
  });
}

test("[CS76] changes of presence are undone and redone, if they are to be recorded", () => {
  const room = openRoom();
  const told: unknown[] = [];
  room.events.myPresence.subscribe((presence) => told.push(presence));
  room.updatePresence({ x: 1 });
  room.updatePresence({ x: 2, y: 2 }, { addToHistory: true });
  room.history.undo();
  expect(room.getPresence()).toEqual({ x: 1, y: 0 });
  room.history.redo();
  expect(room.getPresence()).toEqual({ x: 2, y: 2 });
  room.history.undo();
  expect([room.history.canUndo(), room.history.canRedo()]).toEqual([false, true]);
  expect(told).toHaveLength(5);
});

test("[CS76] all changes in a batch are undone together", () => {
  const room = openRoom();
  room.batch(() => {
    room.updatePresence({ x: 1 }, { addToHistory: true });
    room.updatePresence({ y: 1 }, { addToHistory: true });
  });
  room.history.undo();
  expect(room.getPresence()).toEqual({ x: 0, y: 0 });
  expect(room.history.canUndo()).toBe(false);
});

test("[CS77] a room that is left sends what was written before", async () => {
  const server = createSocketServer();
  const [ada, bob] = [createClient(server.clientOptions), createClient(server.clientOptions)];
  const { room, leave } = ada.enterRoom("r");
  const { root } = await room.getStorage();
  await room.flushed();
  root.set("title", "first");
  await room.flushed();
  root.set("title", "last");
  leave();
  const other = await bob.enterRoom("r").room.getStorage();
  expect(other.root.toJSON()).toEqual({ title: "last" });
});

test("[CS78] Storage that the user may not read is an error that says so, until a connection may read it", async () => {
  const server = createSocketServer();
  server.seed("r", [["root", { title: "Plan" }]]);
  server.allow("*:read", "storage:none");
  const client = createClient(server.clientOptions);
  const errors: string[] = [];
  client.events.error.subscribe(({ context }) => errors.push(context.type));
  const { room } = client.enterRoom("r");
  const statuses: string[] = [];
  room.events.storageStatus.subscribe((status) => statuses.push(status));
  await expect(room.getStorage()).rejects.toThrow('may not read Storage of the room "r"');
  expect(errors).toEqual(["STORAGE_FORBIDDEN_ERROR"]);
  expect([room.getStorageStatus(), statuses]).toEqual(["not-loaded", ["loading", "not-loaded"]]);
  await expect(room.getStorage()).rejects.toMatchObject({ context: { type: "STORAGE_FORBIDDEN_ERROR", roomId: "r" } });
  expect([client.getSyncStatus(), room.getStorageStatus(), statuses.at(-1)]).toEqual([
    "synchronized",
    "not-loaded",
    "not-loaded",
  ]);

  server.allow("*:read");
  const loaded = room.events.storageDidLoad.waitUntil();
  room.reconnect();
  await loaded;
  expect((await room.getStorage()).root.toJSON()).toEqual({ title: "Plan" });
  expect(statuses.at(-1)).toBe("synchronized");

  // What was loaded stays, and is not kept up to date.
  server.allow("*:read", "storage:none");
  const failed = client.events.error.waitUntil();
  room.reconnect();
  expect(await failed).toMatchObject({ context: { type: "STORAGE_FORBIDDEN_ERROR" } });
  expect((await room.getStorage()).root.toJSON()).toEqual({ title: "Plan" });
});

test("[CS84] what one frame changes of others is told with the list that it leads to, and before what follows in the frame", async () => {
  let hear: (event: { readonly data: unknown }) => void = () => {};
  const room = openRoom({
    authorize: () => Promise.resolve({ kind: "publicKey", key: "pk_test" }),
    open: () => ({
      addEventListener(type: string, listener: (event: never) => void) {
        if (type === "message") hear = listener as typeof hear;
      },
      send: () => {},
      close: () => {},
    }),
  });
  room.connect();
  await new Promise<void>((resolve) => setImmediate(resolve));
  const { roomState, presenceUpdated, eventBroadcasted } = ServerMessageType;
  const scopes = ["*:write"];
  const frame = (messages: unknown) => hear({ data: JSON.stringify(messages) });
  const moved = (actor: number, x: number) => ({ type: presenceUpdated, actor, data: { x } });
  frame({ type: roomState, actor: 0, nonce: "n", scopes, users: { 1: { scopes }, 2: { scopes } }, meta: {} });
  frame([1, 2].map((actor) => ({ ...moved(actor, 0), targetActor: -1 })));

  const told: unknown[] = [];
  const lists = new Set<unknown>();
  room.events.others.subscribe((change) => {
    lists.add(change.others);
    const of = "user" in change ? change.user.connectionId : undefined;
    told.push([change.type, of, change.others.map(({ presence }) => presence["x"])]);
  });
  room.events.customEvent.subscribe(({ event }) => told.push(event));
  frame([moved(1, 3), moved(2, 4), { type: eventBroadcasted, actor: 1, event: "hello" }, moved(1, 5)]);
  expect(told).toEqual([["update", 1, [3, 4]], ["update", 2, [3, 4]], "hello", ["update", 1, [5, 4]]]);
  expect(lists.size).toBe(2);
});
