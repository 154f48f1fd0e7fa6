import type { RoomMessage, Limits, Op, RoomAddress } from "@weft/protocol";
import { expect, test } from "vitest";
import { createRecordingSocket, settled } from "../suites/fakes.ts";
import type { RecordingSocket } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";
import type { RoomConnection, ConnectedUser } from "./connection.ts";

const writer = { scopes: ["*:write"], storage: "write", version: 8 } as const satisfies ConnectedUser;

function world(overrides: Partial<Limits> = {}, uploaded: Readonly<Record<string, number>> = {}) {
  const dropped: unknown[] = [];
  const unloaded: RoomAddress[] = [];
  const opened = openTestHost({
    limits: overrides,
    uploads: {
      findMany: (_room, asked) =>
        Promise.resolve(
          new Map(asked.flatMap((id) => (uploaded[id] === undefined ? [] : [[id, { size: uploaded[id] }]]))),
        ),
    },
    events: {
      roomDropped: (_address, cause) => dropped.push(cause),
      roomUnloaded: () => unloaded.push(address),
    },
  });
  const enter = async (user: Partial<ConnectedUser> = {}) => {
    const socket = createRecordingSocket();
    const connection = await opened.edge.enter(address, { ...writer, ...user }, socket);
    return { socket, connection, say: (...messages: RoomMessage[]) => connection.receive(messages) };
  };
  return { ...opened, enter, dropped, unloaded };
}

const set = (actor: number, clock: number, data: Record<string, number>): Op => ({
  type: 3,
  id: "root",
  opId: `${actor}:${clock}`,
  data,
});
const create = (actor: number, clock: number): Op => ({
  type: 4,
  id: `${actor}:${clock}`,
  opId: `${actor}:${clock}`,
  parentId: "root",
  parentKey: `k${clock}`,
  data: {},
});
const ops = (...all: Op[]): RoomMessage => ({ type: 201, ops: all });
const storageTypes = (socket: RecordingSocket) =>
  socket.take().filter(({ type }) => (type as number) >= 200 && (type as number) < 300);

test("[RM1] no Storage message is sent before everything decided up to it is flushed", async () => {
  const { store, enter, clock } = world();
  const a = await enter();
  const b = await enter();
  await store.flush();
  a.say({ type: 200 });
  b.say({ type: 200 });
  await clock.advance(3_000);
  storageTypes(a.socket);
  storageTypes(b.socket);

  a.say(ops(set(0, 0, { x: 1 })));
  b.say({ type: 200 });
  await clock.advance(50);
  expect(storageTypes(a.socket)).toEqual([]);
  expect(storageTypes(b.socket)).toEqual([]);

  await store.flush();
  await clock.advance(20);
  expect(storageTypes(a.socket)).toEqual([{ type: 201, ops: [set(0, 0, { x: 1 })] }]);
  expect(storageTypes(b.socket).map(({ type, nodes }) => [type, nodes])).toEqual([
    [201, undefined],
    [210, [["root", { x: 1 }]]],
    [211, undefined],
  ]);
});

test("a message of a kind that a newer node has decoded changes nothing, and those with it are taken", async () => {
  const { store, enter, clock, dropped } = world();
  store.flushAtOnce();
  const a = await enter();
  const b = await enter();
  await clock.advance(1_000);
  b.socket.take();
  a.say({ type: 999 } as never, { type: 103, event: 1 });
  await clock.advance(1_000);
  expect(b.socket.take()).toMatchObject([{ type: 103, event: 1 }]);
  expect(dropped).toEqual([]);
});

test("[RM1] turns during a commit form the next one, and are sent after it", async () => {
  const { store, enter, clock } = world();
  const a = await enter();
  await store.flush();
  a.say({ type: 200 });
  await clock.advance(20);
  storageTypes(a.socket);
  a.say(ops(set(0, 0, { x: 1 })));
  a.say(ops(set(0, 1, { x: 2 })));
  a.say(ops(set(0, 2, { x: 3 })));
  expect(store.waiting.map(({ seq }) => seq)).toEqual([1]);
  await store.flush(1);
  await clock.advance(20);
  expect(storageTypes(a.socket)).toHaveLength(1);
  expect(store.waiting.map(({ seq, puts }) => [seq, puts])).toEqual([[3, ["root", '["root",{"x":3}]']]]);
  await store.flush();
  await clock.advance(20);
  expect(storageTypes(a.socket)).toHaveLength(2);
});

test("[RM2] presence, events, joins and leaves wait for no commit", async () => {
  const { enter, clock } = world();
  const a = await enter();
  const b = await enter();
  a.say({ type: 100, data: { x: 1 } }, { type: 103, event: "hi" });
  await clock.advance(20);
  b.connection.leave();
  await clock.advance(20);
  expect(a.socket.take().map(({ type }) => type)).toEqual([104, 101, 102]);
  expect(b.socket.take().map(({ type }) => type)).toEqual([104, 100, 103]);
});

test("[RM2] a change of presence that precedes the full presence in its frame is sent after it", async () => {
  const { enter, clock } = world();
  const a = await enter();
  const b = await enter();
  await clock.advance(100);
  b.socket.take();
  a.say({ type: 100, data: { x: 2 } }, { type: 100, data: { x: 1 }, targetActor: 1 });
  await clock.advance(100);
  expect(b.socket.take()).toEqual([
    { type: 100, actor: 0, data: { x: 1 }, targetActor: 1 },
    { type: 100, actor: 0, data: { x: 2 } },
  ]);
});

test("[RM3] a commit that fails drops the room, and none of it was sent to anyone", async () => {
  const { store, enter, clock, host, dropped } = world();
  const a = await enter();
  const b = await enter();
  await store.flush();
  a.say({ type: 200 });
  await clock.advance(20);
  storageTypes(a.socket);
  a.say(ops(set(0, 0, { x: 1 })));
  await store.fail();
  await clock.advance(20);
  expect(storageTypes(a.socket)).toEqual([]);
  expect(storageTypes(b.socket)).toEqual([]);
  expect(a.socket.closed?.error).toBe("RESTARTING");
  expect(b.socket.closed?.error).toBe("RESTARTING");
  expect(dropped).toHaveLength(1);
  expect(host.awake).toBe(0);
});

test("[RM4] a newcomer's first frame is ROOM_STATE, alone, with everyone else in it", async () => {
  const { enter } = world();
  await enter({ id: "ada", info: { name: "Ada" } });
  const b = await enter({ scopes: ["*:read"], storage: "read" });
  expect(b.socket.frames[0]).toEqual({
    type: 104,
    actor: 1,
    nonce: expect.any(String),
    scopes: ["*:read"],
    users: { "0": { id: "ada", info: { name: "Ada" }, scopes: ["*:write"] } },
    meta: {},
  });
});

test("[RM5] actor numbers go up by one, across an unload too, and never come twice after a crash", async () => {
  const first = world({ roomIdleMs: 1_000 });
  first.store.flushAtOnce();
  const a = await first.enter();
  const b = await first.enter();
  expect([a.connection.actor, b.connection.actor]).toEqual([0, 1]);
  a.connection.leave();
  b.connection.leave();
  await first.clock.advance(5_000);
  expect(first.host.awake).toBe(0);
  const c = await first.enter();
  expect(c.connection.actor).toBe(2);

  // As after a crash: the reservation stays, and its actors are not issued again.
  const reopened = await first.store.open(address, 64);
  expect(reopened!.firstActor).toBeGreaterThan(2);
});

test("[RM5] a room that fills beyond its reservation waits for the next one to be on disk", async () => {
  const { store, enter } = world({ actorBlock: 4, connectionsPerRoom: 50 });
  const entered: RoomConnection[] = [];
  const entering = Array.from({ length: 7 }, () => enter().then(({ connection }) => entered.push(connection)));
  await settled();
  expect(entered.map(({ actor }) => actor)).toEqual([0, 1, 2, 3]);
  while (entered.length < 7) await store.flush();
  await Promise.all(entering);
  expect(entered.map(({ actor }) => actor)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(store.durable.nextActor).toBeGreaterThanOrEqual(7);
});

test("[RM6] a snapshot holds everything that was decided before it and nothing later", async () => {
  const { store, enter, clock } = world();
  store.flushAtOnce();
  const a = await enter();
  const b = await enter();
  a.say(ops(set(0, 0, { x: 1 })));
  await clock.advance(20);
  storageTypes(b.socket);
  b.say(ops(set(1, 0, { y: 2 })), { type: 200 });
  a.say(ops(set(0, 1, { x: 3 })));
  await clock.advance(20);
  const heard = storageTypes(b.socket);
  const from = heard.findIndex(({ type }) => type === 210);
  expect(heard.slice(0, from)).toEqual([{ type: 201, ops: [set(1, 0, { y: 2 })] }]);
  expect(heard.slice(from, from + 2)).toEqual([{ type: 210, nodes: [["root", { x: 1, y: 2 }]] }, { type: 211 }]);
  expect(heard.slice(from + 2)).toEqual([{ type: 201, ops: [{ type: 3, id: "root", data: { x: 3 } }] }]);
});

test("[RM7] a repeated op is acknowledged and changes nothing, even after the room was unloaded", async () => {
  const { store, enter, clock } = world({ roomIdleMs: 1_000 });
  store.flushAtOnce();
  const a = await enter({ id: "ada" });
  a.say(ops(set(0, 0, { x: 1 })));
  await clock.advance(20);
  const b = await enter({ id: "bob" });
  b.say(ops(set(1, 0, { x: 2 })));
  await clock.advance(20);
  a.say(ops(set(0, 0, { x: 1 })));
  await clock.advance(20);
  const again = storageTypes(a.socket).slice(-1)[0]!;
  expect(again["ops"]).toEqual([set(0, 0, { x: 1 }), { type: 3, id: "root", data: { x: 2 } }]);
  expect(store.durable.nodes.get("root")).toBe('["root",{"x":2}]');

  a.connection.leave();
  b.connection.leave();
  await clock.advance(5_000);
  const back = await enter({ id: "ada" });
  back.say(ops(set(0, 0, { x: 1 })));
  await clock.advance(20);
  expect(storageTypes(back.socket).slice(-1)[0]!["ops"]).toEqual([
    set(0, 0, { x: 1 }),
    { type: 3, id: "root", data: { x: 2 } },
  ]);
  expect(store.durable.seq).toBe(2);
});

test("[RM8] an op id of another user's connection is refused, one of the same user's is not", async () => {
  const { store, enter, clock } = world();
  store.flushAtOnce();
  await enter({ id: "ada" });
  const eve = await enter({ id: "eve" });
  const adaAgain = await enter({ id: "ada" });
  eve.say(ops(set(0, 5, { stolen: 1 })));
  await clock.advance(20);
  expect(storageTypes(eve.socket).at(-1)).toMatchObject({ type: 299, opIds: ["0:5"] });
  expect(eve.socket.closed?.error).toBe("RESTARTING");
  adaAgain.say(ops(set(0, 5, { mine: 1 })));
  await clock.advance(20);
  expect(store.durable.nodes.get("root")).toBe('["root",{"mine":1}]');
  adaAgain.say(ops(set(77, 0, { never: 1 })));
  await clock.advance(20);
  expect(storageTypes(adaAgain.socket).at(-1)).toMatchObject({ type: 299, opIds: ["77:0"] });
});

test("[RM9] without read access a client gets no Storage; without write access it is refused and reloads", async () => {
  const { store, enter, clock } = world();
  store.flushAtOnce();
  const a = await enter();
  const blind = await enter({ storage: "none", scopes: ["*:write", "storage:none"] });
  const reader = await enter({ storage: "read", scopes: ["*:read"] });
  a.say({ type: 200 });
  blind.say({ type: 200 });
  reader.say({ type: 200 });
  await clock.advance(20);
  a.say(ops(set(0, 0, { x: 1 })));
  reader.say(ops(set(2, 0, { x: 2 })));
  await clock.advance(20);
  expect(storageTypes(blind.socket)).toEqual([]);
  const heard = storageTypes(reader.socket).map(({ type }) => type);
  expect(heard).toContain(299);
  expect(reader.socket.closed?.error).toBe("RESTARTING");
  expect(store.durable.nodes.get("root")).toBe('["root",{"x":1}]');
});

test("[RM38] an announcement reaches users who may read it, after earlier messages, and loads no room", async () => {
  const { store, enter, clock, host } = world();
  store.flushAtOnce();
  const about = (event: string) => ({ type: 103, actor: -1, event }) as const;
  await host.announce(address, about("nobody"), "everyone");
  expect(host.awake).toBe(0);
  const a = await enter({ commentsPublic: "read", commentsPrivate: "read" });
  const b = await enter({ commentsPublic: "write" });
  const c = await enter();
  await clock.advance(20);
  a.say({ type: 103, event: "first" });
  await host.announce(address, about("public"), "commentsPublic");
  await host.announce(address, about("private"), "commentsPrivate");
  await host.announce(address, about("all"), "everyone");
  await clock.advance(20);
  const heard = ({ socket }: typeof a) => socket.messages.flatMap(({ type, event }) => (type === 103 ? [event] : []));
  expect([heard(a), heard(b), heard(c)]).toEqual([
    ["public", "private", "all"],
    ["first", "public", "all"],
    ["first", "all"],
  ]);
});

test("[RM38] a reply to one connection follows what was announced before it", async () => {
  const { store, enter, clock, host } = world();
  store.flushAtOnce();
  const a = await enter();
  const b = await enter();
  await clock.advance(20);
  const seen = ({ socket }: typeof a) =>
    socket.messages.flatMap(({ type, event }) => (type === 103 ? [event] : type === 508 ? ["reply"] : []));
  const reply = { type: 508, requestId: "q", code: "INTERNAL", reason: "" } as const;
  for (const event of ["first", "second"]) {
    await host.announce(address, { type: 103, actor: -1, event }, "everyone");
    a.connection.reply(reply);
  }
  await clock.advance(20);
  expect([seen(a), seen(b)]).toEqual([
    ["first", "reply", "second", "reply"],
    ["first", "second"],
  ]);
  a.connection.leave();
  a.connection.reply(reply);
  await clock.advance(20);
  expect(seen(a)).toHaveLength(4);
});

test("[RM10] an idle room is unloaded from memory, unless it is prewarmed", async () => {
  const { store, enter, clock, host } = world({ roomIdleMs: 1_000, prewarmMs: 10_000 });
  store.flushAtOnce();
  const a = await enter();
  a.connection.leave();
  await host.prewarm(address);
  await clock.advance(8_000);
  expect(host.awake).toBe(1);
  await clock.advance(8_000);
  expect(host.awake).toBe(0);
});

test("[RM11] a presence set over REST joins, is shown to newcomers, is replaced in place and expires", async () => {
  const { store, enter, clock, host } = world();
  store.flushAtOnce();
  const a = await enter();
  a.socket.take();
  const presence = { userId: "bot", data: { busy: true }, info: { name: "Bot" }, ttlMs: 10_000 };
  await host.setPresence(address, presence);
  await clock.advance(20);
  expect(a.socket.take()).toEqual([
    { type: 101, actor: 1, id: "bot", info: { name: "Bot" }, scopes: ["*:read"] },
    { type: 100, actor: 1, data: { busy: true }, targetActor: -1 },
  ]);
  await clock.advance(8_000);
  await host.setPresence(address, { ...presence, data: { busy: false } });
  const b = await enter();
  await clock.advance(20);
  expect(b.socket.messages[0]).toMatchObject({ type: 104, users: { "1": { id: "bot" } } });
  expect(b.socket.messages[1]).toEqual({ type: 100, actor: 1, data: { busy: false }, targetActor: 2 });
  a.socket.take();
  await clock.advance(8_000);
  expect(a.socket.take()).toEqual([]);
  await clock.advance(2_100);
  expect(a.socket.take()).toEqual([{ type: 102, actor: 1 }]);
});

test("[RM12] a quiet room sends at once, a busy one in one frame per window", async () => {
  const { store, enter, clock } = world();
  store.flushAtOnce();
  const a = await enter();
  const b = await enter();
  await clock.advance(100);
  const before = b.socket.frames.length;
  a.say({ type: 100, data: { x: 0 } });
  expect(b.socket.frames.length - before).toBe(1);
  for (let x = 1; x <= 5; x++) a.say({ type: 103, event: x });
  expect(b.socket.frames.length - before).toBe(1);
  await clock.advance(8);
  expect(b.socket.frames.length - before).toBe(2);
  expect(b.socket.frames.at(-1)).toHaveLength(5);
});

test.for([
  { members: 10, windowMs: 1 },
  { members: 40, windowMs: 8 },
  { members: 100, windowMs: 12 },
  { members: 400, windowMs: 20 },
  { members: 1_200, windowMs: 50 },
])("[RM12] with $members members, a busy room sends every $windowMs ms", async ({ members, windowMs }) => {
  const { store, enter, clock } = world({ connectionsPerRoom: members, connectionsPerUserInRoom: members });
  store.flushAtOnce();
  const [a, ...others] = await Promise.all(Array.from({ length: members }, () => enter()));
  await clock.advance(100);
  a!.say({ type: 100, data: { x: 0 } });
  const { frames } = others[0]!.socket;
  const before = frames.length;
  a!.say({ type: 100, data: { x: 1 } });
  await clock.advance(windowMs - 0.1);
  expect(frames.length).toBe(before);
  await clock.advance(0.1);
  expect(frames.length).toBe(before + 1);
});

test("[RM12] an ack waits less the fewer members its flush has to reach", async () => {
  const { store, enter, clock } = world();
  store.flushAtOnce();
  const a = await enter();
  const b = await enter();
  a.say({ type: 200 });
  await clock.advance(100);
  a.say({ type: 103, event: 1 });
  b.say({ type: 103, event: 2 });
  await clock.advance(0);
  const before = a.socket.frames.length;
  a.say(ops(set(0, 0, { x: 1 })));
  await clock.advance(1);
  expect(a.socket.frames.length).toBe(before + 1);
  expect(storageTypes(a.socket).at(-1)).toMatchObject({ type: 201, ops: [{ opId: "0:0" }] });
});

test("[RM6] a client that loads Storage gets its chunks as they are read, and ops only after the last", async () => {
  const { store, enter, clock } = world({ roomIdleMs: 1_000 });
  store.flushAtOnce();
  const first = await enter();
  first.say(ops(...Array.from({ length: 5 }, (_, at): Op => create(0, at))));
  await clock.advance(20);
  first.connection.leave();
  await clock.advance(5_000);

  const a = await enter();
  const b = await enter();
  a.say({ type: 200 });
  b.say({ type: 200 }, ops(set(b.connection.actor, 0, { x: 1 })));
  await clock.advance(3_000);
  for (const { socket } of [a, b]) {
    const heard = storageTypes(socket);
    const end = heard.findIndex(({ type }) => type === 211);
    const nodes = heard.slice(0, end).flatMap((chunk) => chunk["nodes"] as [string][]);
    expect(nodes.map(([id]) => id).sort()).toEqual(["0:0", "0:1", "0:2", "0:3", "0:4", "root"]);
    expect(heard.slice(end + 1).map(({ type }) => type)).toEqual([201]);
  }
});

test("[RM13] a change over REST reaches everyone in the room, and returns once it is durable", async () => {
  const { store, enter, clock, host } = world();
  const a = await enter();
  await store.flush();
  a.say({ type: 200 });
  await clock.advance(20);
  storageTypes(a.socket);
  let answered = false;
  const patch = [{ op: "add", path: "/n", value: 1 }];
  const changed = host.changeStorage(address, { kind: "patch", patch }).then(() => (answered = true));
  await clock.advance(20);
  expect(answered).toBe(false);
  expect(store.waiting).toHaveLength(1);
  await store.flush();
  await changed;
  await clock.advance(20);
  expect(storageTypes(a.socket)).toEqual([{ type: 201, ops: [{ type: 3, id: "root", data: { n: 1 } }] }]);
  await expect(
    host.changeStorage(address, { kind: "initialise", document: { liveblocksType: "LiveObject", data: {} } }),
  ).rejects.toMatchObject({ code: "CANNOT_UPDATE_EXISTING_STORAGE" });
  const emptied = host.changeStorage(address, { kind: "delete" });
  await settled();
  await store.flush();
  await emptied;
  expect(a.socket.closed?.error).toBe("ACCESS_CHANGED");
  expect([...store.durable.nodes.values()]).toEqual(['["root",{}]']);
});

test("[RM14] a room takes no more connections than its limits, one user no more than theirs", async () => {
  const { store, enter } = world({ connectionsPerRoom: 3, connectionsPerUserInRoom: 1 });
  store.flushAtOnce();
  await enter({ id: "ada" });
  await expect(enter({ id: "ada" })).rejects.toMatchObject({
    code: "ROOM_FULL",
    message: "This user has 1 connection to the room already, the most that one user may have.",
  });
  await enter();
  await enter();
  await expect(enter()).rejects.toMatchObject({ code: "ROOM_FULL", message: "The room is full." });
});

test("[RM15] a drain finishes what was decided, closes every connection with 1012 and admits no newcomer", async () => {
  const { store, enter, clock, host } = world();
  const a = await enter();
  await store.flush();
  a.say({ type: 200 });
  await clock.advance(20);
  a.say(ops(set(0, 0, { x: 1 })));
  const drained = host.drain();
  await settled();
  expect(a.socket.closed?.error).toBe("RESTARTING");
  await store.flush();
  await store.flush();
  await drained;
  expect(store.durable.seq).toBe(1);
  expect(store.durable.nextActor).toBe(1);
  await expect(enter()).rejects.toMatchObject({ code: "RESTARTING" });
});

test("a room that is lost while it is unloaded leaves memory once, not twice", async () => {
  const { store, enter, clock, host, dropped, unloaded } = world();
  const a = await enter();
  await store.flush();
  a.say({ type: 200 });
  await clock.advance(20);
  const closing = host.close(address, "ACCESS_CHANGED");
  await settled();
  // As when it was deleted: its last commit finds no room.
  while (store.waiting.length > 0) await store.fail();
  await closing;
  expect(host.awake).toBe(0);
  expect([dropped.length, unloaded.length]).toEqual([1, 0]);
});

test("[RM17] a file may be put into Storage if it was uploaded to the room, and is refused otherwise", async () => {
  const [here, missing] = [`fl_${"h".repeat(21)}`, `fl_${"m".repeat(21)}`];
  const { store, enter, clock, host } = world({}, { [here]: 42 });
  store.flushAtOnce();
  const a = await enter();
  const file = (number: number, id: string): Op => ({
    type: 11,
    id: `0:${number}`,
    opId: `0:${number}`,
    parentId: "root",
    parentKey: `file${number}`,
    data: { id: id as never, name: "n.png", size: 1, mimeType: "image/png" },
  });
  a.say(ops(file(0, here)));
  await clock.advance(20);
  expect(storageTypes(a.socket)).toMatchObject([{ type: 201, ops: [{ opId: "0:0" }] }]);
  expect(store.durable.nodes.get("0:0")).toContain('"size":42');
  const copy = { liveblocksType: "LiveFile", data: { id: here, name: "n.png", size: 42, mimeType: "image/png" } };
  await host.changeStorage(address, { kind: "patch", patch: [{ op: "add", path: "/copy", value: copy }] });
  a.say(ops(file(1, missing)));
  await clock.advance(20);
  expect(storageTypes(a.socket).at(-1)).toMatchObject({ type: 299, opIds: ["0:1"] });
});

test("[RM4] every client gets its own and others' scopes in the spelling that it knows", async () => {
  const { enter, clock } = world();
  const a = await enter();
  const old = await enter({ version: 7, readsOlderScopes: true, scopes: ["*:write", "storage:read"], storage: "read" });
  const c = await enter({ scopes: ["*:read"], storage: "read" });
  await clock.advance(100);
  expect(old.socket.messages[0]).toMatchObject({
    scopes: ["room:write", "storage:read"],
    users: { 0: { scopes: ["room:write"] } },
  });
  const joined = (socket: RecordingSocket) =>
    socket.messages.filter(({ type }) => type === 101).map(({ scopes }) => scopes);
  expect(joined(old.socket)).toEqual([["room:read"]]);
  expect(joined(a.socket)).toEqual([["*:write", "storage:read"], ["*:read"]]);
  expect(c.socket.messages[0]).toMatchObject({
    scopes: ["*:read"],
    users: { 0: { scopes: ["*:write"] }, 1: { scopes: ["*:write", "storage:read"] } },
  });
  expect(joined(c.socket)).toEqual([]);
});
