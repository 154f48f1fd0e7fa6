import type { RoomMessage, Json, Limits } from "@weft/protocol";
import { expect, test } from "vitest";
import { createRecordingSocket, settled } from "../suites/fakes.ts";
import type { RecordingSocket } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";
import type { ConnectedUser } from "./connection.ts";

const writer = { scopes: ["*:write"], storage: "write", version: 8 } as const satisfies ConnectedUser;

function world(overrides: Partial<Limits> = {}) {
  const events: string[] = [];
  const opened = openTestHost({
    limits: overrides,
    events: {
      updateRefused: (cause) => events.push(`refused: ${cause}`),
      documentBroken: (guid, reason) => events.push(`broken: ${guid}: ${reason}`),
    },
  });
  const enter = async (user: Partial<ConnectedUser> = {}) => {
    const socket = createRecordingSocket();
    const connection = await opened.edge.enter(address, { ...writer, ...user }, socket);
    return { socket, connection, say: (...messages: RoomMessage[]) => connection.receive(messages) };
  };
  return { ...opened, enter, events };
}

const base64 = (text: string) => Buffer.from(text).toString("base64");
const text = (value: Json | undefined) => Buffer.from(value as string, "base64").toString();
const update = (value: string, more: { guid?: string; v2?: boolean } = {}): RoomMessage => ({
  type: 301,
  update: base64(value),
  ...more,
});
const fetch = (vector = "", more: { guid?: string; v2?: boolean } = {}): RoomMessage => ({
  type: 300,
  vector: base64(vector),
  ...more,
});
const heard = (socket: RecordingSocket) => socket.take().filter(({ type }) => type === 300);

test("[RD1] an update and its hash reach everyone, including the sender, only once it is durable", async () => {
  const { clock, store, enter } = world();
  const a = await enter();
  const b = await enter();
  await store.flush();
  a.say(update("x"));
  await clock.advance(50);
  expect(heard(a.socket)).toEqual([]);
  expect(heard(b.socket)).toEqual([]);
  // A request in the meantime is answered with the update in it, so it waits as well.
  b.say(fetch());
  await clock.advance(50);
  expect(heard(b.socket)).toEqual([]);
  expect(store.waiting).toHaveLength(1);
  await store.flush();
  await clock.advance(20);
  const told = { type: 300, update: base64("x"), isSync: false, stateVector: null, remoteSnapshotHash: "x" };
  expect(heard(a.socket)).toEqual([told]);
  expect(heard(b.socket)).toEqual([
    told,
    { type: 300, update: base64("x"), isSync: true, stateVector: base64("x"), remoteSnapshotHash: "x" },
  ]);
  expect(store.durable.documents.get("")?.map((row) => Buffer.from(row.update).toString())).toEqual(["x"]);
});

test("[RD1] updates that arrive while others are applied make the next batch, and keep their order", async () => {
  const { clock, store, documents, enter } = world();
  store.flushAtOnce();
  const a = await enter();
  documents.held = true;
  for (const value of ["1", "2", "3"]) a.say(update(value));
  await clock.advance(20);
  await documents.release();
  await clock.advance(20);
  expect(heard(a.socket).map((message) => text(message["update"]))).toEqual(["1", "2", "3"]);
});

test("[RD10] updates of a busy document are batched, and a request does not wait for more of them", async () => {
  const { clock, store, documents, enter, host } = world({ flushWindowMs: 10 });
  store.flushAtOnce();
  const a = await enter();
  const batches = () => documents.batches.splice(0);
  a.say(update("1"));
  await clock.advance(0);
  expect(batches()).toEqual([["1"]]);
  a.say(update("2"));
  await clock.advance(5);
  a.say(update("3"));
  await clock.advance(14);
  expect(batches()).toEqual([]);
  await clock.advance(1);
  expect(batches()).toEqual([["2", "3"]]);

  a.say(update("4"), fetch());
  await clock.advance(0);
  expect(batches()).toEqual([["4"]]);
  a.say(update("5"));
  await clock.advance(0);
  const put = host.updateDocument(address, undefined, Buffer.from("6"), false);
  await clock.advance(0);
  expect(batches()).toEqual([["5", "6"]]);
  await put;
});

test("[RD2] documents are distinguished by guid, and a message is echoed with its markers", async () => {
  const { clock, store, enter } = world();
  store.flushAtOnce();
  const a = await enter();
  a.say(update("root"), update("sub", { guid: "g", v2: true }), fetch("", { guid: "g", v2: false }));
  await clock.advance(20);
  expect(heard(a.socket)).toMatchObject([
    { update: base64("root"), isSync: false },
    { update: base64("sub"), isSync: false, guid: "g", v2: true },
    { update: base64("sub"), isSync: true, guid: "g", v2: false },
  ]);
  expect([...store.durable.documents.keys()]).toEqual(["", "g"]);
});

test("[RD3] a client without read access receives no documents, one without write access changes none", async () => {
  const { clock, store, enter, events } = world();
  store.flushAtOnce();
  const a = await enter();
  const blind = await enter({ storage: "none", scopes: [] });
  const reader = await enter({ storage: "read", scopes: ["*:read"] });
  reader.say(update("mine"));
  blind.say(fetch(), update("mine"));
  a.say(update("x"));
  await clock.advance(20);
  reader.say(fetch());
  await clock.advance(20);
  expect(heard(blind.socket)).toEqual([]);
  expect(heard(reader.socket)).toMatchObject([{ isSync: false }, { isSync: true, update: base64("x") }]);
  expect(events).toEqual(["refused: permission"]);
  expect(reader.socket.closed).toBeUndefined();
});

test("[RD4] an update with nothing new is confirmed to its sender only, and a refused one reaches no one", async () => {
  const { clock, store, enter, events } = world();
  store.flushAtOnce();
  const a = await enter();
  const b = await enter();
  a.say(update("x"));
  await clock.advance(20);
  heard(a.socket);
  heard(b.socket);
  b.say(update("x"), update("bad"));
  await clock.advance(20);
  expect(heard(a.socket)).toEqual([]);
  expect(heard(b.socket)).toMatchObject([{ update: base64("x"), remoteSnapshotHash: "x" }]);
  expect(b.socket.closed).toBeUndefined();
  b.say(update("bomb"));
  await clock.advance(20);
  expect(b.socket.closed?.error).toBe("INVALID_FRAME");
  expect(events).toEqual(["refused: malformed", "refused: overran"]);
  expect(store.durable.documents.get("")).toHaveLength(1);
});

test("[RD5] a long log is merged into one row, and edits in the meantime stay", async () => {
  const { clock, store, documents, enter } = world();
  store.flushAtOnce();
  documents.mergeFrom = 3;
  const a = await enter();
  for (const value of ["1", "2", "3"]) a.say(update(value));
  a.say(update("4"));
  await clock.advance(50);
  const rows = store.durable.documents.get("")!;
  expect(rows.map((row) => Buffer.from(row.update).toString())).toEqual(["1|2|3|4"]);
  documents.mergeFrom = Infinity;
  a.say(update("5"));
  await clock.advance(50);
  expect(store.durable.documents.get("")!.map(({ id }) => id)).toEqual([4, 5]);
});

test("[RD5] a log that a crash left too long is merged when it is read, without another edit", async () => {
  const { clock, store, documents, enter } = world({ roomIdleMs: 1_000 });
  store.flushAtOnce();
  documents.mergeFrom = Infinity;
  const a = await enter();
  for (const value of ["1", "2", "3"]) {
    a.say(update(value));
    await clock.advance(50);
  }
  a.connection.leave();
  await clock.advance(5_000);
  expect(store.durable.documents.get("")!.map(({ id }) => id)).toEqual([1, 2, 3]);
  documents.mergeFrom = 3;
  const b = await enter();
  b.say(fetch());
  await clock.advance(50);
  expect(heard(b.socket)).toMatchObject([{ update: base64("1|2|3"), isSync: true }]);
  expect(store.durable.documents.get("")!.map(({ id }) => id)).toEqual([3]);
});

test("[RD6] a room with documents is the same after it was unloaded", async () => {
  const { clock, store, enter } = world({ roomIdleMs: 1_000 });
  store.flushAtOnce();
  const a = await enter();
  a.say(update("x"));
  await clock.advance(20);
  a.connection.leave();
  await clock.advance(5_000);
  const b = await enter();
  b.say(fetch());
  await clock.advance(20);
  expect(heard(b.socket)).toMatchObject([{ update: base64("x"), isSync: true }]);
});

test("[RD6] a room is not unloaded while an update is being applied", async () => {
  const { clock, store, documents, enter } = world({ roomIdleMs: 1_000 });
  store.flushAtOnce();
  const a = await enter();
  documents.held = true;
  a.say(update("x"));
  await clock.advance(20);
  a.connection.leave();
  await clock.advance(5_000);
  await documents.release();
  await clock.advance(5_000);
  expect(store.durable.documents.get("")).toHaveLength(1);
});

test("[RD7] a commit that fails drops the documents with the room", async () => {
  const { clock, store, enter } = world();
  const a = await enter();
  await store.flush();
  a.say(update("lost"));
  await clock.advance(20);
  await store.fail();
  expect(a.socket.closed?.error).toBe("RESTARTING");
  expect(heard(a.socket)).toEqual([]);
  store.flushAtOnce();
  const b = await enter();
  b.say(fetch());
  await clock.advance(20);
  expect(heard(b.socket)).toMatchObject([{ update: "", isSync: true }]);
});

test("[RD8] unused documents are unloaded when there are many, and loaded again when needed", async () => {
  const { clock, store, documents, enter } = world({ documentsAwakePerRoom: 2 });
  store.flushAtOnce();
  const a = await enter();
  for (const guid of ["g1", "g2", "g3"]) {
    a.say(update(guid, { guid }));
    await clock.advance(20);
  }
  expect(documents.opened).toHaveLength(3);
  heard(a.socket);
  a.say(fetch("", { guid: "g1" }));
  await clock.advance(20);
  expect(documents.opened).toHaveLength(4);
  expect(heard(a.socket)).toMatchObject([{ guid: "g1", update: base64("g1") }]);
});

test("[RD9] over REST a document is read once it is durable, and a write reaches everyone", async () => {
  const { clock, store, enter, host } = world();
  const a = await enter();
  await store.flush();
  let done = false;
  const written = host.updateDocument(address, undefined, Buffer.from("sub g"), false).then(() => (done = true));
  await clock.advance(20);
  expect(done).toBe(false);
  await store.flush();
  await written;
  await clock.advance(20);
  expect(heard(a.socket)).toMatchObject([{ update: base64("sub g"), isSync: false, v2: false }]);
  store.flushAtOnce();
  await host.updateDocument(address, "g", Buffer.from("inside"), false);
  expect(Buffer.from(await host.documentState(address, "g")).toString()).toBe("inside");
  expect(Buffer.from(await host.documentJson(address, {})).toString()).toBe('["sub g"]');
  await expect(host.updateDocument(address, "other", Buffer.from("x"), false)).rejects.toMatchObject({
    code: "UNPROCESSABLE_ENTITY",
  });
  await expect(host.updateDocument(address, undefined, Buffer.from("bad"), false)).rejects.toMatchObject({
    code: "UNPROCESSABLE_ENTITY",
  });
  await settled();
});

test("[RD11] everyone gets the hash in the encoding in which they compare it", async () => {
  const { clock, store, enter, host } = world();
  store.flushAtOnce();
  const one = await enter();
  const two = await enter();
  one.say(fetch());
  await clock.advance(20);
  heard(one.socket);
  // All readers use one encoding; a writer may use the other.
  await host.updateDocument(address, undefined, Buffer.from("r"), true);
  await clock.advance(20);
  expect(heard(one.socket)).toMatchObject([{ update: base64("r"), v2: true, remoteSnapshotHash: "r" }]);
  two.say(fetch("", { v2: true }));
  await clock.advance(20);
  heard(two.socket);
  one.say(update("x"));
  two.say(update("y", { v2: true }));
  await clock.advance(50);
  expect(heard(one.socket).at(-1)).toMatchObject({ update: base64("y"), v2: true, remoteSnapshotHash: "r+x+y" });
  expect(heard(two.socket).at(-1)).toMatchObject({ update: base64("y"), remoteSnapshotHash: "r+x+y in V2" });
  one.connection.leave();
  two.say(update("z", { v2: true }));
  await clock.advance(50);
  expect(heard(two.socket)).toMatchObject([{ update: base64("z"), remoteSnapshotHash: "r+x+y+z in V2" }]);
});

test("[RD12] a connection has one question of a document under way and one waiting, however often it asks", async () => {
  const { clock, store, documents, enter, host } = world();
  store.flushAtOnce();
  const a = await enter();
  const reader = await enter({ storage: "read", scopes: ["*:read"] });
  a.say(update("x"));
  await clock.advance(20);
  heard(reader.socket);
  documents.held = true;
  reader.say(fetch("first"));
  await settled();
  reader.say(...Array.from({ length: 1_000 }, (_, index) => fetch(`v${index}`)));
  await settled();
  expect(documents.asked).toEqual(["first"]);
  await documents.release();
  await clock.advance(20);
  expect(documents.asked).toEqual(["first", "v999"]);
  expect(heard(reader.socket)).toMatchObject([
    { isSync: true, update: base64("x") },
    { isSync: true, update: base64("x") },
  ]);
  expect(Buffer.from(await host.documentState(address, undefined)).toString()).toBe("x");
});

test("[RD13] requests of a connection are dropped when it leaves, and do not keep the room in memory", async () => {
  const { clock, store, documents, enter, host } = world({ roomIdleMs: 1_000, documentsAwakePerRoom: 1 });
  store.flushAtOnce();
  const readers = await Promise.all([enter(), enter(), enter()]);
  documents.held = true;
  for (const [index, { say }] of readers.entries()) {
    say(fetch(`${index}`));
    // Of documents that wait to be opened, too.
    for (const guid of ["g1", "g2", "g3"]) say(fetch(`${index}`, { guid }));
  }
  await clock.advance(20);
  for (const { connection } of readers) connection.leave();
  await documents.release();
  expect(Buffer.from(await host.documentState(address, undefined)).toString()).toBe("");
  expect(documents.asked).toEqual(["0", ""]);
  expect(documents.opened).toHaveLength(1);
  await clock.advance(5_000);
  expect(host.awake).toBe(0);
});

test("[RD14] equal requests that wait are run once, and each connection gets its own answer", async () => {
  const { clock, store, documents, enter } = world();
  store.flushAtOnce();
  const [busy, one, two, other] = await Promise.all([enter(), enter(), enter(), enter()]);
  busy.say(update("x"));
  await clock.advance(20);
  documents.held = true;
  busy.say(fetch("y"));
  await settled();
  one.say(fetch());
  two.say(fetch("", { v2: false }));
  other.say(fetch("x"));
  await settled();
  for (const { socket } of [busy, one, two, other]) heard(socket);
  await documents.release();
  await clock.advance(20);
  expect(documents.asked).toEqual(["y", "", "x"]);
  expect(heard(one.socket)).toEqual([
    { type: 300, update: base64("x"), isSync: true, stateVector: base64("x"), remoteSnapshotHash: "x" },
  ]);
  expect(heard(two.socket)).toMatchObject([{ update: base64("x"), v2: false }]);
  expect(heard(other.socket)).toMatchObject([{ update: "" }]);
  // A request in progress may return less than is there by now, so it is not shared.
  documents.held = true;
  one.say(fetch());
  await settled();
  busy.say(update("z"));
  two.say(fetch());
  await documents.release();
  await clock.advance(50);
  expect(heard(two.socket).at(-1)).toMatchObject({ isSync: true, stateVector: base64("x|z") });
});

test("[RD15] no more documents are open at once than the limit says, and those beyond it wait for a place", async () => {
  const { clock, store, documents, enter } = world({ documentsAwakePerRoom: 3 });
  store.flushAtOnce();
  const a = await enter();
  const guids = Array.from({ length: 20 }, (_, index) => `g${index}`);
  documents.held = true;
  a.say(...guids.map((guid) => update(`in ${guid}`, { guid })));
  const b = await enter({ storage: "read", scopes: ["*:read"] });
  b.say(...guids.map((guid) => fetch("", { guid })));
  await clock.advance(50);
  expect(documents.opened).toHaveLength(3);
  await documents.release();
  await clock.advance(1_000);
  expect(documents.mostOpen).toBe(3);
  const answers = heard(b.socket).filter(({ isSync }) => isSync === true);
  expect(answers.map(({ guid }) => guid)).toEqual(guids);
  expect(answers.map((answer) => text(answer["update"]))).toEqual(guids.map((guid) => `in ${guid}`));
  expect([...store.durable.documents.keys()].toSorted()).toEqual(guids.toSorted());
});

test("[RD16] beyond the documents that may wait, only the connection or call that asks is refused", async () => {
  const { clock, store, documents, enter, host, events } = world({
    documentsAwakePerRoom: 2,
    documentsWaitingPerRoom: 3,
  });
  store.flushAtOnce();
  const a = await enter();
  const reader = await enter({ storage: "read", scopes: ["*:read"] });
  a.say(update("x"));
  await clock.advance(20);
  documents.held = true;
  a.say(fetch());
  reader.say(...Array.from({ length: 1_000 }, (_, index) => fetch("", { guid: `g${index}` })));
  await settled();
  expect(reader.socket.closed?.error).toBe("TRY_AGAIN_LATER");
  // The requests of the closed connection are gone, which makes room for others.
  const other = await enter();
  other.say(...["h1", "h2", "h3", "h4"].map((guid) => fetch("", { guid })));
  await settled();
  await expect(host.documentState(address, "one more")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  await documents.release();
  await clock.advance(1_000);
  expect(documents.asked.length).toBeLessThanOrEqual(6);
  expect(heard(a.socket).at(-1)).toMatchObject({ isSync: true, update: base64("x") });
  expect(heard(other.socket).map(({ guid }) => guid)).toEqual(["h1", "h2", "h3", "h4"]);
  expect(Buffer.from(await host.documentState(address, "one more")).toString()).toBe("");
  expect(events).toEqual([]);
});

test("[RD17] a document that is idle is closed when the server asks for its place, and opened again when needed", async () => {
  const { clock, store, documents, enter } = world();
  const a = await enter();
  await store.flush();
  a.say(update("x"));
  await clock.advance(20);
  // It is needed until what was accepted is durable.
  expect(documents.releaseAll()).toBe(0);
  await store.flush();
  await clock.advance(20);
  expect(documents.releaseAll()).toBe(1);
  a.say(fetch());
  await clock.advance(20);
  expect(documents.opened).toHaveLength(2);
  expect(heard(a.socket).at(-1)).toMatchObject({ isSync: true, update: base64("x") });
});
