import { getYjsProviderForRoom } from "@liveblocks/yjs";
import type { LiveblocksYjsProvider, ProviderOptions } from "@liveblocks/yjs";
import { openLink } from "@weft/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as Y from "yjs";
import { eventually } from "../support/eventually.ts";
import type { EnterOptions, Lobby } from "../support/lobby.ts";
import { closings, openLobby, received } from "../support/lobby.ts";
import { textOf, xmlOf } from "../support/document.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

interface Open {
  readonly visit: ReturnType<Lobby["enter"]>;
  readonly provider: LiveblocksYjsProvider;
  readonly doc: Y.Doc;
}

/** An official client in a room, with the official provider of its document. */
function open(roomId: string, options: EnterOptions<never, never> = {}, provided: ProviderOptions = {}): Open {
  const visit = lobby.enter(roomId, options);
  const provider = getYjsProviderForRoom(visit.room, provided);
  return { visit, provider, doc: provider.getYDoc() };
}

const settled = (...all: readonly Open[]) =>
  eventually(() => expect(all.map(({ provider }) => provider.getStatus())).toEqual(all.map(() => "synchronized")));

/** Documents are the same, down to what was deleted. */
function expectSame(...documents: readonly Y.Doc[]): void {
  const [first, ...others] = documents.map((doc) => Y.encodeSnapshot(Y.snapshot(doc)));
  for (const other of others) expect(other).toEqual(first);
}

describe.each([
  ["V1", {}],
  ["V2", { useV2Encoding_experimental: true }],
])("in the %s encoding", (_, provided) => {
  test("documents of every shared type converge, and are kept when everyone has left", async () => {
    const roomId = await lobby.newRoom();
    const a = open(roomId, {}, provided);
    const b = open(roomId, {}, provided);
    await settled(a, b);
    a.doc.getText("text").insert(0, "plain ");
    a.doc.getText("text").insert(6, "bold", { bold: true });
    b.doc.getMap("map").set("list", Y.Array.from([1, { two: 2 }, new Uint8Array([3])]));
    b.doc.getArray("array").push(["x", null]);
    const paragraph = new Y.XmlElement("paragraph");
    paragraph.setAttribute("align", "left");
    paragraph.insert(0, [new Y.XmlText("inside")]);
    b.doc.getXmlFragment("xml").insert(0, [paragraph]);
    await eventually(() => {
      expect(textOf(b.doc, "text")).toBe("plain bold");
      expect(xmlOf(a.doc, "xml")).toBe('<paragraph align="left">inside</paragraph>');
      expect(a.doc.getMap("map").toJSON()).toEqual({ list: [1, { two: 2 }, new Uint8Array([3])] });
    });
    a.doc.getText("text").delete(0, 6);
    await eventually(() => expect(textOf(b.doc, "text")).toBe("bold"));
    await settled(a, b);
    expectSame(a.doc, b.doc);

    a.visit.leave();
    b.visit.leave();
    const late = open(roomId, {}, provided);
    await eventually(() => expect(late.provider.synced).toBe(true));
    expect(textOf(late.doc, "text")).toBe("bold");
    expectSame(a.doc, late.doc);
  });

  test("offline edits of both sides are merged, without duplicates", async () => {
    const roomId = await lobby.newRoom();
    await using link = await openLink(lobby.server.port);
    const a = open(roomId, { url: link.url }, provided);
    const b = open(roomId, {}, provided);
    a.doc.getText("t").insert(0, "start");
    // Where the letters of both go depends on whether each has seen the word.
    await eventually(() => expect(textOf(b.doc, "t")).toBe("start"));
    link.down();
    await eventually(() => expect(a.visit.room.getStatus()).not.toBe("connected"));
    a.doc.getText("t").insert(5, " a");
    b.doc.getText("t").insert(0, "b ");
    a.doc.getText("t").insert(7, "!");
    await eventually(() => expect(b.provider.getStatus()).toBe("synchronized"));
    await eventually(() => expect(a.provider.getStatus()).toBe("synchronizing"));
    link.up();
    await eventually(() => expect(textOf(b.doc, "t")).toBe("b start a!"));
    await settled(a, b);
    expectSame(a.doc, b.doc);
  });
});

test("subdocuments are separate documents, loaded on request", async () => {
  const roomId = await lobby.newRoom();
  const a = open(roomId, {}, { autoloadSubdocs: true });
  await settled(a);
  const sub = new Y.Doc();
  a.doc.getMap("subs").set("first", sub);
  sub.getText("t").insert(0, "in the subdocument");
  await eventually(() => expect(received(a.visit.frames, 300).some(({ guid }) => guid === sub.guid)).toBe(true));

  const b = open(roomId);
  await settled(b);
  const there = b.doc.getMap("subs").get("first") as Y.Doc;
  expect(there.guid).toBe(sub.guid);
  expect(textOf(there, "t")).toBe("");
  b.provider.loadSubdoc(there.guid);
  await eventually(() => expect(textOf(there, "t")).toBe("in the subdocument"));
  there.getText("t").insert(0, "now ");
  await eventually(() => expect(textOf(sub, "t")).toBe("now in the subdocument"));
});

test("cursors are sent as awareness, and removed with their connection", async () => {
  const roomId = await lobby.newRoom();
  const a = open(roomId);
  const b = open(roomId);
  a.provider.awareness.setLocalState({ user: { name: "Ada" } });
  await eventually(() =>
    expect([...b.provider.awareness.getStates().values()]).toContainEqual({ user: { name: "Ada" } }),
  );
  a.visit.leave();
  await eventually(() =>
    expect([...b.provider.awareness.getStates().values()]).not.toContainEqual({ user: { name: "Ada" } }),
  );
});

test("a read-only client receives every update and cannot make any", async () => {
  const roomId = await lobby.newRoom(["*:read"]);
  const token = await lobby.accessToken("writer", { [roomId]: ["*:write"] });
  const writer = open(roomId, { auth: () => Promise.resolve({ token }) });
  const reader = open(roomId);
  await settled(writer, reader);
  writer.doc.getText("t").insert(0, "told");
  await eventually(() => expect(textOf(reader.doc, "t")).toBe("told"));
  reader.doc.getText("t").insert(0, "not ");
  writer.doc.getText("t").insert(4, " again");
  await eventually(() => expect(textOf(reader.doc, "t")).toBe("not told again"));
  await settled(writer);
  expect(textOf(writer.doc, "t")).toBe("told again");
  expect(closings(reader.visit.frames)).toEqual([]);
});

test("clients of both encodings share a document", async () => {
  const roomId = await lobby.newRoom();
  const one = open(roomId);
  const two = open(roomId, {}, { useV2Encoding_experimental: true });
  await settled(one, two);
  one.doc.getText("t").insert(0, "one");
  await eventually(() => expect(textOf(two.doc, "t")).toBe("one"));
  two.doc.getText("t").insert(3, " two");
  one.doc.getText("t").delete(0, 1);
  await eventually(() => expect(textOf(two.doc, "t")).toBe("ne two"));
  await settled(one, two);
  expectSame(one.doc, two.doc);
});

test("three people who type at once converge over an unreliable network", async () => {
  const roomId = await lobby.newRoom();
  const links = await Promise.all([0, 1, 2].map(() => openLink(lobby.server.port)));
  await using closing = new AsyncDisposableStack();
  for (const link of links) closing.use(link);
  const people = links.map((link) => open(roomId, { url: link.url }));
  await settled(...people);
  for (let round = 0; round < 60; round++) {
    const { doc } = people[round % 3]!;
    const text = doc.getText("t");
    text.insert((round * 7) % (text.length + 1), `${round % 3}.${round} `);
    if (round % 5 === 4) text.delete(0, 2);
    if (round % 11 === 10) links[round % 3]!.cut();
    await new Promise(setImmediate);
  }
  await settled(...people);
  await eventually(() => expectSame(...people.map(({ doc }) => doc)));
});
