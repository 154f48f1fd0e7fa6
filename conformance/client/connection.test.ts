import { Liveblocks } from "@liveblocks/node";
import { openLink, openTestData, startServer } from "@weft/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { closings, openLobby, received } from "../support/lobby.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

describe("the life of a connection", () => {
  test("begins with ROOM_STATE, alone in the first frame", async () => {
    const roomId = await lobby.newRoom();
    const token = await lobby.accessToken("ada", { "*": ["*:write", "comments:read"] }, { name: "Ada" });
    const a = lobby.enter(roomId, { auth: async () => ({ token }) });
    await eventually(() => expect(a.room.getStatus()).toBe("connected"));
    const b = lobby.enter(roomId);
    await eventually(() => expect(b.room.getSelf()).not.toBeNull());
    expect(a.statuses).toEqual(["connecting", "connected"]);
    const first = JSON.parse(b.frames.find(({ direction }) => direction === "received")!.text) as unknown;
    expect(first).toEqual({
      type: 104,
      actor: 1,
      nonce: expect.stringMatching(/^[\w-]{21}$/) as string,
      scopes: ["*:write"],
      users: { 0: { id: "ada", info: { name: "Ada" }, scopes: expect.arrayContaining(["*:write"]) as string[] } },
      meta: {},
    });
    expect(a.room.getSelf()).toMatchObject({ connectionId: 0, id: "ada", info: { name: "Ada" }, canComment: false });
  });

  test("ends for the others when a client leaves, and when its network does", async () => {
    const roomId = await lobby.newRoom();
    await using link = await openLink(lobby.server.port);
    const watcher = lobby.enter(roomId);
    const politely = lobby.enter(roomId);
    const suddenly = lobby.enter(roomId, { url: link.url });
    await eventually(() => expect(watcher.room.getOthers()).toHaveLength(2));
    politely.leave();
    await eventually(() => expect(watcher.room.getOthers()).toHaveLength(1));
    link.down();
    await eventually(() => expect(watcher.room.getOthers()).toHaveLength(0));
    await eventually(() => expect(suddenly.room.getStatus()).toBe("reconnecting"));
  });

  test("continues under a new connection id after the network fails", async () => {
    const roomId = await lobby.newRoom();
    await using link = await openLink(lobby.server.port);
    const a = lobby.enter(roomId, { url: link.url });
    await eventually(() => expect(a.room.getStatus()).toBe("connected"));
    link.cut();
    await eventually(() => expect(a.statuses).toEqual(["connecting", "connected", "reconnecting", "connected"]));
    await eventually(() => expect(a.room.getSelf()!.connectionId).toBe(1));
    expect(a.errors).toEqual([]);
  });

  test("is reported lost after the timeout, and restored when it comes back", async () => {
    const roomId = await lobby.newRoom();
    await using link = await openLink(lobby.server.port);
    const watched = lobby.enter(roomId);
    const a = lobby.enter(roomId, { url: link.url, client: { lostConnectionTimeout: 200 } });
    await eventually(() => expect(a.room.getOthers()).toHaveLength(1));
    const events: string[] = [];
    a.room.events.lostConnection.subscribe((event) => events.push(event));
    link.down();
    await eventually(() => expect(events).toEqual(["lost"]));
    expect(a.room.getOthers()).toEqual([]);
    link.up();
    await eventually(() => expect(events).toEqual(["lost", "restored"]));
    await eventually(() => expect(a.room.getOthers()).toHaveLength(1));
    expect(watched.errors).toEqual([]);
  });

  test("answers ping with pong, so that the client keeps the connection", async () => {
    const roomId = await lobby.newRoom();
    const a = lobby.enter(roomId);
    await eventually(() => expect(a.room.getStatus()).toBe("connected"));
    // The SDK pings after 30 s. The test sends a ping on the same socket earlier.
    const socket = new WebSocket(
      `ws://127.0.0.1:${lobby.server.port}/v8?roomId=${encodeURIComponent(roomId)}&pubkey=${lobby.server.publicKey}`,
    );
    const heard: string[] = [];
    socket.addEventListener("message", ({ data }) => heard.push(String(data)));
    await eventually(() => expect(heard).not.toHaveLength(0));
    socket.send("ping");
    await eventually(() => expect(heard).toContain("pong"));
    socket.close();
  });
});

describe("connections over REST", () => {
  test("show a room's last connection as soon as the client is connected", async () => {
    const roomId = await lobby.newRoom();
    const before = Date.now();
    const a = lobby.enter(roomId);
    await eventually(() => expect(a.room.getSelf()).not.toBeNull());
    const { lastConnectionAt } = await lobby.api.getRoom(roomId);
    expect(Number(lastConnectionAt)).toBeGreaterThanOrEqual(before);
    const { data } = await lobby.api.getRooms({ query: `roomId^"${roomId}"` });
    expect(data.map((room) => room.lastConnectionAt)).toEqual([lastConnectionAt]);
  });
});

describe("connection ids", () => {
  test("continue with the next number in a room that was deleted and created again", async () => {
    const roomId = await lobby.newRoom();
    const enter = async () => {
      const visit = lobby.enter(roomId);
      await eventually(() => expect(visit.room.getSelf()).not.toBeNull());
      return { visit, id: visit.room.getSelf()!.connectionId };
    };
    const [a, b] = [await enter(), await enter()];
    expect([a.id, b.id]).toEqual([0, 1]);
    // Their clients would reconnect automatically.
    a.visit.leave();
    b.visit.leave();
    await lobby.api.deleteRoom(roomId);
    await lobby.api.createRoom(roomId, { defaultAccesses: ["*:write"] });
    expect((await enter()).id).toBe(2);
  });
});

describe("clients of several versions in one room", () => {
  test("each receives scopes in the spelling of its version, including the scopes of others", async () => {
    const roomId = await lobby.newRoom();
    const token = await lobby.accessToken("ada", { "*": ["*:write"] });
    const a = lobby.enter(roomId, { auth: async () => ({ token }) });
    await eventually(() => expect(a.room.getStatus()).toBe("connected"));
    // What a client of version 1 does when it connects; it takes any scopes but `room:write` for read-only.
    const query = new URLSearchParams({ roomId, tok: token, version: "1.12.0" });
    const older = new WebSocket(`ws://127.0.0.1:${lobby.server.port}/v7?${query.toString()}`);
    const heard: Record<string, unknown>[] = [];
    older.addEventListener("message", ({ data }) => heard.push(...[JSON.parse(String(data)) as never].flat()));
    await eventually(() => expect(heard).not.toHaveLength(0));
    older.send(JSON.stringify([{ type: 100, targetActor: -1, data: {} }]));
    await eventually(() => expect(a.room.getOthers()).toHaveLength(1));
    expect(a.room.getOthers()[0]).toMatchObject({ canWrite: true, isReadOnly: false });
    const late = lobby.enter(roomId, { auth: async () => ({ token }) });
    await eventually(() => expect(late.room.getStatus()).toBe("connected"));
    await eventually(() => expect(heard.map(({ type }) => type)).toContain(101));
    expect(heard.find(({ type }) => type === 104)).toMatchObject({
      scopes: ["room:write"],
      users: { 0: { scopes: ["room:write"] } },
    });
    expect(heard.find(({ type }) => type === 101)).toMatchObject({ scopes: ["room:write"] });
    expect(received(late.frames, 104)).toMatchObject([
      { scopes: ["*:write"], users: { 0: { scopes: ["*:write"] }, 1: { scopes: ["*:write"] } } },
    ]);
    await eventually(() =>
      expect(received(a.frames, 101).map(({ scopes }) => scopes)).toEqual([["*:write"], ["*:write"]]),
    );
    older.close();
  });
});

describe("the room changes under the connection", () => {
  test("deleting the room disconnects everyone with 4100; a client with a public key creates it again, empty", async () => {
    const roomId = await lobby.newRoom();
    const a = lobby.enter(roomId, { storage: { n: 1 } });
    await a.room.getStorage();
    await eventually(() => expect(a.room.getStorageStatus()).toBe("synchronized"));
    await lobby.api.deleteRoom(roomId);
    await eventually(() => expect(closings(a.frames)).toContainEqual(expect.objectContaining({ code: 4100 })));
    await eventually(() => expect(a.room.getStatus()).not.toBe("connected"));
  });

  test("renaming the room ends connections with 4006, and the error carries the new id", async () => {
    const roomId = await lobby.newRoom();
    const newRoomId = lobby.newRoomId();
    const a = lobby.enter(roomId);
    await eventually(() => expect(a.room.getStatus()).toBe("connected"));
    await lobby.api.updateRoomId({ currentRoomId: roomId, newRoomId });
    await eventually(() => expect(a.errors).toEqual([{ message: newRoomId, code: 4006 }]));
    expect(a.room.getStatus()).toBe("disconnected");
    const b = lobby.enter(newRoomId);
    await eventually(() => expect(b.room.getSelf()).not.toBeNull());
    // Actor numbers continue under the new id.
    expect(b.room.getSelf()!.connectionId).toBeGreaterThan(0);
  });

  test("taking a user out of the room ends their connection with 4001", async () => {
    const roomId = await lobby.newRoom([]);
    await lobby.api.updateRoom(roomId, { usersAccesses: { ada: ["*:write"] } });
    const token = await lobby.idToken("ada");
    const a = lobby.enter(roomId, { auth: async () => ({ token }) });
    await eventually(() => expect(a.room.getStatus()).toBe("connected"));
    await lobby.api.updateRoom(roomId, { usersAccesses: { ada: null } });
    await eventually(() => expect(a.errors).toMatchObject([{ code: 4001 }]));
    expect(a.room.getStatus()).toBe("disconnected");
  });

  test("changing what a user may do brings them back with the new rights (4100)", async () => {
    const roomId = await lobby.newRoom([]);
    await lobby.api.updateRoom(roomId, { usersAccesses: { ada: ["*:write"] } });
    const token = await lobby.idToken("ada");
    const a = lobby.enter(roomId, { auth: async () => ({ token }) });
    await eventually(() => expect(a.room.getSelf()?.canWrite).toBe(true));
    await lobby.api.updateRoom(roomId, { usersAccesses: { ada: ["*:read"] } });
    await eventually(() => expect(a.room.getSelf()?.canWrite).toBe(false));
    expect(closings(a.frames)).toMatchObject([{ code: 4100 }]);
    expect(a.errors).toEqual([]);
  });
});

describe("a full room", () => {
  test("refuses further connections with 4005 until a client leaves", async () => {
    await using small = await openLobby({ limits: { connectionsPerRoom: 2 } });
    const roomId = await small.newRoom();
    const inside = [small.enter(roomId), small.enter(roomId)];
    await eventually(() => expect(inside.every(({ room }) => room.getStatus() === "connected")).toBe(true));
    const late = small.enter(roomId);
    await eventually(() => expect(late.errors).toMatchObject([{ code: 4005, message: "The room is full." }]));
    expect(late.room.getStatus()).toBe("disconnected");
    inside[0]!.leave();
    await eventually(() => expect(inside[1]!.room.getOthers()).toHaveLength(0));
    late.room.reconnect();
    await eventually(() => expect(late.room.getStatus()).toBe("connected"));
  });
});

describe("a server that stops", () => {
  test("closes connections with 1012, and clients send their pending changes to the next one", async () => {
    await using data = await openTestData();
    const first = await startServer({ data });
    await using link = await openLink(first.port);
    const a = lobby.enter("drained", { url: link.url, storage: { n: 0 } });
    const { root } = await a.room.getStorage();
    await eventually(() => expect(a.room.getStorageStatus()).toBe("synchronized"));
    await first[Symbol.asyncDispose]();
    await eventually(() => expect(closings(a.frames)).not.toEqual([]));
    // Reconnection attempts fail while the server is down; their number depends on how long that takes.
    const [sentAway, ...refused] = closings(a.frames);
    expect(sentAway).toMatchObject({ code: 1012 });
    expect(refused.filter(({ code }) => code !== 1006)).toEqual([]);
    root.set("n", 1);
    await using second = await startServer({ data });
    link.retarget(second.port);
    await eventually(() => expect(a.room.getStatus()).toBe("connected"));
    await eventually(() => expect(a.room.getStorageStatus()).toBe("synchronized"));
    const api = new Liveblocks({ baseUrl: second.url, secret: second.secretKey });
    expect(await api.getStorageDocument("drained", "json")).toEqual({ n: 1 });
    a.leave();
  });
});
