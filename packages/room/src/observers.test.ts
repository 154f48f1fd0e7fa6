import type { RoomMessage, JsonObject } from "@weft/protocol";
import { limits } from "@weft/protocol";
import { expect, test } from "vitest";
import { createRecordingSocket, settled } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";
import type { ObservedEvent, RoomChange } from "./index.ts";
import type { ConnectedUser } from "./connection.ts";
import { createShownPresence } from "./shown-presence.ts";

const writer = { scopes: ["*:write"], storage: "write", version: 8 } as const satisfies ConnectedUser;

function world() {
  const changes: RoomChange[] = [];
  const opened = openTestHost({ events: { roomChanged: (_, change) => void changes.push(change) } });
  const enter = async (id?: string) => {
    const socket = createRecordingSocket();
    const connection = await opened.edge.enter(address, { ...writer, ...(id === undefined ? {} : { id }) }, socket);
    return { socket, connection, say: (...messages: RoomMessage[]) => connection.receive(messages) };
  };
  const observe = async () => {
    const told: ObservedEvent[] = [];
    // Events are plain data: a copy on another node is equal.
    const observation = await opened.host.observe(address, (event) => void told.push(structuredClone(event)));
    return { observation, told, take: () => told.splice(0) };
  };
  return { ...opened, changes, enter, observe };
}

const full = (data: JsonObject): RoomMessage => ({ type: 100, data, targetActor: -1 });

test("[RM20] an observer sees the members, and no one sees the observer", async () => {
  const { clock, store, enter, observe, host } = world();
  store.flushAtOnce();
  const a = await enter("ada");
  a.say(full({ x: 1, name: "a" }));
  a.say({ type: 100, data: { x: 2 } });
  await clock.advance(20);
  a.socket.take();

  const { observation, take } = await observe();
  expect(observation.members.map(({ member, presence }) => [member.actor, member.id, { ...presence }])).toEqual([
    [a.connection.actor, "ada", { x: 2, name: "a" }],
  ]);
  expect(observation.members[0]!.enteredAt).toBe(clock.now() - 20);
  await clock.advance(50);
  expect(a.socket.take()).toEqual([]);
  expect([...(await host.members(address))].map(({ actor }) => actor)).toEqual([a.connection.actor]);

  const b = await enter();
  expect(b.connection.actor).toBe(a.connection.actor + 1);
  expect(b.socket.messages[0]).toMatchObject({ type: 104, users: { [a.connection.actor]: { id: "ada" } } });
  expect(Object.keys(b.socket.messages[0]!["users"] as object)).toHaveLength(1);
  b.say(full({ y: 1 }));
  b.say({ type: 103, event: { ping: true } });
  b.say({ type: 201, ops: [{ type: 3, id: "root", opId: `${b.connection.actor}:0`, data: { n: 1 } }] });
  b.say({ type: 301, update: Buffer.from("one").toString("base64"), guid: "sub" });
  await clock.advance(50);
  b.connection.leave();
  await clock.advance(20);
  const actor = b.connection.actor;
  expect(take()).toEqual([
    { type: "entered", observed: expect.objectContaining({ presence: {}, software: "" }) },
    { type: "presenceUpdated", actor, presence: { y: 1 } },
    { type: "eventBroadcast", actor, event: { ping: true } },
    { type: "storageChanged" },
    { type: "documentChanged", guid: "sub" },
    { type: "left", actor },
  ]);
  expect(a.socket.messages.every(({ actor: from }) => from === undefined || from === actor || from === 0)).toBe(true);
});

test("[RM20] a presence kept over REST comes with its data", async () => {
  const { clock, store, observe, host } = world();
  store.flushAtOnce();
  const { take } = await observe();
  await host.setPresence(address, { userId: "bot", data: { busy: true }, info: {}, ttlMs: 2_000 });
  await host.setPresence(address, { userId: "bot", data: { busy: false }, info: {}, ttlMs: 2_000 });
  await clock.advance(3_000);
  await settled();
  expect(take()).toEqual([
    {
      type: "entered",
      observed: {
        member: expect.objectContaining({ actor: 0, id: "bot" }),
        presence: { busy: true },
        software: null,
        enteredAt: expect.any(Number),
      },
    },
    { type: "presenceUpdated", actor: 0, presence: { busy: false } },
    { type: "left", actor: 0 },
  ]);
});

test("[RM20] changes over REST and events of the back end are reported, once they are durable", async () => {
  const { clock, store, observe, host, changes } = world();
  const { take } = await observe();
  void host.broadcast(address, "hello");
  const changing = host.changeStorage(address, {
    kind: "initialise",
    document: { liveblocksType: "LiveObject", data: { a: 1 } },
  });
  await clock.advance(50);
  expect(take()).toEqual([{ type: "eventBroadcast", actor: -1, event: "hello" }]);
  await store.flush();
  await changing;
  await clock.advance(20);
  expect(take()).toEqual([{ type: "storageChanged" }]);
  expect(changes).toEqual([{ storageOps: 1, documentUpdates: 0, storageBytes: expect.any(Number) }]);
  const putting = host.updateDocument(address, undefined, Buffer.from("one"), false);
  await clock.advance(50);
  await store.flush();
  await clock.advance(50);
  await putting;
  expect(take()).toEqual([{ type: "documentChanged", guid: "" }]);
  expect(changes.slice(1)).toMatchObject([{ storageOps: 0, documentUpdates: 1 }]);
});

test("[RM20] round trips are reported to the observer that measures them, as long as it observes", async () => {
  const { clock, store, enter, observe } = world();
  store.flushAtOnce();
  const [a, b] = [await enter(), await enter()];
  for (const { socket } of [a, b]) socket.responsive = false;
  const [one, other] = [await observe(), await observe()];
  one.observation.measureRoundTrips(1);
  await clock.advance(30);
  for (const { socket } of [a, b]) socket.answer();
  expect(one.take()).toEqual([{ type: "roundTripMeasured", actor: a.connection.actor, ms: 30 }]);
  one.observation.measureRoundTrips(2);
  one.observation[Symbol.dispose]();
  for (const { socket } of [a, b]) socket.answer();
  expect([one.take(), other.take()]).toEqual([[], []]);
});

test("[RM20] a room stays in memory while it is observed, and is unloaded afterwards", async () => {
  const { clock, host, store, observe } = world();
  store.flushAtOnce();
  const { observation, told } = await observe();
  await clock.advance(3 * limits.roomIdleMs);
  expect(host.awake).toBe(1);
  observation[Symbol.dispose]();
  await clock.advance(2 * limits.roomIdleMs);
  expect([host.awake, told]).toEqual([0, []]);
});

test("[RM20] observers of a room that is deleted, lost or released by the server are notified of its end", async () => {
  for (const [end, ended] of [
    [
      (host) => host.close(address, "ROOM_ID_CHANGED", "new"),
      { type: "ended", error: "ROOM_ID_CHANGED", reason: "new" },
    ],
    [(host) => host.drain(), { type: "ended", error: "RESTARTING", reason: undefined }],
  ] as readonly (readonly [(host: ReturnType<typeof world>["host"]) => Promise<void>, unknown])[]) {
    const { store, host, observe } = world();
    store.flushAtOnce();
    const { told } = await observe();
    await end(host);
    expect(told).toEqual([ended]);
  }
  const { clock, store, enter, observe } = world();
  const { told } = await observe();
  const a = await enter();
  await store.flush();
  a.say({ type: 201, ops: [{ type: 3, id: "root", opId: `${a.connection.actor}:0`, data: { n: 1 } }] });
  await clock.advance(20);
  await store.fail();
  expect(told.at(-1)).toEqual({ type: "ended", error: "RESTARTING", reason: undefined });
});

test("[RM21] of many changes that exceed the limit, the last ones are kept", () => {
  const shown = createShownPresence(1_000);
  shown.take({ type: 100, actor: 1, data: { name: "a" } });
  for (let n = 0; n < 100; n++) {
    shown.take({ type: 100, actor: 1, data: { [`k${n}`]: "x".repeat(200) } });
    expect(JSON.stringify(shown.of(1)).length).toBeLessThan(6_000);
  }
  expect(Object.keys(shown.of(1))).toContain("k99");
});

test("[RM21] any number of changes of the same keys is kept", () => {
  const shown = createShownPresence(1_000);
  shown.take({ type: 100, actor: 1, data: { name: "a" }, targetActor: -1 });
  for (let n = 0; n < 1_000; n++) shown.take({ type: 100, actor: 1, data: { cursor: { x: n, y: "y".repeat(100) } } });
  expect(shown.of(1)).toMatchObject({ name: "a", cursor: { x: 999 } });
  shown.take({ type: 100, actor: 1, data: { other: 1 }, targetActor: -1 });
  expect(Object.keys(shown.of(1))).toEqual(["other"]);
  shown.take({ type: 100, actor: 1, data: JSON.parse('{"__proto__":{"x":1}}') as JsonObject });
  expect(Object.keys(shown.of(1))).toEqual(["other", "__proto__"]);
  shown.left(1);
  expect(Object.keys(shown.of(1))).toEqual([]);
});

test("a message in flight is not changed by later ones", () => {
  const shown = createShownPresence(1_000);
  const first = { type: 100, actor: 1, data: { x: 1 } } as const;
  shown.take(first);
  shown.take({ type: 100, actor: 1, data: { x: 2 } });
  expect([first.data.x, shown.of(1)["x"]]).toEqual([1, 2]);
});

test("[RM20] a drain ends an observation before it disconnects members", async () => {
  const { store, enter, observe, host } = world();
  store.flushAtOnce();
  await enter("ada");
  const { told } = await observe();
  await host.drain();
  // For the observer, no one has left: it keeps the last known members.
  expect(told).toEqual([{ type: "ended", error: "RESTARTING", reason: undefined }]);
});
