import type { Tree } from "@weft/crdt";
import type { ClientMessage, Op } from "@weft/protocol";
import { expect, test } from "vitest";
import { createRecordingSocket, settled } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";
import type { ConnectedUser } from "./connection.ts";

const writer = { scopes: ["*:write"], storage: "write", version: 8 } as const satisfies ConnectedUser;

function world() {
  const { host, clock, store, documents } = openTestHost();
  const enter = async (id?: string) => {
    const socket = createRecordingSocket();
    const connection = await host.enter(address, { ...writer, ...(id === undefined ? {} : { id }) }, socket);
    return { socket, connection, say: (...messages: ClientMessage[]) => connection.receive(messages) };
  };
  const set = (actor: number, at: number, data: Record<string, number>): ClientMessage => {
    const op: Op = { type: 3, id: "root", opId: `${actor}:${at}`, data };
    return { type: 201, ops: [op] };
  };
  return { clock, store, documents, host, enter, set };
}

const update = (text: string, guid?: string): ClientMessage => ({
  type: 301,
  update: Buffer.from(text).toString("base64"),
  ...(guid === undefined ? {} : { guid }),
});
const rootOf = (tree: Tree) => [...tree.verbose()][0]![1].data;

test("[RM18] a version is answered when all it holds is durable, and holds what was decided before", async () => {
  const { clock, store, host, enter, set } = world();
  const a = await enter("ada");
  await store.flush();
  a.say(set(a.connection.actor, 0, { n: 1 }), update("one"));
  await clock.advance(20);
  let answered = false;
  const taking = host.takeVersion(address, rootOf).then((version) => ((answered = true), version));
  await clock.advance(20);
  expect(answered).toBe(false);
  await store.flush();
  await clock.advance(20);
  await store.flush();
  const { storage, document, seq } = await taking;
  expect([storage, Buffer.from(document).toString(), seq]).toEqual([{ n: 1 }, "one", 2]);
  expect(store.durable.seq).toBe(2);
});

test("[RM18] Storage holds still while a version is read, and goes on afterwards, whether that succeeds or not", async () => {
  const { clock, store, host, enter, set } = world();
  store.flushAtOnce();
  const a = await enter("ada");
  a.say(set(a.connection.actor, 0, { n: 1 }));
  await clock.advance(20);
  for (const outcome of ["kept", "lost"]) {
    const reading = Promise.withResolvers<void>();
    let now: unknown;
    const taking = host.takeVersion(address, async (tree) => {
      await reading.promise;
      now = rootOf(tree);
      if (outcome === "lost") throw new Error("The reader gave up.");
      return now;
    });
    await settled();
    const before = outcome === "kept" ? 1 : 2;
    a.say(set(a.connection.actor, before, { n: before + 1 }));
    await clock.advance(20);
    reading.resolve();
    if (outcome === "kept") expect((await taking).storage).toEqual({ n: before });
    else await expect(taking).rejects.toThrow("The reader gave up.");
    expect(now).toEqual({ n: before });
    expect(await host.readStorage(address, rootOf)).toEqual({ n: before + 1 });
  }
});

test("[RM18] a room that falls over a version says so", async () => {
  const { clock, store, host, enter, set } = world();
  const a = await enter("ada");
  await store.flush();
  a.say(set(a.connection.actor, 0, { n: 1 }));
  const taking = host.takeVersion(address, rootOf);
  taking.catch(() => {});
  await clock.advance(20);
  await store.fail();
  await expect(taking).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  await expect(host.takeVersion({ ...address }, rootOf)).resolves.toMatchObject({ storage: {} });
});

test("[RM19] users are told of once between two versions, back ends and the nameless never", async () => {
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
  // Looking at a room, and sending again what it knows, changes nothing.
  const { seq } = await host.takeVersion(address, rootOf);
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
  const taking = host.takeVersion(address, rootOf);
  await clock.advance(20);
  ada.say(set(ada.connection.actor, 1, { a: 2 }));
  await clock.advance(20);
  store.flushAtOnce();
  await store.flush();
  const { seq, storage } = await taking;
  expect([seq, storage]).toEqual([1, { a: 1 }]);
  expect(store.durable.authors).toEqual([
    { since: 0, user: "ada" },
    { since: 1, user: "ada" },
  ]);
});
