/** Documents of `@weft/yjs` and of the official provider in one room. */
import { getYjsProviderForRoom as officialProviderForRoom } from "@liveblocks/yjs";
import { createClient } from "@weft/client";
import { openLink, openTestData, spawnServer } from "@weft/testkit";
import { getYjsProviderForRoom } from "@weft/yjs";
import type { ProviderOptions } from "@weft/yjs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as Y from "yjs";
import { textOf } from "../support/document.ts";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";
import { createRandom } from "../support/random.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

const leaves: (() => void)[] = [];
afterEach(() => {
  for (const leave of leaves.splice(0)) leave();
});

interface OwnOptions extends ProviderOptions {
  readonly url?: string;
  readonly publicKey?: string;
  readonly token?: string;
}

function openOwn(roomId: string, { url, publicKey, token, ...options }: OwnOptions = {}) {
  const client = createClient({
    baseUrl: url ?? lobby.server.url,
    throttle: 16,
    ...(token === undefined
      ? { publicApiKey: publicKey ?? lobby.server.publicKey }
      : { authEndpoint: async () => ({ token }) }),
  });
  const { room, leave } = client.enterRoom(roomId);
  leaves.push(leave);
  const provider = getYjsProviderForRoom(room, options);
  return { client, room, provider, doc: provider.getYDoc(), leave };
}

function openOfficial(roomId: string, options: { readonly url?: string; readonly useV2?: boolean } = {}) {
  const visit = lobby.enter(roomId, options.url === undefined ? {} : { url: options.url });
  const provider = officialProviderForRoom(visit.room, { useV2Encoding_experimental: options.useV2 === true });
  const leave = () => visit.leave();
  leaves.push(leave);
  return { visit, provider, doc: provider.getYDoc(), leave };
}

type Either = { readonly provider: { getStatus(): string } };
const synchronized = (...all: readonly Either[]) =>
  eventually(() => expect(all.map(({ provider }) => provider.getStatus())).toEqual(all.map(() => "synchronized")));

function expectSame(...documents: readonly Y.Doc[]): void {
  const [first, ...others] = documents.map((doc) => Y.encodeSnapshot(Y.snapshot(doc)));
  for (const other of others) expect(other).toEqual(first);
}

test.each([false, true])("both providers edit one document, and are synchronized (V2: %s)", async (useV2) => {
  const roomId = await lobby.newRoom();
  const own = openOwn(roomId, { useV2Encoding_experimental: useV2 });
  const official = openOfficial(roomId, { useV2 });
  await synchronized(own, official);
  own.doc.getText("t").insert(0, "own ");
  official.doc.getMap("m").set("list", Y.Array.from([1, { two: 2 }]));
  official.doc.getText("t").insert(0, "official ");
  await eventually(() => expect(textOf(own.doc, "t")).toHaveLength("own official ".length));
  own.doc.getText("t").delete(0, 2);
  await eventually(() => expectSame(own.doc, official.doc));
  await synchronized(own, official);
  expect(own.doc.getMap("m").toJSON()).toEqual({ list: [1, { two: 2 }] });
  own.leave();
  official.leave();
  const late = openOwn(roomId);
  await synchronized(late);
  expectSame(late.doc, official.doc);
});

test("each shows the other's cursors, and they go with their users", async () => {
  const roomId = await lobby.newRoom();
  const own = openOwn(roomId);
  const official = openOfficial(roomId);
  own.provider.awareness.setLocalState({ user: { name: "Own" } });
  official.provider.awareness.setLocalState({ user: { name: "Official" } });
  const both = [{ user: { name: "Own" } }, { user: { name: "Official" } }];
  await eventually(() => {
    expect([...own.provider.awareness.getStates().values()]).toEqual(expect.arrayContaining(both));
    expect([...official.provider.awareness.getStates().values()]).toEqual(expect.arrayContaining(both));
  });
  expect(own.provider.awareness.getStates().get(official.doc.clientID)).toEqual(both[1]);
  expect(official.provider.awareness.getStates().get(own.doc.clientID)).toEqual(both[0]);
  official.leave();
  await eventually(() => expect([...own.provider.awareness.getStates().values()]).toEqual([both[0]]));
});

test("subdocuments are shared by both, and loaded on request", async () => {
  const roomId = await lobby.newRoom();
  const own = openOwn(roomId, { autoloadSubdocs: true });
  const official = openOfficial(roomId);
  await synchronized(own, official);
  const sub = new Y.Doc();
  own.doc.getMap("subs").set("one", sub);
  sub.getText("t").insert(0, "own");
  await own.provider.flushed();
  await eventually(() => expect(official.doc.getMap("subs").get("one")).toBeInstanceOf(Y.Doc));
  const there = official.doc.getMap("subs").get("one") as Y.Doc;
  official.provider.loadSubdoc(there.guid);
  await eventually(() => expect(textOf(there, "t")).toBe("own"));
  there.getText("t").insert(0, "official ");
  await eventually(() => expect(textOf(sub, "t")).toBe("official own"));
});

test("after a cut with edits on both sides, both have all of them once", async () => {
  const roomId = await lobby.newRoom();
  await using link = await openLink(lobby.server.port);
  const own = openOwn(roomId, { url: link.url });
  const official = openOfficial(roomId);
  own.doc.getText("t").insert(0, "start");
  await synchronized(own, official);
  link.down();
  await eventually(() => expect(own.room.getStatus()).not.toBe("connected"));
  own.doc.getText("t").insert(5, " own");
  official.doc.getText("t").insert(0, "official ");
  own.doc.getText("t").delete(0, 2);
  expect([own.provider.getStatus(), own.client.getSyncStatus()]).toEqual(["synchronizing", "synchronizing"]);
  await eventually(() => expect(official.provider.getStatus()).toBe("synchronized"));
  link.up();
  await own.provider.flushed();
  await eventually(() => expect(textOf(own.doc, "t")).toBe("official art own"));
  await eventually(() => expectSame(own.doc, official.doc));
  await synchronized(own, official);
  expect(own.client.getSyncStatus()).toBe("synchronized");
});

test("a document that is larger than a frame arrives", async () => {
  const roomId = await lobby.newRoom();
  const own = openOwn(roomId);
  const text = own.doc.getText("t");
  for (let n = 0; n < 160; n++) text.insert(n % 2 === 0 ? 0 : text.length, `${n} ${"x".repeat(80_000)}`);
  await own.provider.flushed();
  const late = openOwn(roomId);
  await synchronized(late);
  expectSame(own.doc, late.doc);
});

test("a reader receives everything, and its edits stay its own", async () => {
  const roomId = await lobby.newRoom();
  const reader = openOwn(roomId, { token: await lobby.accessToken("reader", { [roomId]: ["*:read"] }) });
  const official = openOfficial(roomId);
  await synchronized(reader, official);
  reader.doc.getText("t").insert(0, "mine");
  official.doc.getText("t").insert(0, "theirs ");
  await eventually(() => expect(textOf(reader.doc, "t")).toHaveLength("mine theirs".length));
  expect([textOf(official.doc, "t"), reader.provider.getStatus()]).toEqual(["theirs ", "synchronizing"]);
});

test("what was flushed survives kill -9 of the server", async () => {
  await using data = await openTestData();
  await using server = await spawnServer({ data });
  await fetch(`${server.url}/v2/rooms`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.secretKey}`, "content-type": "application/json" },
    body: JSON.stringify({ id: "r", defaultAccesses: ["*:write"] }),
  });
  const own = openOwn("r", { url: server.url, publicKey: server.publicKey });
  own.doc.getText("t").insert(0, "kept");
  await own.provider.flushed();
  await server.kill();
  own.doc.getText("t").insert(4, " and sent later");
  await using next = await spawnServer({ data, port: server.port });
  await own.provider.flushed();
  const other = openOwn("r", { url: next.url, publicKey: next.publicKey });
  await synchronized(other);
  expect(textOf(other.doc, "t")).toBe("kept and sent later");
});

const runs = Number(process.env["WEFT_RUNS"] ?? 2);
const firstSeed = Number(process.env["WEFT_SEED"] ?? 1);

test.each(Array.from({ length: Math.ceil(runs) }, (_, run) => firstSeed + run))(
  "clients of both families agree over a network that is cut (seed %i)",
  async (seed) => {
    const random = createRandom(seed);
    const roomId = await lobby.newRoom();
    const links = [await openLink(lobby.server.port), await openLink(lobby.server.port)];
    await using closing = new AsyncDisposableStack();
    for (const link of links) closing.use(link);
    const all = [
      ...links.map(({ url }, index) => openOwn(roomId, { url, useV2Encoding_experimental: index > 0 })),
      openOfficial(roomId),
    ];
    await synchronized(...all);
    for (let step = 0; step < 90; step++) {
      const text = all[random.below(all.length)]!.doc.getText("t");
      text.insert(random.below(text.length + 1), `${step};`);
      if (random.chance(0.3) && text.length > 4) text.delete(random.below(text.length - 2), 2);
      if (random.chance(0.06)) links[random.below(2)]!.cut();
      await new Promise(setImmediate);
    }
    await synchronized(...all);
    await eventually(() => expectSame(...all.map(({ doc }) => doc)));
  },
);
