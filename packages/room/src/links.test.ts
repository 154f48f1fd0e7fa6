import type { RoomMessage } from "@weft/protocol";
import { expect, test } from "vitest";
import { createRecordingSocket } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";
import type { ConnectedUser } from "./connection.ts";
import type { Entry, LinkMessage, RoomLink } from "./link.ts";

const writer: ConnectedUser = { scopes: ["*:write"], storage: "write", version: 8 };

/** A node that only records what a room sends it. */
function recordingNode() {
  const messages: LinkMessage[] = [];
  const link: RoomLink = { send: (message) => void messages.push(message) };
  return { link, take: () => messages.splice(0) };
}

/** One room with connections of two nodes. */
async function twoNodes(ofFirst = 1, ofSecond = 2) {
  const { host, clock, store } = openTestHost();
  store.flushAtOnce();
  const [first, second] = [recordingNode(), recordingNode()];
  const enter = async (node: typeof first, socket: number) => {
    const connection = await host.enter(address, writer, node.link, socket);
    return { actor: connection.actor, say: (...messages: RoomMessage[]) => connection.receive(messages), connection };
  };
  const here = await Promise.all(Array.from({ length: ofFirst }, (_, socket) => enter(first, socket)));
  const there = await Promise.all(Array.from({ length: ofSecond }, (_, socket) => enter(second, socket)));
  const wait = () => clock.advance(400);
  await wait();
  first.take();
  second.take();
  return { host, first, second, here, there, wait, enter };
}

const entriesFor = (messages: readonly LinkMessage[]): Entry[] =>
  messages.flatMap((message) => (message.kind === "batch" ? message.entries : []));

test("[CL4] a flush is one message to each node, however many connections it has", async () => {
  const { first, second, here, wait } = await twoNodes(40, 60);
  for (const { say, actor } of here) say({ type: 100, data: { x: actor } }, { type: 103, event: actor });
  await wait();
  const [ofFirst, ofSecond] = [first.take(), second.take()];
  expect(ofFirst.length).toBeLessThan(4);
  expect(ofSecond).toEqual(ofFirst);
  expect(entriesFor(ofFirst).concat(ofFirst.flatMap((one) => (one.kind === "lone" ? one.entry : [])))).toHaveLength(80);
});

test("[CL4] what is for one connection goes to its node alone, and keeps its place among the others' messages", async () => {
  const { first, second, here, there, wait } = await twoNodes();
  here[0]!.say({ type: 200 });
  await wait();
  const kinds = ({ kind }: { readonly kind: string }) => kind;
  const snapshots = (messages: readonly LinkMessage[]) =>
    [...messages, ...entriesFor(messages)].flatMap((one) => (one.kind === "pieces" ? [one.to] : []));
  expect(new Set(snapshots(first.take()))).toEqual(new Set([here[0]!.actor]));
  expect(snapshots(second.take())).toEqual([]);

  const op = (opId: string) => ({ type: 3 as const, id: "root", data: { x: 1 }, opId });
  const from = there[0]!;
  from.say({ type: 201, ops: [op(`${from.actor}:0`)] });
  await wait();
  const [ofFirst, ofSecond] = [entriesFor(first.take()), entriesFor(second.take())];
  // The ack, and the op with its id for later connections of the same user.
  expect(ofSecond.map(kinds).toSorted()).toEqual(["one", "others", "some"]);
  expect(ofFirst.map(kinds)).toEqual(ofSecond.map(({ kind }) => (kind === "others" ? kind : "void")));
});

test("[CL4] a node whose last connection left is sent nothing more, and one that comes back is sent what follows", async () => {
  const { host, first, second, here, there, wait, enter } = await twoNodes(1, 1);
  there[0]!.connection.leave();
  await wait();
  second.take();
  await host.broadcast(address, 1);
  await wait();
  expect([first.take().length, second.take()]).toEqual([2, []]);

  const back = await enter(second, 7);
  await wait();
  expect(second.take().map(({ kind }) => kind)).toEqual(["entered", "text", "batch"]);
  here[0]!.say({ type: 103, event: 2 });
  await wait();
  expect(second.take()).toMatchObject([{ kind: "lone", entry: { kind: "event" } }]);
  await host.close(address, "ACCESS_CHANGED");
  const closing = { kind: "close", to: back.actor, error: "ACCESS_CHANGED", reason: undefined };
  expect(second.take().filter(({ kind }) => kind === "close")).toEqual([closing]);
});

test("[CL5] pauses, probes and the end of a connection are messages to its node alone", async () => {
  const { host, first, second, here, there, wait } = await twoNodes();
  const observed: unknown[] = [];
  using observation = await host.observe(address, (event) => void observed.push(event));
  observation.measureRoundTrips(10);
  const probes = first.take();
  expect(probes).toEqual([{ kind: "probe", to: here[0]!.actor, probe: expect.any(Number) }]);
  expect(second.take().map((one) => "to" in one && one.to)).toEqual(there.map(({ actor }) => actor));
  const [{ probe }] = probes as [Extract<LinkMessage, { kind: "probe" }>];
  // An answer counts once, and unknown ones do not count.
  for (const answer of [probe, probe, 999]) here[0]!.connection.probed(answer);
  expect(observed).toEqual([{ type: "roundTripMeasured", actor: here[0]!.actor, ms: 0 }]);

  await host.disconnect(address, there[1]!.actor, "UNAUTHORIZED_ROOM_ACCESS", "Bye.");
  await wait();
  expect(first.take()).toEqual([]);
  const closing = { kind: "close", to: there[1]!.actor, error: "UNAUTHORIZED_ROOM_ACCESS", reason: "Bye." };
  expect(second.take()).toEqual([closing]);
  expect((await host.members(address)).length).toBe(3);
  there[1]!.connection.leave(4001);
  expect((await host.members(address)).length).toBe(2);
});

test("[CL5] a slow reader is held back by its own node, and the other nodes are not", async () => {
  const { edge, clock, store } = openTestHost();
  store.flushAtOnce();
  const [slow, quick] = [createRecordingSocket(), createRecordingSocket()];
  await edge.enter(address, writer, slow);
  await edge.enter(address, writer, quick);
  const speaker = await edge.enter(address, writer, createRecordingSocket());
  await clock.advance(400);
  slow.take();
  quick.take();
  slow.slow = true;
  for (const x of [1, 2, 3]) {
    speaker.receive([
      { type: 100, data: { x } },
      { type: 103, event: x },
    ]);
    await clock.advance(400);
  }
  expect([slow.take(), quick.take().length]).toEqual([[], 6]);
  slow.slow = false;
  await clock.advance(400);
  expect(slow.take()).toEqual([{ type: 100, actor: speaker.actor, data: { x: 3 } }]);
});
