import type { RoomMessage, Op } from "@weft/protocol";
import { expect, test } from "vitest";
import { createRecordingSocket } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";
import type { ConnectedUser } from "./connection.ts";

async function emptyRoom() {
  const { host, edge, clock, store } = openTestHost();
  store.flushAtOnce();
  const enter = async (id: string, storage: ConnectedUser["storage"] = "write", asks = true) => {
    const socket = createRecordingSocket();
    const connection = await edge.enter(address, { id, scopes: ["*:write"], storage, version: 8 }, socket);
    const say = (...messages: RoomMessage[]) => connection.receive(messages);
    if (asks) say({ type: 200 });
    let ops = 0;
    const put = (...keys: string[]) => {
      const made = keys.map((parentKey): Op => {
        const opId = `${connection.actor}:${ops++}`;
        return { type: 2, id: opId, opId, parentId: "root", parentKey };
      });
      say({ type: 201, ops: made });
    };
    /** The keys of each snapshot that has come, in the order in which the store holds them. */
    const snapshots = () =>
      socket.messages
        .filter(({ type }) => type === 210)
        .map(({ nodes }) => (nodes as unknown[][]).flatMap(([, , , key]) => (key === undefined ? [] : [key])));
    return { socket, connection, say, put, snapshots };
  };
  const wait = (ms: number) => clock.advance(ms);
  return { enter, wait, host, store };
}

test("[RM35] clients that ask for Storage while another puts in the first keys get all of them", async () => {
  // A throttle may end anywhere among the keys.
  for (const updates of [[["a", "b", "c"]], [["a"], ["b", "c"]], [["a", "b"], ["c"]]]) {
    const { enter, wait } = await emptyRoom();
    const first = await enter("ada");
    await wait(0);
    const others = [await enter("bob"), await enter("ada")];
    await wait(100);
    for (const keys of updates) {
      expect(others.map(({ snapshots }) => snapshots())).toEqual([[], []]);
      first.put(...keys);
      await wait(100);
    }
    // After a single update, until it is certain that no other follows.
    await wait(updates.length === 1 ? 300 : 0);
    expect(first.snapshots()).toEqual([[]]);
    for (const { snapshots } of others) expect(snapshots()).toEqual([["a", "b", "c"]]);
  }
});

test("[RM35] a lone first key is the only one when no other follows it for a while", async () => {
  const { enter, wait } = await emptyRoom();
  const first = await enter("ada");
  await wait(100);
  first.put("a");
  const second = await enter("bob");
  await wait(250);
  expect(second.snapshots()).toEqual([]);
  await wait(100);
  expect(second.snapshots()).toEqual([["a"]]);
  const third = await enter("cyd");
  await wait(20);
  expect(third.snapshots()).toEqual([["a"]]);
});

test("[RM35] the next client gets empty Storage if the first writes nothing, and waits if it reconnects", async () => {
  const { enter, wait } = await emptyRoom();
  await enter("ada");
  await wait(100);
  const second = await enter("bob");
  const third = await enter("cyd");
  await wait(300);
  expect([second.snapshots(), third.snapshots()]).toEqual([[[]], []]);
  second.connection.leave();
  await wait(500);
  const back = await enter("bob");
  await wait(20);
  back.put("a", "b");
  await wait(320);
  expect([back.snapshots(), third.snapshots()]).toEqual([[[]], [["a", "b"]]]);
});

test.each([
  ["an empty one is given to the first alone", ["a"], [[[]], []]],
  ["one that holds something to everybody", [], [[["a"]], [["a"]]]],
])("[RM35] of clients that ask while Storage is read from disk, %s", async (_, removed, expected) => {
  const { enter, wait, store, host } = await emptyRoom();
  const former = await enter("former");
  await wait(20);
  former.put("a");
  const op = (at: number): Op => ({ type: 5, id: "0:0", opId: `0:${5 + at}` });
  former.say({ type: 201, ops: removed.map((_key, at) => op(at)) });
  await wait(20);
  former.connection.leave();
  await wait(60_000);
  expect([host.awake, [...store.durable.nodes.keys()]]).toEqual([0, removed.length > 0 ? ["root"] : ["0:0", "root"]]);
  const [first, second] = [await enter("ada", "write", false), await enter("bob", "write", false)];
  first.say({ type: 200 });
  second.say({ type: 200 });
  await wait(20);
  expect([first.snapshots(), second.snapshots()]).toEqual(expected);
});

test("[RM36] clients that cannot write neither wait nor make others wait", async () => {
  const { enter, wait } = await emptyRoom();
  const reader = await enter("ada", "read");
  const writer = await enter("bob");
  const another = await enter("cyd", "read");
  await wait(20);
  expect([reader.snapshots(), writer.snapshots(), another.snapshots()]).toEqual([[[]], [[]], [[]]]);
});

test("[RM36] no one waits longer than 2 s, neither for many silent clients nor for a dead connection", async () => {
  const { enter, wait } = await emptyRoom();
  const dead = await enter("dead");
  dead.socket.responsive = false;
  await wait(20);
  dead.put("a");
  const waiting = await Promise.all(Array.from({ length: 10 }, (_, index) => enter(`user ${index}`)));
  await wait(2_000);
  for (const { snapshots } of waiting) expect(snapshots()).toEqual([["a"]]);

  const silent = await emptyRoom();
  const clients = await Promise.all(Array.from({ length: 10 }, (_, index) => silent.enter(`user ${index}`)));
  await silent.wait(2_000);
  for (const { snapshots } of clients) expect(snapshots()).toEqual([[]]);
});

test("[RM36] ops that a waiting client sends with its request are decided after its snapshot", async () => {
  const { enter, wait, store } = await emptyRoom();
  const first = await enter("ada");
  const second = await enter("bob");
  second.put("own");
  await wait(20);
  first.put("a", "b");
  await wait(320);
  expect(second.snapshots()).toEqual([["a", "b"]]);
  await wait(3_000);
  expect(store.durable.nodes.get("1:0")).toContain('"own"');
});

test("[RM36] a back end's writes are sent to everyone at once", async () => {
  const { enter, wait, host } = await emptyRoom();
  await enter("ada");
  await wait(20);
  await host.changeStorage(address, { kind: "initialise", document: { liveblocksType: "LiveObject", data: { a: 1 } } });
  const back = await enter("bob");
  await wait(20);
  expect(back.socket.messages.find(({ type }) => type === 210)).toMatchObject({ nodes: [["root", { a: 1 }]] });
});
