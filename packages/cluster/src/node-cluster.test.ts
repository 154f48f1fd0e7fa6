import type { RoomMessage } from "@weft/protocol";
import { createRecordingSocket, settled } from "@weft/room/suites/fakes.ts";
import { testRoom as address } from "@weft/room/suites/test-host.ts";
import type { ConnectedUser, RoomHost } from "@weft/room";
import { expect, test } from "vitest";
import type { TestCluster, TestNode } from "../suites/test-cluster.ts";
import { leave, openTestCluster } from "../suites/test-cluster.ts";
import type { FromRooms } from "./node-messages.ts";
import type { NodeId } from "./peers.ts";
import { createRemoteHosts } from "./remote-hosts.ts";
import { createServedHost } from "./served-host.ts";

const user: ConnectedUser = { scopes: ["*:write"], storage: "write", version: 8 };
const set = (opId: string, key: string, value: number) =>
  ({ type: 201, ops: [{ type: 3, id: "root", opId, data: { [key]: value } }] }) as unknown as RoomMessage;
const say = (event: string) => ({ type: 103, event }) as unknown as RoomMessage;

/** The node that has the room, after it was placed, and the others. */
async function ownerAndOthers(cluster: TestCluster): Promise<{ owner: TestNode; others: TestNode[] }> {
  await cluster.nodes[0]!.host.prewarm(address);
  const owner = cluster.ownerOf(address)!;
  return { owner, others: cluster.nodes.filter((node) => node !== owner) };
}

/** What a call comes to, once it has ended. */
function outcomeOf<T>(call: Promise<T>): { value?: T; error?: unknown } {
  const outcome: { value?: T; error?: unknown } = {};
  call.then(
    (value) => (outcome.value = value),
    (error: unknown) => (outcome.error = error),
  );
  return outcome;
}

test("[CL20] people on different nodes meet in one room: they see each other, and what each of them changes and says", async () => {
  await using cluster = await openTestCluster();
  const sockets = cluster.nodes.map(() => createRecordingSocket());
  const connections = [];
  for (const [index, node] of cluster.nodes.entries())
    connections.push(await node.edge.enter(address, { ...user, id: `user ${index}` }, sockets[index]!));
  expect(new Set(connections.map(({ actor }) => actor)).size).toBe(3);
  expect(cluster.nodes.map(({ local }) => local.awake).toSorted((one, other) => one - other)).toEqual([0, 0, 1]);
  for (const socket of sockets) socket.take();
  connections[1]!.receive([set(`${connections[1]!.actor}:1`, "a", 1)]);
  connections[2]!.receive([say("hello")]);
  await cluster.clock.advance(100);
  const heard = sockets.map((socket) => socket.take().map(({ type }) => type));
  // The sender's acknowledgement is an update, too.
  expect(heard.map((types) => types.filter((type) => type === 201).length)).toEqual([1, 1, 1]);
  expect(heard.map((types) => types.filter((type) => type === 103).length)).toEqual([1, 1, 0]);
  for (const { host } of cluster.nodes) {
    const { pieces } = await host.storageText(address, { kind: "json" });
    expect(JSON.parse(Buffer.concat(pieces).toString())).toMatchObject({ a: 1 });
    expect(await host.members(address)).toHaveLength(3);
  }
});

test("[CL20] a connection that leaves its node leaves the room on the other one", async () => {
  await using cluster = await openTestCluster();
  const { owner, others } = await ownerAndOthers(cluster);
  const connection = await others[0]!.edge.enter(address, user, createRecordingSocket());
  expect(owner.local.awake).toBe(1);
  expect(await owner.host.members(address)).toHaveLength(1);
  connection.leave(1000);
  await settled();
  expect(await owner.host.members(address)).toEqual([]);
});

test("[CL21] nodes that want a free room at the same moment agree on one of them", async () => {
  for (let round = 0; round < 20; round++) {
    await using cluster = await openTestCluster();
    const entered = cluster.nodes.map(({ edge }) => edge.enter(address, user, createRecordingSocket()));
    await cluster.clock.advance(1_000);
    await Promise.all(entered);
    expect(cluster.nodes.map(({ local }) => local.awake).toSorted((one, other) => one - other)).toEqual([0, 0, 1]);
    expect(await cluster.nodes[0]!.host.members(address)).toHaveLength(3);
  }
});

test("[CL22] rooms are placed on the less loaded of two nodes, and on none whose load is not known or that drains", async () => {
  for (const [loads, placed] of [
    [[0.9, 0.1], 1],
    [[0.1, 0.9], 0],
    [[undefined, 0.9], 1],
    [[undefined, undefined], 0],
  ] as const) {
    await using cluster = await openTestCluster(loads);
    await cluster.nodes[0]!.host.prewarm(address);
    expect(cluster.ownerOf(address)).toBe(cluster.nodes[placed]);
  }
  await using cluster = await openTestCluster([0.9, 0.1]);
  await cluster.nodes[1]!.cluster.drain();
  await cluster.clock.advance(2_000);
  await cluster.nodes[0]!.host.prewarm(address);
  expect(cluster.ownerOf(address)).toBe(cluster.nodes[0]);
});

test("[CL22] a call about a room that sleeps is made without loading it, if it does not need it", async () => {
  await using cluster = await openTestCluster();
  const [node] = cluster.nodes;
  expect(await node!.host.members(address)).toEqual([]);
  await node!.host.broadcast(address, "not delivered");
  expect(await node!.host.liveRooms([address])).toEqual([{ connections: 0, connectedAt: undefined }]);
  expect(cluster.ownerOf(address)).toBeUndefined();
});

test("[CL23] when its node has crashed, a room is claimed elsewhere once the lease has ended, with all that was acknowledged", async () => {
  await using cluster = await openTestCluster(undefined, { roomMoveMs: 15_000 });
  const { owner, others } = await ownerAndOthers(cluster);
  const socket = createRecordingSocket();
  const connection = await others[0]!.edge.enter(address, user, socket);
  connection.receive([set(`${connection.actor}:1`, "a", 1)]);
  await cluster.clock.advance(100);
  expect(socket.messages.filter(({ type }) => type === 201)).toHaveLength(1);

  owner.peers.crash();
  cluster.records.cutOff(owner.id);
  expect(socket.closed).toMatchObject({ error: "RESTARTING" });
  const entering = outcomeOf(others[1]!.edge.enter(address, user, createRecordingSocket()));
  await cluster.clock.advance(2_000);
  // Its lease has not ended, and it may be serving others.
  expect(entering).toEqual({});
  await cluster.clock.advance(5_000);
  expect(entering.value).toBeDefined();
  expect(others).toContain(cluster.ownerOf(address));
  const { pieces } = await others[0]!.host.storageText(address, { kind: "json" });
  expect(JSON.parse(Buffer.concat(pieces).toString())).toMatchObject({ a: 1 });
});

test("[CL23] a room whose node stays away, but keeps its lease, is refused after a while", async () => {
  await using cluster = await openTestCluster([0.1, 0.1], { roomMoveMs: 3_000 });
  const { owner, others } = await ownerAndOthers(cluster);
  // The other one reaches no node, so it may not ask for the room.
  others[0]!.peers.isConnected = false;
  cluster.network.cut(owner.id, others[0]!.id);
  const entering = outcomeOf(others[0]!.edge.enter(address, user, createRecordingSocket()));
  await cluster.clock.advance(4_000);
  expect(entering.error).toMatchObject({ code: "RESTARTING" });
  expect(cluster.ownerOf(address)).toBe(owner);
});

test("[CL3] what a lost node would have said is missing at once, until it is back", async () => {
  await using cluster = await openTestCluster();
  const [one, two] = cluster.nodes;
  cluster.network.cut(one!.id, two!.id);
  two!.local.connected = () => new Promise(() => {});
  expect(await one!.host.connected([address.project])).toMatchObject([{ isComplete: false }]);
  cluster.network.heal(one!.id, two!.id);
  await cluster.clock.advance(4_000);
  two!.local.connected = async (projects) => projects.map(() => ({ connections: 0, users: [], isComplete: true }));
  expect(await one!.host.connected([address.project])).toMatchObject([{ isComplete: true }]);
});

test("[CL24] a node that hears no other keeps its rooms until another node asks the store for one", async () => {
  await using cluster = await openTestCluster([0.1, 0.1]);
  const { owner, others } = await ownerAndOthers(cluster);
  const near = createRecordingSocket();
  const far = createRecordingSocket();
  const connection = await owner.edge.enter(address, user, near);
  await others[0]!.edge.enter(address, user, far);
  owner.peers.isConnected = false;
  cluster.network.cut(owner.id, others[0]!.id);
  // Connections of the other node are closed, and those of this one go on.
  expect([near.closed, far.closed]).toMatchObject([undefined, { error: "RESTARTING" }]);
  await cluster.clock.advance(10_000);
  near.take();
  connection.receive([set(`${connection.actor}:1`, "a", 1)]);
  await cluster.clock.advance(100);
  expect(near.take()).toMatchObject([{ type: 201 }]);

  const entering = outcomeOf(others[0]!.edge.enter(address, user, createRecordingSocket()));
  await cluster.clock.advance(10_000);
  expect(near.closed).toMatchObject({ error: "RESTARTING" });
  expect(entering.value).toBeDefined();
  expect(cluster.ownerOf(address)).toBe(others[0]);
});

test("[CL25] a node that does not reach the store gives up its rooms before its lease ends", async () => {
  await using cluster = await openTestCluster();
  const { owner } = await ownerAndOthers(cluster);
  const socket = createRecordingSocket();
  await owner.edge.enter(address, user, socket);
  await cluster.clock.advance(60_000);
  expect(socket.closed).toBeUndefined();
  cluster.records.cutOff(owner.id);
  await cluster.clock.advance(4_000);
  expect(socket.closed).toMatchObject({ error: "RESTARTING" });
  expect(owner.local.awake).toBe(0);
  expect(owner.faults.length).toBeGreaterThan(0);
  // It serves again once it reaches the store.
  cluster.records.bringBack(owner.id);
  await cluster.clock.advance(4_000);
  await owner.edge.enter(address, user, createRecordingSocket());
  await cluster.clock.advance(60_000);
  expect(await owner.host.members(address)).toHaveLength(1);
});

test("[CL25] rooms of a node whose store says nothing are loaded elsewhere once its lease has ended, though it hears others", async () => {
  await using cluster = await openTestCluster();
  const { owner, others } = await ownerAndOthers(cluster);
  const socket = createRecordingSocket();
  await others[0]!.edge.enter(address, user, socket);
  cluster.records.pause(owner.id);
  using _ = { [Symbol.dispose]: () => cluster.records.bringBack(owner.id) };
  await cluster.clock.advance(4_000);
  expect(socket.closed).toMatchObject({ error: "RESTARTING" });
  // It would wait for the store, which has not said that it cannot be reached.
  const entering = outcomeOf(others[0]!.edge.enter(address, user, createRecordingSocket()));
  await cluster.clock.advance(5_000);
  expect(entering.error).toBeUndefined();
  expect(entering.value).toBeDefined();
  expect(others).toContain(cluster.ownerOf(address));
});

test("[CL26] a change whose node is lost before it answers is not made twice; a question is asked again", async () => {
  await using cluster = await openTestCluster([0.1, 0.1]);
  const { owner, others } = await ownerAndOthers(cluster);
  let changes = 0;
  const change = owner.local.changeStorage.bind(owner.local);
  owner.local.changeStorage = async (...values) => {
    changes++;
    await change(...values);
    return new Promise(() => {});
  };
  const ask = owner.local.newActor.bind(owner.local);
  let asked = 0;
  owner.local.newActor = (...values) => (asked++ === 0 ? new Promise(() => {}) : ask(...values));
  const patch = { kind: "ops", ops: [] } as unknown as Parameters<TestNode["host"]["changeStorage"]>[1];
  const changing = outcomeOf(others[0]!.host.changeStorage(address, patch));
  const asking = outcomeOf(others[0]!.host.newActor(address));
  await settled();
  cluster.network.cut(owner.id, others[0]!.id);
  cluster.network.heal(owner.id, others[0]!.id);
  await cluster.clock.advance(3_000);
  expect([changes, changing.error]).toMatchObject([1, { code: "RESTARTING" }]);
  expect([asked, asking.value]).toEqual([2, expect.any(Number)]);
});

test("[CL27] what a lost node had in a room ends: its connections leave, and it observes no more", async () => {
  await using cluster = await openTestCluster();
  const { owner, others } = await ownerAndOthers(cluster);
  await others[0]!.edge.enter(address, user, createRecordingSocket());
  const seen: string[] = [];
  await others[1]!.host.observe(address, ({ type }) => void seen.push(type));
  await owner.edge.enter(address, user, createRecordingSocket());
  await settled();
  expect(seen).toEqual(["entered"]);
  cluster.network.cut(owner.id, others[0]!.id);
  cluster.network.cut(owner.id, others[1]!.id);
  await settled();
  expect(seen).toEqual(["entered", "ended"]);
  expect(await owner.host.members(address)).toHaveLength(1);
});

test("[CL27] a caller that gives up a question ends the work for it on the other node", async () => {
  await using cluster = await openTestCluster();
  const { owner, others } = await ownerAndOthers(cluster);
  let aborted = false;
  owner.local.storageText = (_address, _format, signal) =>
    new Promise((_, reject) =>
      signal!.addEventListener("abort", () => {
        aborted = true;
        reject(new Error("aborted"));
      }),
    );
  const abort = new AbortController();
  const asking = outcomeOf(others[0]!.host.storageText(address, { kind: "json" }, abort.signal));
  await settled();
  abort.abort(new Error("The caller has left."));
  await settled();
  expect([aborted, asking.error]).toMatchObject([true, { message: "The caller has left." }]);
});

test("[CL28] errors of a room reach the caller on another node with their code, and faults are reported where they are", async () => {
  await using cluster = await openTestCluster();
  const { owner, others } = await ownerAndOthers(cluster);
  owner.local.newActor = () => Promise.reject(new TypeError("broken"));
  await expect(others[0]!.host.newActor(address)).rejects.toThrow("broken");
  expect(owner.faults).toMatchObject([{ message: "broken" }]);
  const refused = { ...user, scopes: [] } as ConnectedUser;
  owner.local.enter = () => Promise.reject(Object.assign(new Error(), { code: "x" }));
  await expect(others[0]!.edge.enter(address, refused, createRecordingSocket())).rejects.toThrow();
});

test("[CL28] a message that a node does not know changes nothing", async () => {
  await using cluster = await openTestCluster();
  const [one, other] = cluster.nodes;
  for (const message of [{ kind: "from the future" }, { kind: "call", call: 1, name: "drain", values: [] }, null, 7])
    one!.peers.send(other!.id, message);
  await settled();
  expect(other!.local.awake).toBe(0);
  await other!.host.prewarm(address);
  expect(cluster.ownerOf(address)).toBeDefined();
});

test("[CL28] a call that the other node does not know is an error for its caller, and no fault of either", async () => {
  const [asking, asked] = ["a", "b"] as readonly string[] as readonly [NodeId, NodeId];
  const faults: unknown[] = [];
  const answers: unknown[] = [];
  // As a newer release calls it.
  const calls = createRemoteHosts((_, message) => served.take(asking, { ...message, name: "nextYear" } as never));
  const send = (_: unknown, answer: FromRooms) => {
    answers.push(answer);
    calls.take(asked, answer);
  };
  const served = createServedHost({
    host: {} as RoomHost,
    send,
    sendLater: send,
    isServing: () => true,
    failed: (cause) => void faults.push(cause),
  });
  await expect(calls.hostOf(asked).newActor(address)).rejects.toMatchObject({
    code: "SERVICE_UNAVAILABLE",
    message: "The room is on a server of another release, which does not know the call nextYear.",
  });
  expect(answers).toEqual([{ kind: "failed", call: 0, failure: { kind: "unknown call", name: "nextYear" } }]);
  expect(faults).toEqual([]);
});

test("[CL28] a call with more arguments than a node knows is made as if it had those that it knows", async () => {
  const [asking, asked] = ["a", "b"] as readonly string[] as readonly [NodeId, NodeId];
  const given: unknown[] = [];
  const calls = createRemoteHosts((_, message) => {
    const values = "values" in message ? [...message.values, { later: true }] : [];
    served.take(asking, { ...message, values } as never);
  });
  const host: Pick<RoomHost, "storageText"> = {
    storageText(...values) {
      given.push(...values);
      return Promise.resolve({ empty: true, pieces: [] });
    },
  };
  const send = (_: unknown, answer: FromRooms) => calls.take(asked, answer);
  const served = createServedHost({
    host: host as RoomHost,
    send,
    sendLater: send,
    isServing: () => true,
    failed: () => {},
  });
  await calls.hostOf(asked).storageText(address, { kind: "json" });
  expect(given).toEqual([address, { kind: "json" }, expect.any(AbortSignal)]);
});

test("[CL28] failures, and errors of ended connections, that a node does not know are errors that it does", async () => {
  const a = "a" as NodeId;
  const hosts = createRemoteHosts(() => {});
  const calling = hosts.hostOf(a).newActor(address);
  hosts.take(a, { kind: "failed", call: 0, failure: { kind: "from the future" } } as never);
  await expect(calling).rejects.toThrow("for a reason that this release does not know");
  const sent: unknown[] = [];
  const entering = hosts.hostOf(a).enter(address, user, { send: (message) => void sent.push(message) }, 1);
  const close = { kind: "close", to: 3, error: "FROM_THE_FUTURE", reason: "Bye." };
  hosts.take(a, { kind: "answer", call: 1, value: { connection: 0, actor: 3, later: true } });
  await entering;
  hosts.take(a, { kind: "link", link: 0, message: close, later: true } as never);
  expect(sent).toEqual([{ ...close, error: "RESTARTING" }]);
});

test("[CL29] a node that drains is passed over at once, and its rooms are loaded elsewhere when it has unloaded them", async () => {
  await using cluster = await openTestCluster([0.1, 0.1], { drainMs: 100 });
  const { owner, others } = await ownerAndOthers(cluster);
  const socket = createRecordingSocket();
  await others[0]!.edge.enter(address, user, socket);
  await owner.cluster.drain();
  const drained = owner.local.drain();
  await cluster.clock.advance(200);
  await drained;
  expect(socket.closed).toMatchObject({ error: "RESTARTING" });
  await leave(owner);
  const entering = outcomeOf(others[0]!.edge.enter(address, user, createRecordingSocket()));
  await cluster.clock.advance(1_000);
  expect(entering.value).toBeDefined();
  expect(cluster.ownerOf(address)).toBe(others[0]);
});

test("[CL28] what is too large for a message between nodes ends the one connection that it is for, or from", async () => {
  await using cluster = await openTestCluster();
  const { owner, others } = await ownerAndOthers(cluster);
  const [asking, writing, bystander] = [createRecordingSocket(), createRecordingSocket(), createRecordingSocket()];
  const asker = await others[0]!.edge.enter(address, user, asking);
  const writer = await others[0]!.edge.enter(address, user, writing);
  await others[0]!.edge.enter(address, user, bystander);
  const near = await owner.edge.enter(address, user, createRecordingSocket());
  const text = "x".repeat(5_000);
  near.receive([{ type: 201, ops: [{ type: 3, id: "root", opId: `${near.actor}:1`, data: { text } }] }]);
  await cluster.clock.advance(100);
  cluster.network.messageBytes = 4_000;
  asker.receive([{ type: 200 }]);
  writer.receive([{ type: 103, event: text }]);
  await cluster.clock.advance(100);
  expect([asking.closed, writing.closed, bystander.closed]).toMatchObject([
    { error: "SERVICE_UNAVAILABLE" },
    { error: "PAYLOAD_TOO_LARGE" },
    undefined,
  ]);
  await expect(others[0]!.host.storageText(address, { kind: "json" })).rejects.toThrow("too large");
  near.receive([say("still here")]);
  await cluster.clock.advance(100);
  expect(bystander.take().map(({ type }) => type)).toContain(103);
});

test("[CL33] nodes have turns in a room one after another, and a node that is lost has none", async () => {
  await using cluster = await openTestCluster();
  const { others } = await ownerAndOthers(cluster);
  const begun: string[] = [];
  const begin = async (who: number, name: string) => {
    const turn = await others[who]!.host.beginTurnIfAwake(address, "feeds");
    begun.push(name);
    return turn;
  };
  const first = begin(0, "first");
  await cluster.clock.advance(10);
  void begin(1, "second");
  await cluster.clock.advance(10);
  const third = begin(0, "third");
  await cluster.clock.advance(10);
  expect(begun).toEqual(["first"]);
  await others[0]!.host.endTurn(address, "feeds", await first);
  await cluster.clock.advance(10);
  expect(begun).toEqual(["first", "second"]);
  others[1]!.peers.crash();
  await cluster.clock.advance(10);
  expect(begun).toEqual(["first", "second", "third"]);
  await others[0]!.host.endTurn(address, "feeds", await third);
});

test("[CL30] a quiet room of a node with too many rooms moves to another one, and its connections return there", async () => {
  await using cluster = await openTestCluster();
  const { owner, others } = await ownerAndOthers(cluster);
  const socket = createRecordingSocket();
  const connection = await others[0]!.edge.enter(address, { ...user, id: "ada" }, socket);
  owner.otherRooms = 300;
  // A room that is in use stays.
  for (let second = 0; second < 30; second++) {
    connection.receive([say("busy")]);
    await cluster.clock.advance(1_000);
  }
  expect([cluster.ownerOf(address), socket.closed]).toEqual([owner, undefined]);
  await cluster.clock.advance(14_000);
  expect(socket.closed?.error).toBe("RESTARTING");
  expect(others).toContain(cluster.ownerOf(address));
  await others[0]!.edge.enter(address, { ...user, id: "ada" }, createRecordingSocket());
  expect(owner.local.awake).toBe(0);
  expect(owner.cluster.node.figures.givenUp).toEqual({ wanted: 0, lease: 0, balance: 1 });
  expect(await owner.host.members(address)).toHaveLength(1);
});

test("[CL29] the rooms of a node that drains belong to other nodes before they are asked for", async () => {
  await using cluster = await openTestCluster();
  const { owner, others } = await ownerAndOthers(cluster);
  await owner.cluster.drain();
  await owner.local.drain();
  expect(others).toContain(cluster.ownerOf(address));
  await others[0]!.host.prewarm(address);
  expect(others.reduce((sum, { local }) => sum + local.awake, 0)).toBe(1);
});

test("[CL31] a room that has moved is known where it is by nodes that knew its former node", async () => {
  await using cluster = await openTestCluster();
  const { owner, others } = await ownerAndOthers(cluster);
  const [asking, next] = others as [TestNode, TestNode];
  expect(await asking.host.members(address)).toEqual([]);
  await owner.local.close(address, "RESTARTING");
  // The room can only be placed on one of them.
  owner.load = asking.load = undefined;
  await cluster.clock.advance(2_000);
  const socket = createRecordingSocket();
  await next.edge.enter(address, { ...user, id: "ada" }, socket);
  expect(cluster.ownerOf(address)).toBe(next);
  socket.take();
  expect(await asking.host.members(address)).toHaveLength(1);
  await asking.host.broadcast(address, "hello");
  await cluster.clock.advance(100);
  expect(socket.take()).toContainEqual(expect.objectContaining({ type: 103, event: "hello" }));
  expect(await asking.host.liveRooms([address])).toMatchObject([{ connections: 1 }]);
});
