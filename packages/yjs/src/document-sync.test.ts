import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { afterMicrotasks, FakeServer } from "../suites/fake-room.ts";
import { acknowledgedWithinMs, DocumentSync, pieceBytes } from "./document-sync.ts";
import { WeftYjsProvider } from "./provider.ts";
import type { ProviderOptions } from "./provider.ts";
import { SendWindow } from "./send-window.ts";
import { piecesOf } from "./update-pieces.ts";

// The server answers when a test lets it; only the wait for its answers is on a clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

function open(server: FakeServer, options: ProviderOptions = {}, canWrite = true) {
  const room = server.open(canWrite);
  const doc = new Y.Doc();
  const provider = new WeftYjsProvider(room, doc, options);
  return { room, doc, provider, text: doc.getText("t") };
}

const textIn = (doc: Y.Doc) => doc.getText("t").toJSON();
const snapshotOf = (doc: Y.Doc) => Y.encodeSnapshot(Y.snapshot(doc));

test.each([false, true])("[YJ1] [YJ3] edits of both sides arrive, in one update for each task (V2: %s)", async (v2) => {
  const server = new FakeServer();
  const options = { useV2Encoding_experimental: v2 };
  const [a, b] = [open(server, options), open(server, options)];
  await server.settle();
  a.text.insert(0, "one ");
  a.text.insert(4, "two ");
  b.text.insert(0, "three ");
  a.text.delete(0, 2);
  await server.settle();
  expect(textIn(a.doc)).toBe(textIn(b.doc));
  expect(a.room.updates).toHaveLength(1);
  expect(a.room.updates[0]!.v2).toBe(v2);
  expect(snapshotOf(a.doc)).toEqual(snapshotOf(server.doc()));
});

test("[YJ2] edits that were made offline are sent with the next connection, and what the server has is not sent again", async () => {
  const server = new FakeServer();
  const [a, b] = [open(server), open(server)];
  await server.settle();
  a.text.insert(0, "kept ");
  // The update arrives, and its acknowledgement does not.
  await afterMicrotasks();
  while (a.room.deliverUp());
  a.room.cut();
  a.text.insert(5, "offline ");
  b.text.insert(0, "theirs ");
  await server.settle();
  expect(textIn(a.doc)).toContain("kept offline ");
  expect([textIn(b.doc), textIn(server.doc())]).toEqual([textIn(a.doc), textIn(a.doc)]);
  expect(a.provider.getStatus()).toBe("synchronized");
  const said = a.room.updates.map(({ update }) => Y.decodeUpdate(new Uint8Array(Buffer.from(update, "base64"))));
  expect(said.map(({ structs }) => structs.reduce((sum, { length }) => sum + length, 0))).toEqual([5, 8]);

  const sent = a.room.updates.length;
  a.room.cut();
  await server.settle();
  expect(a.room.updates).toHaveLength(sent);
});

test("[YJ2] deletions that were made offline are sent, and those that the server has are not", async () => {
  const server = new FakeServer();
  const a = open(server);
  await server.settle();
  a.text.insert(0, "abc");
  await server.settle();
  a.room.cut();
  a.text.delete(0, 2);
  await server.settle();
  expect(textIn(server.doc())).toBe("c");
  const sent = a.room.updates.length;
  a.text.delete(0, 1);
  await afterMicrotasks();
  while (a.room.deliverUp());
  a.room.cut();
  await server.settle();
  expect(textIn(server.doc())).toBe("");
  expect(a.room.updates).toHaveLength(sent + 1);
});

test("[YJ4] flushed resolves when the server has what was written before, and does not wait for later edits", async () => {
  const server = new FakeServer();
  const { provider, room, text } = open(server);
  await server.settle();
  await provider.flushed();
  text.insert(0, "a");
  let isFlushed = false;
  void provider.flushed().then(() => (isFlushed = true));
  await afterMicrotasks();
  while (room.deliverUp());
  expect(isFlushed).toBe(false);
  text.insert(1, "b");
  room.deliverDown();
  await afterMicrotasks();
  expect([isFlushed, provider.getStatus()]).toEqual([true, "synchronizing"]);
  const rest = provider.flushed();
  room.cut();
  await server.settle();
  await rest;
  expect(textIn(server.doc())).toBe("ab");
  expect(room.reports.at(-1)).toBe(true);
});

test("[YJ4] flushed rejects when the room is disconnected permanently, and when the provider is destroyed", async () => {
  const server = new FakeServer();
  const [a, b] = [open(server), open(server)];
  a.text.insert(0, "a");
  b.text.insert(0, "b");
  const [lost, closed] = [a.provider.flushed(), b.provider.flushed()];
  a.room.cut("disconnected");
  b.provider.destroy();
  await expect(lost).rejects.toThrow("disconnected");
  await expect(closed).rejects.toThrow("closed");
});

test("[YJ5] an update without an acknowledgement is sent once more, and reported as refused if it is not taken then", async () => {
  const server = new FakeServer();
  let refusals = 1;
  server.refuses = () => refusals-- > 0;
  const { provider, room, text } = open(server);
  const errors: Error[] = [];
  provider.on("error", (error) => errors.push(error));
  await server.settle();
  text.insert(0, "lost once");
  await server.settle();
  expect(provider.getStatus()).toBe("synchronizing");
  vi.advanceTimersByTime(acknowledgedWithinMs);
  await server.settle();
  expect([textIn(server.doc()), provider.getStatus(), errors]).toEqual(["lost once", "synchronized", []]);

  refusals = Infinity;
  text.insert(0, "never ");
  const flushed = expect(provider.flushed()).rejects.toThrow("refused");
  for (let wait = 0; wait < 4; wait++) {
    await server.settle();
    vi.advanceTimersByTime(acknowledgedWithinMs);
  }
  await flushed;
  expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining("refused an edit of the document")]);
  expect(provider.getStatus()).toBe("synchronizing");
  expect(room.updates).toHaveLength(4);
});

test("[YJ6] a reader receives everything and sends nothing", async () => {
  const server = new FakeServer();
  const [writer, reader] = [open(server), open(server, {}, false)];
  await server.settle();
  reader.text.insert(0, "mine ");
  writer.text.insert(0, "theirs");
  reader.room.cut();
  await server.settle();
  expect([textIn(reader.doc).includes("theirs"), textIn(server.doc())]).toEqual([true, "theirs"]);
  expect(reader.room.updates).toEqual([]);
  expect(reader.provider.getStatus()).toBe("synchronizing");
});

test("[YJ7] a large document is sent in pieces that fit a frame, a few at a time", async () => {
  const server = new FakeServer();
  const { room, doc } = open(server);
  const other = new Y.Doc();
  for (let n = 0; n < 1_500; n++) {
    const [from, to] = n % 2 === 0 ? [doc, other] : [other, doc];
    from.getText("t").insert((n * 7) % (from.getText("t").length + 1), `${n} ${"x".repeat(5_000)}`);
    if (n % 3 === 0) from.getText("t").delete(0, 1);
    Y.applyUpdate(to, Y.encodeStateAsUpdate(from, Y.encodeStateVector(to)));
  }
  const sizes: number[] = [];
  let most = 0;
  while (room.deliverUp() || room.deliverDown()) {
    // Messages that wait are one frame.
    most = Math.max(
      most,
      room.up.map((each) => (each.kind === "update" ? each.update.length : 0)).reduce((a, b) => a + b, 0),
    );
  }
  for (const { update } of room.updates) sizes.push(update.length);
  expect(sizes.length).toBeGreaterThan(20);
  expect(Math.max(...sizes)).toBeLessThan(2 * pieceBytes);
  expect(most).toBeLessThan(5 * 1_024 * 1_024);
  expect(snapshotOf(server.doc())).toEqual(snapshotOf(doc));
  // Nothing waits for what comes later.
  expect(server.doc().store.pendingStructs).toBeNull();
});

test("[YJ8] nothing is sent or applied while paused, and everything afterwards", async () => {
  const server = new FakeServer();
  const [a, b] = [open(server), open(server)];
  await server.settle();
  await a.provider.pause();
  a.text.insert(0, "mine ");
  b.text.insert(0, "theirs ");
  await server.settle();
  expect([textIn(a.doc), textIn(server.doc())]).toEqual(["mine ", "theirs "]);
  a.provider.unpause();
  await server.settle();
  expect(textIn(a.doc)).toBe(textIn(b.doc));
  expect(textIn(a.doc)).toHaveLength("mine theirs ".length);
});

test("[YJ17] a document that arrives in parts is taken in as a whole, and again from the beginning after a lost connection", () => {
  const written = new Y.Doc();
  const updates: Uint8Array[] = [];
  written.on("update", (update) => updates.push(update));
  for (const word of ["one ", "two ", "three"]) written.getText("t").insert(written.getText("t").length, word);
  const doc = new Y.Doc();
  const applied: Uint8Array[] = [];
  doc.on("update", (update) => applied.push(update));
  const sync = new DocumentSync({
    doc,
    origin: {},
    useV2: false,
    window: new SendWindow(),
    fetch: () => {},
    update: () => {},
    mayWrite: () => true,
    changed: () => {},
    refused: () => {},
  });
  const part = (update: Uint8Array, isLast = false) =>
    sync.receive({
      update: Buffer.from(update).toString("base64"),
      v2: false,
      isSync: isLast,
      stateVector: isLast ? Buffer.from(Y.encodeStateVector(written)).toString("base64") : null,
    } as never);
  // As the server sends them: the beginning comes last.
  const [first, ...further] = updates as [Uint8Array, ...Uint8Array[]];
  sync.connected();
  part(further[0]!);
  sync.disconnected();
  sync.connected();
  for (const update of further) part(update);
  expect([doc.store.pendingStructs, applied, sync.isLoaded]).toEqual([null, [], false]);
  part(first, true);
  expect([doc.getText("t").toJSON(), doc.store.pendingStructs, sync.isLoaded]).toEqual(["one two three", null, true]);
  written.getText("t").insert(0, "zero ");
  part(updates.at(-1)!);
  expect(doc.getText("t").toJSON()).toBe("zero one two three");
});

test("[YJ7] pieces are in causal order where a client wrote on after what another one refers to", () => {
  const [a, b, c] = [1, 3, 2].map((clientID) => Object.assign(new Y.Doc(), { clientID })) as [Y.Doc, Y.Doc, Y.Doc];
  // Each writes before what the one before it wrote, and the first one once more, before all of it.
  const turns = [a, b, c, a];
  for (const [turn, doc] of turns.entries()) {
    doc.getText("t").insert(0, `${turn} `);
    for (const other of [a, b, c]) Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  }
  const built = new Y.Doc();
  for (const piece of piecesOf(Y.encodeStateAsUpdate(a), 1)) {
    Y.applyUpdate(built, piece);
    expect(built.store.pendingStructs).toBeNull();
  }
  expect(built.getText("t").toJSON()).toBe("3 2 1 0 ");
});
