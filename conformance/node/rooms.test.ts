import { Liveblocks, LiveblocksError } from "@liveblocks/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";

let lobby: Lobby;
let api: Liveblocks;
beforeAll(async () => {
  lobby = await openLobby();
  ({ api } = lobby);
});
afterAll(() => lobby[Symbol.asyncDispose]());

/** The status and the words of the error that a call ends with. */
async function failure(call: Promise<unknown>): Promise<LiveblocksError> {
  const outcome = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(outcome).toBeInstanceOf(LiveblocksError);
  return outcome as LiveblocksError;
}

const awkward = ["a/b", "a b", "100%", "😀", "a?b#c&d=e", "..", "ü+%2F"];

describe("rooms", () => {
  test.each(awkward)("accept every call under the id %j", async (suffix) => {
    const id = `node:${suffix}`;
    const created = await api.createRoom(id, {
      defaultAccesses: ["room:write"],
      metadata: { kind: "doc", tags: ["a"] },
    });
    expect(created).toMatchObject({
      type: "room",
      id,
      metadata: { kind: "doc", tags: ["a"] },
      usersAccesses: {},
      groupsAccesses: {},
    });
    expect(created.createdAt).toBeInstanceOf(Date);
    expect(await api.getRoom(id)).toEqual(created);
    expect(await api.updateRoom(id, { metadata: { kind: null, color: "red" } })).toMatchObject({
      metadata: { tags: ["a"], color: "red" },
    });
    await api.prewarmRoom(id);
    expect(await api.getActiveUsers(id)).toEqual({ data: [] });
    await api.broadcastEvent(id, { hello: 1 });
    await api.setPresence(id, { userId: "bot", data: { x: 1 }, ttl: 2 });
    await api.initializeStorageDocument(id, { liveblocksType: "LiveObject", data: { n: 1 } });
    expect(await api.getStorageDocument(id, "json")).toEqual({ n: 1 });
    await api.deleteStorageDocument(id);
    const newRoomId = `${id}/renamed ✓`;
    expect(await api.updateRoomId({ currentRoomId: id, newRoomId })).toMatchObject({ id: newRoomId });
    expect((await failure(api.getRoom(id))).status).toBe(404);
    await api.deleteRoom(newRoomId);
    await api.deleteRoom(newRoomId);
    expect((await failure(api.getRoom(newRoomId))).status).toBe(404);
  });

  test("exist once: the second creation fails unless it is idempotent", async () => {
    const id = lobby.newRoomId();
    const first = await api.createRoom(id, { defaultAccesses: [] });
    const error = await failure(api.createRoom(id, { defaultAccesses: ["room:write"] }));
    expect(error).toMatchObject({ status: 409, message: "The room already exists." });
    expect(String(error)).toContain("Suggestion: ");
    expect(await api.getOrCreateRoom(id, { defaultAccesses: ["room:write"] })).toEqual(first);
  });

  test("are upserted, with the older name of an organization, and nulls", async () => {
    const id = lobby.newRoomId();
    const missing = await failure(api.upsertRoom(id, { update: { metadata: { a: "1" } } }));
    expect(missing.status).toBe(422);
    const made = await api.upsertRoom(id, {
      update: { metadata: { a: "1", gone: null } },
      create: { defaultAccesses: ["*:write"], tenantId: "acme" },
    } as never);
    expect(made).toMatchObject({ organizationId: "acme", metadata: { a: "1" }, defaultAccesses: ["*:write"] });
    const again = await api.upsertRoom(id, {
      update: { metadata: { a: null } },
      create: { defaultAccesses: [] },
    });
    expect(again).toMatchObject({ metadata: {}, defaultAccesses: ["*:write"], organizationId: "acme" });
  });

  test("lose accesses and metadata by null, all in one call", async () => {
    const id = lobby.newRoomId();
    await api.createRoom(id, {
      defaultAccesses: ["*:write"],
      usersAccesses: { ada: ["*:write"], bob: ["*:read"] },
      metadata: { a: "1", b: "2" },
    });
    const updated = await api.updateRoom(id, {
      defaultAccesses: null,
      usersAccesses: { ada: null },
      metadata: { a: null },
    });
    expect(updated).toMatchObject({ defaultAccesses: [], usersAccesses: { bob: ["*:read"] }, metadata: { b: "2" } });
    expect(updated.usersAccesses).not.toHaveProperty("ada");
  });

  test("are listed page by page, each once and newest first, while others are created", async () => {
    const prefix = "many:";
    // Of rooms made in the same millisecond the one with the higher id counts as newer.
    const ids = Array.from({ length: 120 }, (_, n) => `${prefix}${String(n).padStart(3, "0")}`);
    for (const id of ids) await api.createRoom(id, { defaultAccesses: [] });
    const seen: string[] = [];
    let made = 0;
    for await (const { id } of api.iterRooms({ query: { roomId: { startsWith: prefix } } })) {
      seen.push(id);
      if (seen.length % 30 === 0) await api.createRoom(`${prefix}late ${made++}`, { defaultAccesses: [] });
    }
    expect(seen).toEqual(ids.toReversed());
    expect(made).toBeGreaterThan(2);
  });

  test("are found by metadata, prefix, users, groups and organization, quotes and all", async () => {
    const quotes = `it's "quoted" \\ here`;
    await api.createRoom("find:1", {
      defaultAccesses: [],
      metadata: { color: "red", [`k'1`]: quotes, [`k"2`]: "x" },
      usersAccesses: { finder: ["*:write"] },
      groupsAccesses: { g1: ["*:read"] },
      organizationId: "find-org",
    });
    await api.createRoom("find:2", {
      defaultAccesses: [],
      metadata: { color: "blue" },
      groupsAccesses: { g2: ["*:read"] },
    });
    const ids = async (params: Parameters<Liveblocks["getRooms"]>[0]) =>
      (await api.getRooms(params)).data.map(({ id }) => id);
    expect(await ids({ query: { roomId: { startsWith: "find:" } } })).toEqual(["find:2", "find:1"]);
    expect(await ids({ query: { roomId: { startsWith: "find:" }, metadata: { color: "red" } } })).toEqual(["find:1"]);
    expect(await ids({ query: `metadata["color"]:"blue" roomId^"find:"` })).toEqual(["find:2"]);
    expect(await ids({ query: { metadata: { [`k'1`]: quotes } } })).toEqual(["find:1"]);
    expect(await ids({ query: { metadata: { [`k"2`]: "x" } } })).toEqual(["find:1"]);
    expect(await ids({ userId: "finder" })).toEqual(["find:1"]);
    expect(await ids({ groupIds: ["g2", "g1"] })).toEqual(["find:2", "find:1"]);
    expect(await ids({ userId: "finder", groupIds: ["g2"] })).toEqual(["find:2", "find:1"]);
    expect(await ids({ organizationId: "find-org" })).toEqual(["find:1"]);
    const page = await api.getRooms({ limit: 1, query: { roomId: { startsWith: "find:" } } });
    expect(page.data).toHaveLength(1);
    expect(
      await ids({ limit: 1, startingAfter: page.nextCursor!, query: { roomId: { startsWith: "find:" } } }),
    ).toEqual(["find:1"]);
  });
});

describe("activity in a room", () => {
  test("is visible: active users, a broadcast event, and a presence set by a back end", async () => {
    const roomId = await lobby.newRoom();
    const token = await lobby.accessToken("ada", { "*": ["*:write"] }, { name: "Ada" });
    const visit = lobby.enter(roomId, { auth: async () => ({ token }) });
    await eventually(() => expect(visit.room.getSelf()).not.toBeNull());
    expect(await api.getActiveUsers(roomId)).toEqual({
      data: [{ type: "user", connectionId: 0, id: "ada", info: { name: "Ada" } }],
    });
    const heard: unknown[] = [];
    visit.room.events.customEvent.subscribe((event) => heard.push(event));
    await api.broadcastEvent(roomId, { from: "back end" });
    await eventually(() => expect(heard).toEqual([{ connectionId: -1, user: null, event: { from: "back end" } }]));
    await api.setPresence(roomId, { userId: "bot", data: { cursor: [1] }, userInfo: { name: "Bot" }, ttl: 600 });
    await eventually(() =>
      expect(visit.room.getOthers()[0]).toMatchObject({ id: "bot", info: { name: "Bot" }, presence: { cursor: [1] } }),
    );
    await api.setPresence(roomId, { userId: "bot", data: { cursor: [2] }, ttl: 600 });
    await eventually(() => expect(visit.room.getOthers()[0]!.presence).toEqual({ cursor: [2] }));
    expect(visit.room.getOthers()).toHaveLength(1);
    await api.setPresence(roomId, { userId: "bot", data: { cursor: [2] }, ttl: 2 });
    await eventually(() => expect(visit.room.getOthers()).toHaveLength(0));
  });
});

describe("errors", () => {
  test("have a status, a message and details, each code from a call that causes it", async () => {
    const room = await lobby.newRoom();
    await api.initializeStorageDocument(room, { liveblocksType: "LiveObject", data: { n: 1 } });
    const other = new Liveblocks({ baseUrl: lobby.server.url, secret: "sk_nobody_made_this_key" });
    const cases: [call: () => Promise<unknown>, status: number, message: RegExp][] = [
      [() => api.getRoom("nowhere"), 404, /^Room not found\.$/],
      [() => api.createRoom(room, { defaultAccesses: [] }), 409, /^The room already exists\.$/],
      [
        () => api.initializeStorageDocument(room, { liveblocksType: "LiveObject", data: {} }),
        409,
        /already has storage/,
      ],
      [() => api.createRoom("x".repeat(129), { defaultAccesses: [] }), 422, /'id'/],
      [() => api.createRoom("bad", { defaultAccesses: [], metadata: { k: "x".repeat(257) } }), 422, /metadata/],
      [() => api.upsertRoom("bad", { update: {} }), 422, /defaultAccesses/],
      [() => api.getRooms({ query: "roomId:" }), 422, /\(at 1:8\)$/],
      [() => api.getRooms({ limit: 1_000 }), 422, /limit/],
      [() => api.broadcastEvent("nowhere", 1), 404, /^Room not found\.$/],
      [() => api.broadcastEvent(room, "x".repeat(1_100_000)), 413, /too large/],
      [() => api.setPresence(room, { userId: "u", data: {}, ttl: 1 }), 422, /ttl/],
      [() => other.getRoom(room), 403, /^Invalid secret key\.$/],
    ];
    for (const [call, status, message] of cases) {
      const error = await failure(call());
      expect({ status: error.status, message: error.message }).toEqual({
        status,
        message: expect.stringMatching(message) as string,
      });
      expect(error.details).toMatch(/^Suggestion: .+\nSee also: http.+$/);
    }
  });

  test("distinguish keys of the wrong kind from missing keys", async () => {
    const call = async (authorization?: string) => {
      const response = await fetch(`${lobby.server.url}/v2/rooms`, {
        headers: authorization === undefined ? {} : { Authorization: authorization },
      });
      return [response.status, ((await response.json()) as { error: string }).error];
    };
    expect(await call()).toEqual([401, "MISSING_SECRET_KEY"]);
    expect(await call("Basic abc")).toEqual([401, "MISSING_SECRET_KEY"]);
    expect(await call(`Bearer ${lobby.server.publicKey}`)).toEqual([401, "WRONG_KEY_USED"]);
    expect(await call("Bearer sk_nobody_made_this_key")).toEqual([403, "INVALID_SECRET_KEY"]);
    expect(await call(`bearer ${lobby.server.secretKey}`)).toEqual([200, undefined]);
  });

  test("are never thrown for tokens: a failure is an answer with its status", async () => {
    const other = new Liveblocks({ baseUrl: lobby.server.url, secret: "sk_nobody_made_this_key" });
    expect(await other.identifyUser("ada")).toMatchObject({ status: 403 });
    expect(await other.prepareSession("ada").allow("a", ["*:read"]).authorize()).toMatchObject({ status: 403 });
    const away = new Liveblocks({ baseUrl: "http://127.0.0.1:9", secret: lobby.server.secretKey });
    expect(await away.identifyUser("ada")).toMatchObject({ status: 503 });
  });
});

describe("the deprecated endpoints", () => {
  test("give tokens for one room, and answer under their older spelling", async () => {
    const post = async (path: string, body: unknown, key?: string) => {
      const response = await fetch(`${lobby.server.url}${path}`, {
        method: "POST",
        headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      return { status: response.status, body: (text === "" ? {} : JSON.parse(text)) as Record<string, string> };
    };
    const room = await lobby.newRoom(["room:write"]);
    const closed = await lobby.newRoom([]);
    const path = `/v2/rooms/${encodeURIComponent(room)}`;
    const { secretKey, publicKey } = lobby.server;
    const named = await post(`${path}/authorize`, { userId: "ada", userInfo: { name: "Ada" } }, secretKey);
    expect(named.status).toBe(200);
    const anybody = await post(`${path}/public/authorize`, { publicApiKey: publicKey });
    expect(anybody.status).toBe(200);
    for (const { body } of [named, anybody]) {
      const visit = lobby.enter(room, { auth: async () => ({ token: body["token"]! }) });
      await eventually(() => expect(visit.room.getSelf()?.canWrite).toBe(true));
    }
    const denied = `/v2/rooms/${encodeURIComponent(closed)}`;
    expect(await post(`${denied}/authorize`, { userId: "ada" }, secretKey)).toMatchObject({
      status: 403,
      body: { error: "UNAUTHORIZED_ROOM_ACCESS" },
    });
    expect(await post(`${path}/public/authorize`, { publicApiKey: "pk_nobody" })).toMatchObject({
      status: 403,
      body: { error: "INVALID_PUBLIC_KEY" },
    });
    expect((await post(`${path}/broadcast_event`, { x: 1 }, secretKey)).status).toBe(204);
    const active = await fetch(`${lobby.server.url}${path}/active_users`, {
      headers: { Authorization: `Bearer ${secretKey}` },
    });
    expect(((await active.json()) as { data: unknown[] }).data).toHaveLength(2);
  });
});
