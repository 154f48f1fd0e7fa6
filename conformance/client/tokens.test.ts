import type { LiveObject } from "@liveblocks/client";
import { Liveblocks } from "@liveblocks/node";
import { spawnServer } from "@weft/testkit";
import { fileURLToPath } from "node:url";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { closings, openLobby } from "../support/lobby.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

const given = (token: string) => async () => ({ token });

describe("a public key", () => {
  test("enters a public room, without a name", async () => {
    const a = lobby.enter(await lobby.newRoom(["*:write"]));
    await eventually(() => expect(a.room.getSelf()).not.toBeNull());
    expect(a.room.getSelf()!.id).toBeUndefined();
    expect(a.room.getSelf()!.canWrite).toBe(true);
  });

  test("is refused by a private room with 4001", async () => {
    const a = lobby.enter(await lobby.newRoom([]));
    await eventually(() => expect(a.errors).toMatchObject([{ code: 4001 }]));
    expect(a.room.getStatus()).toBe("disconnected");
  });

  test("that does not exist is rejected with 4001", async () => {
    const a = lobby.enter(await lobby.newRoom(), { client: { publicApiKey: "pk_nobody_made_this" } as never });
    await eventually(() => expect(a.errors).toMatchObject([{ code: 4001 }]));
  });
});

describe("an access token", () => {
  test("opens what its patterns name, and nothing else", async () => {
    const token = await lobby.accessToken("ada", { "tokens:open:*": ["*:write"], "tokens:read": ["*:read"] });
    const open = lobby.enter("tokens:open:1", { auth: given(token) });
    const read = lobby.enter("tokens:read", { auth: given(token) });
    await eventually(() => expect(open.room.getSelf()?.canWrite).toBe(true));
    await eventually(() => expect(read.room.getSelf()?.canWrite).toBe(false));
    // The client itself checks `perms`, and calls the endpoint again if no pattern matches.
    const other = lobby.enter("tokens:other", { auth: given(token) });
    await eventually(() => expect(other.errors).toMatchObject([{ code: 4001 }]));
  });

  test("with several matching patterns gives the strongest base and the most specific rest", async () => {
    const token = await lobby.accessToken("ada", {
      "*": ["*:read"],
      "merge:*": ["*:write", "storage:read"],
    });
    const a = lobby.enter("merge:1", { auth: given(token) });
    await eventually(() => expect(a.room.getSelf()).not.toBeNull());
    expect(a.room.getSelf()).toMatchObject({ canWrite: false, canComment: true });
  });
});

describe("an id token", () => {
  test("opens rooms by user, by group and by default", async () => {
    const roomId = await lobby.newRoom([]);
    await lobby.api.updateRoom(roomId, {
      usersAccesses: { ada: ["*:write"] },
      groupsAccesses: { readers: ["*:read"] },
    });
    const ada = lobby.enter(roomId, { auth: given(await lobby.idToken("ada", ["readers"])) });
    const bob = lobby.enter(roomId, { auth: given(await lobby.idToken("bob", ["others", "readers"])) });
    const eve = lobby.enter(roomId, { auth: given(await lobby.idToken("eve", ["others"])) });
    await eventually(() => expect(ada.room.getSelf()?.canWrite).toBe(true));
    await eventually(() => expect(bob.room.getSelf()?.canWrite).toBe(false));
    await eventually(() => expect(eve.errors).toMatchObject([{ code: 4001 }]));
    await lobby.api.updateRoom(roomId, { defaultAccesses: ["*:read"] });
    eve.room.reconnect();
    await eventually(() => expect(eve.room.getStatus()).toBe("connected"));
  });

  test("does not open a room that does not exist", async () => {
    const a = lobby.enter(lobby.newRoomId(), { auth: given(await lobby.idToken("ada")) });
    await eventually(() => expect(a.errors).toMatchObject([{ code: 4001 }]));
  });
});

describe("where tokens come from", () => {
  test("an endpoint by URL is asked for the room, and its answer opens it", async () => {
    const asked: unknown[] = [];
    const endpoint = createServer((request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (text: string) => (body += text));
      request.on("end", () => {
        const { room } = JSON.parse(body) as { room: string };
        asked.push([request.method, request.headers["content-type"], room]);
        void lobby.accessToken("ada", { [room.slice(0, 5) + "*"]: ["*:write"] }).then((token) => {
          response.setHeader("Content-Type", "application/json");
          response.end(JSON.stringify({ token }));
        });
      });
    });
    await new Promise<void>((resolve) => void endpoint.listen(0, "127.0.0.1", resolve));
    const authEndpoint = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/auth`;
    const roomId = await lobby.newRoom([]);
    const a = lobby.enter(roomId, { auth: given(""), client: { authEndpoint } as never });
    await eventually(() => expect(a.room.getSelf()).not.toBeNull());
    expect(asked).toEqual([["POST", "application/json", roomId]]);
    expect(a.room.getSelf()!.id).toBe("ada");
    endpoint.close();
  });

  test("a function that says forbidden stops the client", async () => {
    const a = lobby.enter(await lobby.newRoom(), {
      auth: (async () => ({ error: "forbidden", reason: "Not today." })) as never,
    });
    await eventually(() => expect(a.errors).toMatchObject([{ code: -1 }]));
    expect(a.room.getStatus()).toBe("disconnected");
  });

  test("each call returns a different token, even within one second", async () => {
    const tokens = await Promise.all(Array.from({ length: 5 }, () => lobby.accessToken("ada", { a: ["*:read"] })));
    expect(new Set(tokens).size).toBe(5);
    const claims = JSON.parse(Buffer.from(tokens[0]!.split(".")[1]!, "base64url").toString()) as Record<
      string,
      unknown
    >;
    expect(claims).toMatchObject({ k: "acc", uid: "ada", perms: { a: ["*:read"] } });
    expect((claims["exp"] as number) - (claims["iat"] as number)).toBe(3_600);
  });
});

describe("an expired token", () => {
  const clock = fileURLToPath(new URL("../support/hasty-clock.mjs", import.meta.url));
  // With PostgreSQL, time is that of the database, which cannot jump.
  const jumping = { nodeArguments: ["--import", clock], database: "sqlite" } as const;
  afterEach(() => void vi.restoreAllMocks());

  test("closes the connection with 4109; the client requests a new one and reconnects", async () => {
    await using server = await spawnServer(jumping);
    const api = new Liveblocks({ baseUrl: server.url, secret: server.secretKey });
    const auth = vi.fn(async () => {
      const { body } = await api.prepareSession("ada").allow("*", ["*:write"]).authorize();
      return JSON.parse(body) as { token: string };
    });
    const a = lobby.enter("expiring", { auth, url: server.url });
    await eventually(() => expect(a.room.getStatus()).toBe("connected"));
    // For the client an hour passes as well: it looks at its own clock whether its copy of the token is still good.
    const now = Date.now;
    vi.spyOn(Date, "now").mockImplementation(() => now() + 3_700_000);
    process.kill(server.pid, "SIGUSR2");
    await eventually(() => expect(closings(a.frames)[0]).toMatchObject({ code: 4109 }));
    await eventually(() => expect(auth).toHaveBeenCalledTimes(2));
    await eventually(() => expect(a.room.getStatus()).toBe("connected"));
    expect(a.errors).toEqual([]);
    a.leave();
  });

  test("does not put a client that considers it valid into a loop", async () => {
    await using server = await spawnServer(jumping);
    const api = new Liveblocks({ baseUrl: server.url, secret: server.secretKey });
    const { body } = await api.prepareSession("ada").allow("*", ["*:write"]).authorize();
    const a = lobby.enter("spinning", { auth: async () => JSON.parse(body) as { token: string }, url: server.url });
    await eventually(() => expect(a.room.getStatus()).toBe("connected"));
    const started = performance.now();
    process.kill(server.pid, "SIGUSR2");
    await eventually(() => expect(closings(a.frames).length).toBeGreaterThanOrEqual(3));
    expect(closings(a.frames).every(({ code }) => code === 4109)).toBe(true);
    // One for the connection that ended, and then at most about one in a second.
    expect(performance.now() - started).toBeGreaterThan(1_900);
    a.leave();
  });
});

describe("permissions on Storage", () => {
  test("a reader sees everything and is kept from writing by the client", async () => {
    const roomId = await lobby.newRoom([]);
    await lobby.api.updateRoom(roomId, { usersAccesses: { ada: ["*:write"], bob: ["*:read"] } });
    const ada = lobby.enter(roomId, { auth: given(await lobby.idToken("ada")), storage: { n: 1 } });
    const { root } = await ada.room.getStorage();
    await eventually(() => expect(ada.room.getStorageStatus()).toBe("synchronized"));
    const bob = lobby.enter(roomId, { auth: given(await lobby.idToken("bob")), presence: { x: 1 } });
    const seen = (await bob.room.getStorage()).root as LiveObject<{ n: number }>;
    expect(seen.toJSON()).toEqual({ n: 1 });
    expect(() => seen.set("n", 2)).toThrow(/read.only/i);
    (root as LiveObject<{ n: number }>).set("n", 3);
    await eventually(() => expect(seen.toJSON()).toEqual({ n: 3 }));
    // Read-only users have presence too.
    await eventually(() => expect(ada.room.getOthers()[0]?.presence).toEqual({ x: 1 }));
    expect(ada.room.getOthers()[0]).toMatchObject({ id: "bob", canWrite: false, isReadOnly: true });
    expect(bob.room.getOthers()[0]).toMatchObject({ id: "ada", canWrite: true, isReadOnly: false });
  });

  test("a user without access to Storage receives none of it, but shares presence", async () => {
    const roomId = await lobby.newRoom([]);
    await lobby.api.updateRoom(roomId, { usersAccesses: { ada: ["*:write"], eve: ["*:write", "storage:none"] } });
    const eve = lobby.enter(roomId, { auth: given(await lobby.idToken("eve")), presence: { x: 1 } });
    await eventually(() => expect(eve.room.getStatus()).toBe("connected"));
    const ada = lobby.enter(roomId, { auth: given(await lobby.idToken("ada")), storage: { n: 1 } });
    const { root } = await ada.room.getStorage();
    (root as LiveObject<{ n: number }>).set("n", 2);
    await eventually(() => expect(ada.room.getStorageStatus()).toBe("synchronized"));
    const heard: unknown[] = [];
    eve.room.events.customEvent.subscribe(({ event }) => heard.push(event));
    await eventually(() => expect(ada.room.getOthers()).toHaveLength(1));
    ada.room.broadcastEvent("after");
    await eventually(() => expect(heard).toEqual(["after"]));
    expect(eve.frames.filter(({ text }) => /"type":2(01|10|11)/.test(text))).toEqual([]);
    expect(eve.room.getSelf()!.canWrite).toBe(false);
  });
});
