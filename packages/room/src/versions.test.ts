import { nodesIn } from "@weft/crdt";
import type { RoomMessage, Limits, Op } from "@weft/protocol";
import { expect, test } from "vitest";
import { createRecordingSocket, settled } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";
import type { ConnectedUser } from "./connection.ts";
import type { TakenVersion } from "./host.ts";

const writer = { scopes: ["*:write"], storage: "write", version: 8 } as const satisfies ConnectedUser;

function world(limits: Partial<Limits> = {}) {
  const { host, edge, clock, store, documents } = openTestHost({ limits });
  const enter = async (id?: string) => {
    const socket = createRecordingSocket();
    const connection = await edge.enter(address, { ...writer, ...(id === undefined ? {} : { id }) }, socket);
    return { socket, connection, say: (...messages: RoomMessage[]) => connection.receive(messages) };
  };
  const set = (actor: number, at: number, data: Record<string, number>): RoomMessage => {
    const op: Op = { type: 3, id: "root", opId: `${actor}:${at}`, data };
    return { type: 201, ops: [op] };
  };
  return { clock, store, documents, host, enter, set };
}

const update = (text: string, guid?: string): RoomMessage => ({
  type: 301,
  update: Buffer.from(text).toString("base64"),
  ...(guid === undefined ? {} : { guid }),
});
const rootOf = (lines: readonly Uint8Array[]) => [...nodesIn(Buffer.concat(lines))][0]![1].data;

test("[RM18] a version resolves once all that it holds is durable, and holds what was decided before", async () => {
  const { clock, store, host, enter, set } = world();
  const a = await enter("ada");
  await store.flush();
  a.say(set(a.connection.actor, 0, { n: 1 }), update("one"));
  await clock.advance(20);
  let answered = false;
  const taking = host.takeVersion(address).then((version) => ((answered = true), version));
  await clock.advance(20);
  expect(answered).toBe(false);
  await store.flush();
  await clock.advance(20);
  await store.flush();
  const { storage, document, seq } = await taking;
  expect([rootOf(storage), Buffer.from(document).toString(), seq]).toEqual([{ n: 1 }, "one", 2]);
  expect(store.durable.seq).toBe(2);
});

test("[RM18] Storage does not change while it is read, and continues when the read ends or is cancelled", async () => {
  const { clock, store, host, enter, set } = world({ turnSliceMs: 0 });
  store.flushAtOnce();
  const a = await enter("ada");
  const entries = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, n]));
  const value = { liveblocksType: "LiveMap", data: entries };
  await host.changeStorage(address, { kind: "patch", patch: [{ op: "add", path: "/map", value }] });
  a.say(set(a.connection.actor, 0, { n: 1 }));
  await clock.advance(20);
  for (const n of [1, 2]) {
    const held = Promise.withResolvers<void>();
    clock.yieldToEventLoop = () => held.promise;
    const cancelling = new AbortController();
    const reading =
      n === 1
        ? host.takeVersion(address)
        : expect(host.storageText(address, { kind: "json" }, cancelling.signal)).rejects.toThrow("Nobody reads it.");
    await settled();
    a.say(set(a.connection.actor, n, { n: n + 1 }));
    await clock.advance(20);
    clock.yieldToEventLoop = () => Promise.resolve();
    cancelling.abort(new Error("Nobody reads it."));
    held.resolve();
    if (n === 1) expect(rootOf(((await reading) as TakenVersion).storage)).toEqual({ n });
    else await reading;
    const { pieces } = await host.storageText(address, { kind: "nodeLines" });
    expect(rootOf(pieces)).toEqual({ n: n + 1 });
  }
});

test("[RM18] a room that fails while taking a version reports it", async () => {
  const { clock, store, host, enter, set } = world();
  const a = await enter("ada");
  await store.flush();
  a.say(set(a.connection.actor, 0, { n: 1 }));
  const taking = host.takeVersion(address);
  taking.catch(() => {});
  await clock.advance(20);
  await store.fail();
  await expect(taking).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(rootOf((await host.takeVersion({ ...address })).storage)).toEqual({});
});

test("[RM19] a user is reported once between two versions, back ends and anonymous users never", async () => {
  const { clock, store, host, enter, set } = world();
  store.flushAtOnce();
  const [ada, bob, nameless] = [await enter("ada"), await enter("bob"), await enter()];
  ada.say(set(ada.connection.actor, 0, { a: 1 }));
  ada.say(set(ada.connection.actor, 1, { a: 2 }), update("by ada"));
  bob.say(update("by bob", "sub"));
  nameless.say(set(nameless.connection.actor, 0, { b: 1 }), update("by nobody"));
  await host.changeStorage(address, { kind: "patch", patch: [{ op: "add", path: "/c", value: 1 }] });
  await host.updateDocument(address, undefined, Buffer.from("by the back end"), false);
  await clock.advance(20);
  const told = () => store.durable.authors.splice(0);
  expect(told()).toEqual([
    { since: 0, user: "ada" },
    { since: 0, user: "bob" },
  ]);
  // Reading a room, and repeating ops that it knows, change nothing.
  const { seq } = await host.takeVersion(address);
  ada.say({ type: 200 }, set(ada.connection.actor, 1, { a: 2 }), update("by ada"));
  await clock.advance(20);
  expect(told()).toEqual([]);
  bob.say(set(bob.connection.actor, 0, { a: 3 }));
  await clock.advance(20);
  expect(told()).toEqual([{ since: seq, user: "bob" }]);
});

test("[RM19] a change decided while a version is stored is the next version's", async () => {
  const { clock, store, host, enter, set } = world();
  const ada = await enter("ada");
  await store.flush();
  ada.say(set(ada.connection.actor, 0, { a: 1 }));
  const taking = host.takeVersion(address);
  await clock.advance(20);
  ada.say(set(ada.connection.actor, 1, { a: 2 }));
  await clock.advance(20);
  store.flushAtOnce();
  await store.flush();
  const { seq, storage } = await taking;
  expect([seq, rootOf(storage)]).toEqual([1, { a: 1 }]);
  expect(store.durable.authors).toEqual([
    { since: 0, user: "ada" },
    { since: 1, user: "ada" },
  ]);
});
