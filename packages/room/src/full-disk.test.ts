import type { RoomMessage, Op } from "@weft/protocol";
import { expect, test } from "vitest";
import { createRecordingSocket } from "../suites/fakes.ts";
import type { RecordingSocket } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";
import type { ConnectedUser } from "./connection.ts";

const writer = { scopes: ["*:write"], storage: "write", version: 8 } as const satisfies ConnectedUser;

function world() {
  const dropped: unknown[] = [];
  const refused: string[] = [];
  const opened = openTestHost({
    events: {
      roomDropped: (_address, cause) => dropped.push(cause),
      opsRefused: (count, cause) => refused.push(`${count} ${cause}`),
    },
  });
  const enter = async (user: Partial<ConnectedUser> = {}) => {
    const socket = createRecordingSocket();
    const connection = await opened.edge.enter(address, { ...writer, ...user }, socket);
    return { socket, connection, say: (...messages: RoomMessage[]) => connection.receive(messages) };
  };
  return { ...opened, enter, dropped, refused };
}

const set = (opId: string, data: Record<string, number>): Op => ({ type: 3, id: "root", opId, data });
const ops = (...all: Op[]): RoomMessage => ({ type: 201, ops: all });
const typesOf = (socket: RecordingSocket) => socket.take().map(({ type }) => type);

/** Two writers in a room of which Storage is loaded and holds one op of the first. */
async function openRoom() {
  const room = world();
  const { store, clock, enter } = room;
  const a = await enter();
  const b = await enter();
  for (const { say } of [a, b]) say({ type: 200 });
  await clock.advance(3_000);
  a.say(ops(set("0:0", { x: 1 })));
  await clock.advance(2_000);
  await store.flush();
  await clock.advance(20);
  for (const { socket } of [a, b]) socket.take();
  return { ...room, a, b };
}

test("[RM29] a full disk refuses an update with the stored values, and no one else is affected", async () => {
  const { a, b, store, clock, dropped, refused } = await openRoom();
  store.full = true;
  a.say(ops(set("0:1", { x: 2 })));
  b.say({ type: 100, data: { cursor: 1 } }, { type: 103, event: "hi" });
  await clock.advance(20);
  const reason = "The server's disk is full: the room takes no changes until it has space again.";
  expect(a.socket.take()).toEqual([
    // An SDK ignores changes of keys with pending ops, so its op is acknowledged before it gets the current state.
    { type: 201, ops: [set("0:1", { x: 2 }), { type: 3, id: "root", data: { x: 1 } }] },
    { type: 299, opIds: ["0:1"], reason },
  ]);
  expect(a.socket.closed?.error).toBe("RESTARTING");
  expect(typesOf(b.socket)).toEqual([102]);
  expect(b.socket.closed).toBeUndefined();
  expect(refused).toEqual(["1 disk"]);
  expect(store.waiting).toEqual([]);
  expect(dropped).toEqual([]);
});

test("[RM29] ops that were committed before the disk was full are acknowledged, and new ones beside them refused", async () => {
  const { a, store, clock, enter } = await openRoom();
  store.full = true;
  a.say(ops(set("0:0", { x: 1 })));
  await clock.advance(20);
  expect(a.socket.take()).toEqual([{ type: 201, ops: [set("0:0", { x: 1 })] }]);
  expect(a.socket.closed).toBeUndefined();
  a.connection.leave();

  const again = await enter();
  again.say({ type: 200 });
  await clock.advance(20);
  again.socket.take();
  again.say(ops(set("0:0", { x: 1 }), set("0:1", { y: 2 })));
  await clock.advance(5_000);
  expect(again.socket.take().filter(({ type }) => type === 299)).toMatchObject([{ opIds: ["0:1"] }]);
  expect(again.socket.closed?.error).toBe("RESTARTING");
});

test("[RM29] calls that change Storage or a document are answered 503, and the room stays as it is", async () => {
  const { a, b, host, store, clock, dropped } = await openRoom();
  store.full = true;
  const change = { kind: "patch", patch: [{ op: "add", path: "/y", value: 1 }] } as const;
  await expect(host.changeStorage(address, change)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  const updating = host.updateDocument(address, undefined, Buffer.from("x"), false);
  await expect(Promise.all([updating, clock.advance(50)])).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  const presence = { userId: "u", data: {}, info: {}, ttlMs: 10_000 };
  await host.setPresence(address, presence);
  await host.broadcast(address, "hi");
  await clock.advance(20);
  for (const { socket } of [a, b]) expect(typesOf(socket)).toEqual([101, 100, 103]);
  expect((await host.storageText(address, { kind: "json" })).empty).toBe(false);
  expect(dropped).toEqual([]);

  store.full = false;
  store.flushAtOnce();
  await host.changeStorage(address, change);
  const written = host.updateDocument(address, undefined, Buffer.from("x"), false);
  await Promise.all([written, clock.advance(50)]);
});

test("[RM29] an update of a document closes its connection alone, and is taken when there is space", async () => {
  const { a, b, store, clock, enter, dropped } = await openRoom();
  const typed: RoomMessage = { type: 301, update: Buffer.from("x").toString("base64") };
  store.full = true;
  a.say(typed);
  await clock.advance(50);
  expect(a.socket.closed?.error).toBe("RESTARTING");
  const again = await enter();
  again.say(typed);
  await clock.advance(50);
  expect(again.socket.closed).toBeUndefined();
  expect(typesOf(b.socket)).toEqual([102, 101]);
  expect(store.waiting).toEqual([]);

  store.full = false;
  b.say(typed);
  await clock.advance(50);
  await store.flush();
  await clock.advance(20);
  expect(typesOf(b.socket)).toEqual([300]);
  expect(dropped).toEqual([]);
});

test("[RM29] [RM30] a client may read while the disk is full, and reconnects once there is space", async () => {
  const { b, store, clock, enter } = await openRoom();
  store.full = true;
  const newcomer = await enter();
  const guest = await enter({ scopes: ["*:read"], storage: "read" });
  expect(newcomer.socket.take()[0]).toMatchObject({ type: 104, scopes: ["*:write", "storage:read"] });
  expect(guest.socket.take()[0]).toMatchObject({ type: 104, scopes: ["*:read"] });
  newcomer.say({ type: 200 }, { type: 100, data: { cursor: 1 } });
  await clock.advance(3_000);
  expect(typesOf(newcomer.socket)).toEqual([101, 210, 211]);
  expect(typesOf(b.socket)).toEqual([101, 101, 100]);
  // The space that is left on a full disk is not spent on records of visits.
  expect(store.waiting).toEqual([]);

  store.full = false;
  await clock.advance(1_000);
  expect(newcomer.socket.closed?.error).toBe("ACCESS_CHANGED");
  expect(guest.socket.closed).toBeUndefined();
  expect(b.socket.closed).toBeUndefined();
  const back = await enter();
  expect(back.socket.take()[0]).toMatchObject({ scopes: ["*:write"] });
  b.say(ops(set("1:0", { x: 3 })));
  await clock.advance(20);
  await store.flush();
  await clock.advance(20);
  expect(b.socket.take()).toContainEqual({ type: 201, ops: [set("1:0", { x: 3 })] });
});
