/** Clients of `@weft/client` and of the official SDK in one room. */
import type { LiveList as OfficialList, LiveMap as OfficialMap, LiveText as OfficialText } from "@liveblocks/client";
import type { JsonObject } from "@weft/protocol/types";
import { createClient, LiveList, LiveMap, LiveObject, LiveText } from "@weft/client";
import type { LsonObject, Room, SocketLike } from "@weft/client";
import { openTestData, spawnServer } from "@weft/testkit";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

const leaves: (() => void)[] = [];
afterEach(() => {
  for (const leave of leaves.splice(0)) leave();
});

/** A network between a client and the server, which can be cut. */
function openNetwork() {
  const sockets = new Set<WebSocket>();
  let isDeaf = false;
  class Cable implements SocketLike {
    readonly #socket: WebSocket;
    constructor(url: string) {
      this.#socket = new WebSocket(url);
      sockets.add(this.#socket);
    }
    addEventListener(type: string, listener: (event: never) => void): void {
      this.#socket.addEventListener(type, (event) => {
        if (type !== "message" || !isDeaf) listener(event as never);
      });
    }
    send(text: string): void {
      this.#socket.send(text);
    }
    close(): void {
      this.#socket.close();
    }
  }
  return {
    WebSocket: Cable,
    /** From now on nothing arrives from the server. */
    deafen: () => void (isDeaf = true),
    cut() {
      isDeaf = false;
      for (const socket of sockets) socket.close();
      sockets.clear();
    },
  };
}

function enter(
  roomId: string,
  options: {
    readonly presence?: JsonObject;
    readonly storage?: LsonObject;
    readonly auth?: () => Promise<{ token: string }>;
    readonly server?: { readonly url: string; readonly publicKey: string };
  } = {},
) {
  const network = openNetwork();
  const { url, publicKey } = options.server ?? lobby.server;
  const client = createClient({
    baseUrl: url,
    throttle: 16,
    polyfills: { WebSocket: network.WebSocket },
    ...(options.auth === undefined ? { publicApiKey: publicKey } : { authEndpoint: options.auth }),
  });
  const { room, leave } = client.enterRoom(roomId, {
    ...(options.presence === undefined ? {} : { initialPresence: options.presence }),
    ...(options.storage === undefined ? {} : { initialStorage: options.storage }),
  });
  leaves.push(leave);
  return { room, leave, network };
}

test("both see each other's presence, users and events", async () => {
  const roomId = await lobby.newRoom();
  const token = await lobby.accessToken("ada", { [roomId]: ["*:write"] }, { name: "Ådå" });
  const own = enter(roomId, { presence: { x: 0 }, auth: async () => ({ token }) });
  const official = lobby.enter<{ x: number }>(roomId, { presence: { x: 1 } });
  await eventually(() => expect(own.room.getOthers().map(({ presence }) => presence)).toEqual([{ x: 1 }]));
  await eventually(() =>
    expect(official.room.getOthers()).toMatchObject([{ id: "ada", info: { name: "Ådå" }, presence: { x: 0 } }]),
  );
  expect(own.room.getSelf()).toMatchObject({ id: "ada", canWrite: true, presence: { x: 0 } });
  own.room.updatePresence({ y: [1] });
  official.room.updatePresence({ x: 2 });
  await eventually(() => expect(own.room.getOthers()[0]!.presence).toEqual({ x: 2 }));
  await eventually(() => expect(official.room.getOthers()[0]!.presence).toEqual({ x: 0, y: [1] }));
  const events: unknown[] = [];
  own.room.events.customEvent.subscribe(({ event, user }) => events.push([event, user?.presence]));
  official.room.events.customEvent.subscribe(({ event, user }) => events.push([event, user?.id]));
  official.room.broadcastEvent({ from: "official" });
  own.room.broadcastEvent({ from: "own" });
  await eventually(() =>
    expect(events).toEqual(
      expect.arrayContaining([
        [{ from: "official" }, { x: 2 }],
        [{ from: "own" }, "ada"],
      ]),
    ),
  );
  const { length } = own.room.getOthers();
  official.leave();
  await eventually(() => expect([length, own.room.getOthers().length]).toEqual([1, 0]));
});

test("both edit one Storage: values, structures and texts", async () => {
  const roomId = await lobby.newRoom();
  const own = enter(roomId, { storage: { list: new LiveList<string>(["a"]), text: new LiveText("Hello") } });
  const { root } = await own.room.getStorage();
  await own.room.flushed();
  const official = lobby.enter(roomId);
  const { root: theirs } = await official.room.getStorage();
  const agree = () =>
    eventually(() =>
      expect(JSON.stringify(theirs.toJSON())).toBe(JSON.stringify(sorted(theirs.toJSON(), root.toJSON()))),
    );
  await agree();
  const list = root.get("list") as LiveList<string>;
  const theirList = theirs.get("list") as OfficialList<string>;
  list.push("own");
  theirList.push("theirs");
  theirList.insert("first", 0);
  list.move(0, 1);
  (root.get("text") as LiveText).insert(5, " from Weft");
  (theirs.get("text") as OfficialText).insert(0, ">> ");
  root.set("map", new LiveMap([["k", new LiveObject({ deep: new LiveList([1, 2]) })]]));
  await agree();
  (theirs.get("map") as unknown as OfficialMap<string, string>).set("theirs", "x");
  (root.get("map") as LiveMap).delete("k");
  own.room.history.undo();
  await agree();
  expect(root.toJSON()).toMatchObject({
    text: [[">> Hello from Weft"]],
    map: { k: { deep: [1, 2] }, theirs: "x" },
  });
  expect(new Set(list.toArray())).toEqual(new Set(["a", "own", "theirs", "first"]));
  await eventually(() => expect(own.room.getStorageStatus()).toBe("synchronized"));
});

/** The same members as the first, in its order. */
function sorted(like: unknown, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each, index) => sorted((like as unknown[] | undefined)?.[index], each));
  if (typeof value !== "object" || value === null) return value;
  const keys = [...Object.keys(like ?? {}), ...Object.keys(value)];
  return Object.fromEntries(
    [...new Set(keys)].map((key) => [key, sorted((like as never)?.[key], (value as never)[key])]),
  );
}

test("edits whose acks were lost are there once, and nothing that others wrote since is overwritten", async () => {
  const roomId = await lobby.newRoom();
  const own = enter(roomId, { storage: { list: new LiveList<string>([]), text: new LiveText("") } });
  const { root } = await own.room.getStorage();
  await own.room.flushed();
  const official = lobby.enter(roomId);
  const { root: theirs } = await official.room.getStorage();
  own.network.deafen();
  root.set("n", "own");
  (root.get("list") as LiveList<string>).push("own");
  (root.get("text") as LiveText).insert(0, "own");
  await eventually(() => expect(theirs.get("n")).toBe("own"));
  await eventually(() => expect((theirs.get("text") as OfficialText).toString()).toBe("own"));
  theirs.set("n", "theirs");
  (theirs.get("list") as OfficialList<string>).delete(0);
  (theirs.get("text") as OfficialText).insert(3, ", and theirs");
  await eventually(() => expect(official.room.getStorageStatus()).toBe("synchronized"));
  (root.get("text") as LiveText).insert(0, "still ");
  own.network.cut();
  await own.room.flushed();
  await eventually(() =>
    expect([root.toJSON(), theirs.toJSON()]).toEqual([
      { list: [], text: [["still own, and theirs"]], n: "theirs" },
      { list: [], text: [["still own, and theirs"]], n: "theirs" },
    ]),
  );
});

test("an event does not overtake the changes that were made before it", async () => {
  const roomId = await lobby.newRoom();
  const [own, other] = [enter(roomId), enter(roomId)];
  const { root } = await own.room.getStorage();
  const { root: seen } = await other.room.getStorage();
  await eventually(() => expect(own.room.getOthers()).toHaveLength(1));
  const atEvent: unknown[] = [];
  other.room.events.customEvent.subscribe(({ event }) => atEvent.push([event, seen.get("n")]));
  for (let n = 1; n <= 20; n++) {
    root.set("n", n);
    own.room.broadcastEvent(n);
  }
  await eventually(() => expect(atEvent).toHaveLength(20));
  for (const [event, value] of atEvent as [number, number][]) expect(value).toBeGreaterThanOrEqual(event);
});

test("what was flushed survives kill -9 of the server", async () => {
  await using data = await openTestData();
  await using server = await spawnServer({ data });
  const { port, secretKey } = server;
  await fetch(`${server.url}/v2/rooms`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    body: JSON.stringify({ id: "r", defaultAccesses: ["*:write"] }),
  });
  const own = enter("r", { server });
  const { root } = await own.room.getStorage();
  root.set("list", new LiveList(["a", "b"]));
  await own.room.flushed();
  await server.kill();
  root.set("later", true);
  await using next = await spawnServer({ data, port });
  const other = enter("r", { server: next });
  const { root: seen } = await other.room.getStorage();
  expect(seen.toJSON()).toMatchObject({ list: ["a", "b"] });
  await eventually(() => expect(seen.toJSON()).toEqual({ list: ["a", "b"], later: true }));
});

test("a refusal is told, and a reader's edits throw", async () => {
  const roomId = await lobby.newRoom([]);
  const refused = enter(roomId);
  const errors: unknown[] = [];
  refused.room.events.error.subscribe((error) => errors.push(error));
  await eventually(() => expect(refused.room.getStatus()).toBe("disconnected"));
  expect(errors).toMatchObject([{ context: { type: "ROOM_CONNECTION_ERROR", code: 4001, roomId } }]);
  const token = await lobby.accessToken("ada", { [roomId]: ["*:read"] });
  const reader = enter(roomId, { auth: async () => ({ token }) });
  const { root } = await reader.room.getStorage();
  expect(() => root.set("n", 1)).toThrow("read-only");
  expect(reader.room.getSelf()).toMatchObject({ canWrite: false });
});

const runs = Number(process.env["WEFT_RUNS"] ?? 4);
const firstSeed = Number(process.env["WEFT_SEED"] ?? 1);

test.each(Array.from({ length: Math.ceil(runs) }, (_, run) => firstSeed + run))(
  "clients of both families agree after random edits and lost connections (seed %i)",
  async (seed) => {
    const random = createRandom(seed);
    const roomId = await lobby.newRoom();
    const owns = [
      enter(roomId, { storage: { list: new LiveList<string>([]), map: new LiveMap(), text: new LiveText("") } }),
    ];
    await owns[0]!.room.getStorage();
    await owns[0]!.room.flushed();
    owns.push(enter(roomId));
    const official = lobby.enter(roomId);
    const roots = [
      ...(await Promise.all(owns.map(async ({ room }) => (await room.getStorage()).root))),
      (await official.room.getStorage()).root,
    ];
    let made = 0;
    for (let step = 0; step < 120; step++) {
      const at = random.below(roots.length);
      edit(roots[at]! as never, random, () => `${seed}.${made++};`);
      if (at < owns.length && random.chance(0.05)) owns[at]!.room.history.undo();
      if (at < owns.length && random.chance(0.04)) owns[at]!.network.deafen();
      if (at < owns.length && random.chance(0.06)) owns[at]!.network.cut();
      if (random.chance(0.2)) await new Promise<void>((resolve) => setTimeout(resolve, random.below(5)));
    }
    for (const { network } of owns) network.cut();
    await settled(owns.map(({ room }) => room));
    await eventually(() => expect(official.room.getStorageStatus()).toBe("synchronized"));
    await eventually(() => {
      for (const root of roots) expect(root.toJSON()).toEqual(roots[0]!.toJSON());
    });
  },
);

async function settled(rooms: readonly Room[]): Promise<void> {
  for (const room of rooms) await room.flushed();
}

/** Some of what both families have under the same names. */
interface EitherRoot {
  get(key: "list"): {
    length: number;
    push(v: string): void;
    insert(v: string, at: number): void;
    set(at: number, v: string): void;
    move(from: number, to: number): void;
    delete(at: number): void;
  };
  get(key: "map"): { set(key: string, v: string): void; delete(key: string): boolean };
  get(key: "text"): {
    length: number;
    insert(at: number, text: string): void;
    delete(at: number, length: number): void;
  };
  set(key: string, value: string): void;
}

function edit(root: EitherRoot, random: Random, fresh: () => string): void {
  const below = (most: number) => random.below(most);
  const list = root.get("list");
  const text = root.get("text");
  switch (below(9)) {
    case 0:
      return root.set("abc"[below(3)]!, fresh());
    case 1:
      return root.get("map").set("abc"[below(3)]!, fresh());
    case 2:
      return void root.get("map").delete("abc"[below(3)]!);
    case 3:
      return text.insert(below(text.length + 1), fresh());
    case 4:
      return text.length === 0 ? undefined : text.delete(below(text.length), 2);
    case 5:
      return list.insert(fresh(), below(list.length + 1));
    case 6:
      return list.length === 0 ? list.push(fresh()) : list.set(below(list.length), fresh());
    case 7:
      return list.length === 0 ? list.push(fresh()) : list.move(below(list.length), below(list.length));
    default:
      return list.length > 6 ? list.delete(below(list.length)) : list.push(fresh());
  }
}
