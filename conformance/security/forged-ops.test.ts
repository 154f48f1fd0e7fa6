import { WebSocket } from "ws";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";
import { openRawSocket } from "../support/raw-socket.ts";
import type { RawSocket } from "../support/raw-socket.ts";

/** S4 over the wire, and that an actor number belongs to one user: raw sockets can send messages that no SDK sends. */
let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

const connect = (roomId: string, credential: Record<string, string>) =>
  openRawSocket(lobby.server.port, { roomId, ...credential });

const update = (opId: string, data: object) => ({ type: 201, ops: [{ type: 3, id: "root", opId, data }] });
const acked = ({ messages }: RawSocket, opId: string) =>
  messages.some(({ type, ops }) => type === 201 && (ops as { opId?: string }[]).some((op) => op.opId === opId));

describe("an op id of another user's connection", () => {
  test("is refused and closes its sender with 1012; the victim's own op of that id takes effect", async () => {
    const roomId = await lobby.newRoom([]);
    await lobby.api.updateRoom(roomId, { usersAccesses: { ada: ["*:write"], eve: ["*:write"] } });
    const ada = connect(roomId, { tok: await lobby.idToken("ada") });
    await eventually(() => expect(ada.messages[0]).toMatchObject({ type: 104, actor: 0 }));
    const eve = connect(roomId, { tok: await lobby.idToken("eve") });
    await eventually(() => expect(eve.messages[0]).toMatchObject({ type: 104, actor: 1 }));
    eve.say(update("0:0", { forged: true }));
    expect((await eve.closed).code).toBe(1012);
    expect(eve.messages).toContainEqual({ type: 299, opIds: ["0:0"], reason: expect.any(String) as string });
    ada.say(update("0:0", { mine: true }));
    await eventually(() => expect(acked(ada, "0:0")).toBe(true));
    expect(await lobby.api.getStorageDocument(roomId, "json")).toEqual({ mine: true });
    ada.close();
  });

  test("that was never issued is refused as well", async () => {
    const roomId = await lobby.newRoom();
    const one = connect(roomId, { pubkey: lobby.server.publicKey });
    await eventually(() => expect(one.messages[0]).toMatchObject({ type: 104 }));
    one.say(update("40:0", { forged: true }));
    expect((await one.closed).code).toBe(1012);
    expect(await lobby.api.getStorageDocument(roomId, "json")).toEqual({});
  });

  test("of the user's own earlier connection is accepted: a replay takes effect once", async () => {
    const roomId = await lobby.newRoom([]);
    await lobby.api.updateRoom(roomId, { usersAccesses: { ada: ["*:write"] } });
    const tok = await lobby.idToken("ada");
    const first = connect(roomId, { tok });
    await eventually(() => expect(first.messages[0]).toMatchObject({ type: 104, actor: 0 }));
    const push = (opId: string, id: string) => ({
      type: 201,
      ops: [{ type: 8, id, opId, parentId: "0:0", parentKey: "!", intent: "push", data: "x" }],
    });
    first.say({ type: 201, ops: [{ type: 2, id: "0:0", opId: "0:0", parentId: "root", parentKey: "list" }] });
    first.say(push("0:1", "0:1"));
    await eventually(() => expect(acked(first, "0:1")).toBe(true));
    const second = connect(roomId, { tok });
    await eventually(() => expect(second.messages[0]).toMatchObject({ type: 104, actor: 1 }));
    second.say(push("0:1", "0:1"));
    await eventually(() => expect(acked(second, "0:1")).toBe(true));
    expect(await lobby.api.getStorageDocument(roomId, "json")).toEqual({ list: ["x"] });
    first.close();
    second.close();
  });
});

describe("a read-only user", () => {
  test("is refused with 299, receives the room's state, and is closed with 1012", async () => {
    const roomId = await lobby.newRoom([]);
    await lobby.api.updateRoom(roomId, { usersAccesses: { ada: ["*:read"] } });
    await lobby.api.initializeStorageDocument(roomId, { liveblocksType: "LiveObject", data: { n: 1 } });
    const ada = connect(roomId, { tok: await lobby.idToken("ada") });
    await eventually(() => expect(ada.messages[0]).toMatchObject({ type: 104, scopes: ["*:read"] }));
    ada.say(update("0:0", { n: 2 }));
    expect((await ada.closed).code).toBe(1012);
    expect(ada.messages).toContainEqual({ type: 299, opIds: ["0:0"], reason: expect.any(String) as string });
    expect(await lobby.api.getStorageDocument(roomId, "json")).toEqual({ n: 1 });
  });
});

describe("a token with a fault", () => {
  /** The parts of a genuine token, to be put together wrongly. */
  async function parts() {
    const [head, body, signature] = (await lobby.accessToken("ada", { "*": ["*:write"] })).split(".") as [
      string,
      string,
      string,
    ];
    const decode = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    return { head, body, signature, decode, encode };
  }

  const faults: Record<string, () => Promise<string>> = {
    "no dots": async () => "garbage",
    "an altered claim": async () => {
      const { head, body, signature, decode, encode } = await parts();
      return `${head}.${encode({ ...decode(body), uid: "root" })}.${signature}`;
    },
    "an altered signature": async () => {
      const { head, body, signature } = await parts();
      return `${head}.${body}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
    },
    "no signature": async () => {
      const { head, body } = await parts();
      return `${head}.${body}.`;
    },
    "the algorithm none": async () => {
      const { body, encode } = await parts();
      return `${encode({ alg: "none", typ: "JWT" })}.${body}.`;
    },
    "another key's name": async () => {
      const { head, body, signature, decode, encode } = await parts();
      return `${encode({ ...decode(head), kid: "unknown" })}.${body}.${signature}`;
    },
    "an end in the past": async () => {
      const { head, body, signature, decode, encode } = await parts();
      return `${head}.${encode({ ...decode(body), exp: 1 })}.${signature}`;
    },
    "a server of another installation": async () => {
      await using other = await openLobby();
      return await other.accessToken("ada", { "*": ["*:write"] });
    },
    "a secret key in its place": async () => lobby.server.secretKey,
  };

  test.each(Object.keys(faults))("%s enters no room (4001)", async (fault) => {
    const raw = connect(await lobby.newRoom(), { tok: await faults[fault]!() });
    let end: { readonly code: number } | undefined;
    void raw.closed.then((closed) => (end = closed));
    // One that enters is sent the room's state instead.
    await eventually(() => expect(end ?? raw.messages[0]).toBeDefined());
    expect([end?.code, raw.messages]).toEqual([4001, []]);
  });

  test.each(Object.keys(faults).filter((fault) => !fault.startsWith("a secret")))(
    "%s opens no REST call (403)",
    async (fault) => {
      const response = await fetch(`${lobby.server.url}/v2/rooms`, {
        headers: { Authorization: `Bearer ${await faults[fault]!()}` },
      });
      expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
        403,
        "INVALID_SECRET_KEY",
      ]);
    },
  );

  test.each([
    ["no credential", {}],
    ["a secret key as public key", { pubkey: "sk_test_weft_demo_secret_key" }],
    ["an empty token", { tok: "" }],
  ])("%s enters no room (4001)", async (_, credential) => {
    const raw = connect(await lobby.newRoom(), credential);
    expect((await raw.closed).code).toBe(4001);
  });

  test.each([
    ["an object instead of an array", "{}"],
    ["a number", "1"],
    ["text that is not JSON", "[{"],
    ["a heartbeat in capitals", "PING"],
    ["presence that is not an object", '[{"type":100,"data":[]}]'],
  ])("a frame of %s ends the connection with 4000", async (_, text) => {
    const query = new URLSearchParams({ roomId: await lobby.newRoom(), pubkey: lobby.server.publicKey });
    const socket = new WebSocket(`ws://127.0.0.1:${lobby.server.port}/v8?${query.toString()}`);
    const code = new Promise<number>((resolve) => socket.on("close", resolve));
    await new Promise((resolve) => socket.once("message", resolve));
    socket.send(text);
    expect(await code).toBe(4000);
  });
});
