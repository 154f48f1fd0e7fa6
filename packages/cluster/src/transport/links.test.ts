import { serialize } from "node:v8";
import { limits as roomLimits } from "@weft/protocol";
import { expect, test } from "vitest";
import { createPeerWorld, recordingListener } from "../../suites/peer-world.ts";
import type { PeerWorldOptions } from "../../suites/peer-world.ts";
import type { NodeId } from "../peers.ts";
import { ourWire } from "./compatibility.ts";
import type { LinkStatus, TransportFrame } from "./frames.ts";
import { readFrame, writeEntryHeader, writePieceHeader, writeStatus } from "./frames.ts";
import { OutgoingLane, messageFrontBytes } from "./lanes.ts";
import { defaultTransportLimits } from "./transport-limits.ts";
import type { WireChannel } from "./wire.ts";

const [a, b, c] = ["a", "b", "c"] as readonly string[] as readonly [NodeId, NodeId, NodeId];

function openWorld(options: Partial<PeerWorldOptions> = {}) {
  const failures: unknown[] = [];
  const world = createPeerWorld({ seed: 1, failed: (cause) => failures.push(cause), ...options });
  const join = (id: NodeId) => {
    const listener = recordingListener();
    const peers = world.open(id);
    peers.listen(listener);
    return { peers, told: listener.told };
  };
  return { ...world, join, failures };
}

/** Two nodes that have a link, and have been told nothing. */
function openPair(options?: Partial<PeerWorldOptions>) {
  const world = openWorld(options);
  const [one, other] = [world.join(a), world.join(b)];
  world.clock.advance(100);
  return { ...world, one, other };
}

/** A node whose frames a test writes and reads. It answers nothing by itself. */
function joinByHand({ network }: ReturnType<typeof openWorld>, id: NodeId) {
  const wire = network.connect(id);
  const frames: TransportFrame[] = [];
  const sizes: number[] = [];
  wire.listen({
    received(frame) {
      sizes.push(frame.length);
      frames.push(readFrame(frame)!);
    },
    connected: () => {},
    disconnected: () => {},
  });
  const status = (overrides: Partial<LinkStatus> = {}) => {
    const none = { messages: 0, signals: 0 };
    const all = { messages: 1e9, signals: 1e9 };
    const values = { ...ourWire, from: id, mine: 7, yours: 0, received: none, granted: all, published: 0, bye: false };
    wire.send("control", a, writeStatus({ ...values, ...overrides }));
  };
  return {
    wire,
    frames,
    sizes,
    status,
    /** The incarnation that the other node has chosen last. */
    theirs: () => frames.findLast((frame) => frame.kind === "status")!.status.mine,
    message(text: string, { link, from = 7, number }: { link: number; from?: number; number: number }) {
      const lane = new OutgoingLane("messages", defaultTransportLimits);
      lane.update(0, 1_000_000);
      lane.push(Buffer.concat([Buffer.alloc(messageFrontBytes), serialize(text)]));
      const frame = lane.next(link, from)!;
      writePieceHeader(frame, "messages", link, from, number);
      wire.send("bulk", a, frame);
    },
    pieces: (channel: WireChannel) =>
      frames.filter(({ kind }) => kind === (channel === "bulk" ? "messages" : "signals")),
  };
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

test("[CL6] messages of one turn leave as one frame and arrive in order, each a copy", () => {
  const world = openWorld();
  const { peers, told } = world.join(a);
  const hand = joinByHand(world, b);
  hand.status();
  world.clock.advance(10);
  hand.status({ yours: hand.theirs() });
  world.clock.advance(10);
  for (const n of numbers(100)) peers.send(b, { n, bytes: Buffer.from([n]) });
  world.clock.advance(10);
  expect(hand.pieces("bulk")).toHaveLength(1);
  expect(told).toEqual([]);

  const { one, other, clock } = openPair();
  const message = {
    text: "ä 日本",
    floats: new Float64Array([1.5]),
    bytes: Buffer.from([1, 2]),
    at: new Date(0),
    map: new Map([[1n, undefined]]),
  };
  for (const n of numbers(100)) one.peers.send(b, { n, message });
  message.text = "changed later";
  clock.advance(10);
  expect(other.told).toEqual(
    numbers(100).map((n) => [
      "received",
      a,
      { n, message: { ...message, text: "ä 日本", bytes: Buffer.from([1, 2]) } },
    ]),
  );
});

test("[CL6] messages of every size around that of a frame arrive as they were, between small ones", () => {
  const { one, other, clock } = openPair();
  const sizes = [30_000, 32_720, 32_768, 100_000, 262_100, 262_130, 262_140, 262_150, 300_000];
  const sent = sizes.flatMap((size) => [
    `before ${size}`,
    "日".repeat(size),
    { bytes: Buffer.alloc(size * 2, "weft") },
  ]);
  for (const message of sent) one.peers.send(b, message);
  clock.advance(100);
  expect(other.told.map(([, , message]) => message)).toEqual(sent);
});

test("[CL6] a message of 16 MiB arrives whole, in pieces of at most 512 KiB, between others", () => {
  const world = openWorld();
  const { peers } = world.join(a);
  const hand = joinByHand(world, c);
  const other = world.join(b);
  hand.status();
  world.clock.advance(10);
  hand.status({ yours: hand.theirs() });
  world.clock.advance(10);
  const large = Buffer.alloc(16 * 1_024 * 1_024, "weft");
  for (const to of [b, c]) for (const message of ["before", large, "after"]) peers.send(to, message);
  world.clock.advance(1_000);
  expect(other.told.map(([, , message]) => (Buffer.isBuffer(message) ? large.equals(message) : message))).toEqual([
    "before",
    true,
    "after",
  ]);
  expect(Math.max(...hand.sizes)).toBe(512 * 1_024);
  expect(hand.pieces("bulk").length).toBeGreaterThan(32);
});

test("[CL6] a message that is too large, or cannot be copied, is refused at once and disturbs no others", () => {
  const { one, other, clock } = openPair({ limits: { messageBytes: 100 } });
  expect(() => one.peers.send(b, "x".repeat(200))).toThrow("A message between nodes has");
  expect(() => one.peers.send(b, () => {})).toThrow("could not be cloned");
  expect(() => one.peers.send(a, 1)).toThrow("does not send messages to itself");
  one.peers.send(b, "fine");
  clock.advance(10);
  expect(other.told).toEqual([["received", a, "fine"]]);
});

test("[CL6] all that a room may hold fits into one message, with room for what encoding adds", () => {
  const { storageBytes, textHistoryBytes, documentBytes } = roomLimits;
  expect(2 * (storageBytes + textHistoryBytes + documentBytes)).toBeLessThan(defaultTransportLimits.messageBytes);
});

test("[CL6] what is sent later keeps its place, and is encoded when what was sent before it has left", () => {
  const { one, other, clock } = openPair();
  let encodings = 0;
  const later = (value: number) => ({
    value,
    get encoded() {
      return ++encodings > 0;
    },
  });
  const big = "x".repeat(3_000_000);
  for (const message of [big, big]) one.peers.send(b, message);
  one.peers.sendLater(b, later(1));
  one.peers.sendLater(b, later(2));
  one.peers.send(b, "after");
  clock.advance(0);
  expect(encodings).toBe(0);
  clock.advance(100);
  expect(other.told.slice(2)).toEqual([
    ["received", a, { value: 1, encoded: true }],
    ["received", a, { value: 2, encoded: true }],
    ["received", a, "after"],
  ]);
  expect(encodings).toBe(2);
});

test("[CL10] what is sent later does not count as waiting, and leads to no loss", () => {
  const limits = { queueBytes: 100_000, windowBytes: 20_000, pieceBytes: 4_096, messageBytes: 50_000 };
  const told = (send: "send" | "sendLater") => {
    const { one, other, clock } = openPair({ limits });
    for (let index = 0; index < 20; index++) one.peers[send](b, "x".repeat(10_000));
    clock.advance(1_000);
    return [...one.told, ...other.told].map(([what]) => what);
  };
  expect(told("send")).toContain("lost");
  expect(told("sendLater")).toEqual(Array.from({ length: 20 }, () => "received"));
});

test("[CL10] of large messages, those that find too many waiting are refused, and the node is not lost", () => {
  const limits = { queueBytes: 50_000, largeMessageBytes: 20_000, largeQueueBytes: 70_000 };
  const { one, other, clock } = openPair({ limits });
  const large = "x".repeat(30_000);
  for (const message of [large, "small", large]) one.peers.send(b, message);
  expect(() => one.peers.send(b, large)).toThrow("wait for the node already");
  clock.advance(100);
  one.peers.send(b, large);
  clock.advance(100);
  expect(other.told.map(([, , message]) => (message as string).length)).toEqual([30_000, 5, 30_000, 30_000]);
  expect(one.told).toEqual([]);
});

test("[CL7] when the last frame of a conversation is lost, both sides are told once, within three pings", () => {
  const { one, other, clock, network } = openPair();
  network.cut("bulk", a, b);
  one.peers.send(b, "lost");
  clock.advance(10);
  network.heal();
  clock.advance(3_000);
  expect(one.told).toEqual([["lost", b]]);
  expect(other.told).toEqual([["lost", a]]);
  one.peers.send(b, "next");
  other.peers.send(a, "next");
  clock.advance(60_000);
  expect(one.told).toEqual([
    ["lost", b],
    ["received", b, "next"],
  ]);
  expect(other.told).toEqual([
    ["lost", a],
    ["received", a, "next"],
  ]);
});

test("[CL7] a node is lost when two pings are missing, in one direction too, and its messages arrive again later", () => {
  const { one, other, clock, network } = openPair();
  for (const channel of ["control", "bulk"] as const) network.cut(channel, a, b);
  clock.advance(1_900);
  expect([...one.told, ...other.told]).toEqual([]);
  clock.advance(1_200);
  expect(other.told).toEqual([["lost", a]]);
  expect(one.told).toEqual([["lost", b]]);
  clock.advance(10_000);
  network.heal();
  clock.advance(2_000);
  one.peers.send(b, 1);
  clock.advance(10);
  expect(other.told).toEqual([
    ["lost", a],
    ["received", a, 1],
  ]);
  expect(one.told).toEqual([["lost", b]]);
});

test("[CL7] a message to a node that does not exist leads to its loss, each time", () => {
  const { clock, join } = openWorld();
  const { peers, told } = join(a);
  peers.send("gone" as NodeId, 1);
  clock.advance(3_100);
  expect(told).toEqual([["lost", "gone"]]);
  clock.advance(30_000);
  expect(told).toHaveLength(1);
  peers.send("gone" as NodeId, 2);
  clock.advance(3_100);
  expect(told).toHaveLength(2);
});

test("[CL7] frames that name an incarnation of an ended conversation are not delivered", () => {
  const world = openWorld();
  const { told } = world.join(a);
  const hand = joinByHand(world, b);
  hand.status();
  world.clock.advance(10);
  const first = hand.theirs();
  hand.status({ yours: first });
  hand.message("one", { link: first, number: 0 });
  world.clock.advance(10);
  // The other side has begun anew, and its earlier frames are late.
  hand.status({ mine: 8 });
  world.clock.advance(10);
  const second = hand.theirs();
  expect(second).not.toBe(first);
  hand.message("of both that ended", { link: first, from: 7, number: 1 });
  hand.message("of the sender's that ended", { link: second, from: 7, number: 0 });
  hand.message("of the receiver's that ended", { link: first, from: 8, number: 0 });
  world.clock.advance(10);
  hand.message("two", { link: second, from: 8, number: 0 });
  world.clock.advance(10);
  expect(told).toEqual([
    ["received", b, "one"],
    ["lost", b],
    ["received", b, "two"],
  ]);
});

test("[CL8] a node without connection loses all others once, sends nothing, and knows that it may have missed something", () => {
  const { one, other, clock, network, join } = openPair();
  const third = join(c);
  clock.advance(100);
  for (const node of [one, other, third]) node.told.length = 0;
  network.disconnect(a);
  expect(one.peers.isConnected).toBe(false);
  expect(one.told).toEqual([
    ["lost", b],
    ["lost", c],
  ]);
  one.peers.send(b, "stale");
  one.peers.publish("stale");
  clock.advance(100);
  expect(one.told.slice(2)).toEqual([["lost", b]]);
  network.reconnect(a);
  clock.advance(10_000);
  expect(one.peers.isConnected).toBe(true);
  expect(one.told.slice(3)).toEqual([["missed"]]);
  // What was published meanwhile went nowhere, and the others are told.
  expect(other.told).toEqual([["lost", a], ["missed"]]);
  expect(third.told).toEqual([["lost", a], ["missed"]]);
});

test("[CL9] published messages reach all other nodes in order, and nodes that come later know that they missed some", () => {
  const { one, other, clock, join } = openPair();
  const third = join(c);
  clock.advance(100);
  for (const n of numbers(5)) one.peers.publish(n);
  clock.advance(10);
  for (const { told } of [other, third]) expect(told).toEqual(numbers(5).map((n) => ["published", a, n]));
  expect(one.told).toEqual([]);
  const late = join("late" as NodeId);
  clock.advance(10);
  one.peers.publish(5);
  clock.advance(10);
  expect(late.told).toEqual([["missed"], ["published", a, 5]]);
});

test("[CL9] published messages that do not fit into the queue are left out for the slow node alone, and it is told", () => {
  const limits = { signalQueueBytes: 50_000, signalWindowBytes: 70_000, signalPendingBytes: 140_000 };
  const world = openPair({ limits });
  const hand = joinByHand(world, c);
  hand.status({ granted: { messages: 0, signals: 0 } });
  world.clock.advance(10);
  hand.status({ yours: hand.theirs(), granted: { messages: 0, signals: 0 } });
  world.clock.advance(10);
  for (const n of numbers(100)) {
    world.one.peers.publish({ n, padding: Buffer.alloc(1_000) });
    world.clock.advance(10);
  }
  expect(world.other.told).toHaveLength(100);
  expect(hand.pieces("control")).toEqual([]);
  hand.status({ yours: hand.theirs() });
  world.clock.advance(1_000);
  const bytes = hand
    .pieces("control")
    .reduce((sum, frame) => sum + ("piece" in frame ? frame.piece.entries.length : 0), 0);
  expect(bytes).toBeGreaterThan(40_000);
  expect(bytes).toBeLessThan(50_000);
  expect(hand.frames.findLast((frame) => frame.kind === "status")).toMatchObject({ status: { published: 100 } });
});

test("[CL9] a node that loses published frames is told, although nothing is published after them", () => {
  const { one, other, clock, network } = openPair();
  network.cut("control", a, b);
  one.peers.publish("lost");
  clock.advance(1);
  network.heal();
  clock.advance(3_000);
  expect(other.told).toContainEqual(["missed"]);
  expect(other.told).toContainEqual(["lost", a]);
  expect(one.told).toEqual([["lost", b]]);
});

test("[CL9] a node that has been silent for a minute may have published something before it ended", () => {
  const { one, other, clock, network } = openPair();
  one.peers.publish("before");
  clock.advance(10);
  for (const channel of ["control", "bulk"] as const) network.cut(channel, a, b);
  one.peers.publish("never arrives");
  clock.advance(50_000);
  expect(other.told).toEqual([
    ["published", a, "before"],
    ["lost", a],
  ]);
  clock.advance(15_000);
  expect(other.told.slice(2)).toEqual([["missed"]]);
});

test("[CL10] a slow node has a bounded number of bytes in flight and in memory, is lost beyond it, and slows no other", () => {
  const reasons: string[] = [];
  const world = openPair({ linkLost: (at, node, reason) => at === a && reasons.push(`${node}: ${reason}`) });
  const hand = joinByHand(world, c);
  const granted = { messages: 4 * 1_024 * 1_024, signals: 0 };
  hand.status({ granted });
  world.clock.advance(10);
  hand.status({ yours: hand.theirs(), granted });
  world.clock.advance(10);
  const frame = Buffer.alloc(1_024 * 1_024);
  const inFlight = () => hand.sizes.reduce((sum, size) => sum + size, 0);
  for (const n of numbers(60)) {
    world.one.peers.send(c, { n, frame });
    world.one.peers.send(b, { n, frame });
    world.clock.advance(10);
  }
  expect(inFlight()).toBeGreaterThan(3.9 * 1_024 * 1_024);
  expect(inFlight()).toBeLessThan(4.1 * 1_024 * 1_024);
  expect(world.other.told).toHaveLength(60);
  for (const n of numbers(12)) world.one.peers.send(c, { n, frame });
  expect(world.one.told).toEqual([]);
  world.clock.advance(1);
  expect(world.one.told).toEqual([["lost", c]]);
  expect(reasons).toEqual(["c: The node is slow, and too much waits for it."]);
});

test("[CL10] a node that answers pings and receives nothing is lost after ten pings", () => {
  const world = openWorld();
  const { peers, told } = world.join(a);
  const hand = joinByHand(world, b);
  hand.status();
  world.clock.advance(10);
  hand.status({ yours: hand.theirs() });
  world.clock.advance(10);
  peers.send(b, 1);
  for (const n of numbers(12)) {
    expect(told, `after ${n} pings`).toEqual(n < 11 ? [] : [["lost", b]]);
    hand.status({ yours: hand.theirs() });
    world.clock.advance(1_000);
  }
  expect(told).toEqual([["lost", b]]);
});

test("[CL10] all nodes together may have 24 MiB on their way to one node, however many they are", () => {
  const world = openWorld();
  world.join(a);
  const hands = numbers(40).map((n) => joinByHand(world, `node ${n}` as NodeId));
  for (const hand of hands) hand.status();
  world.clock.advance(1_100);
  const granted = hands.map(
    ({ frames }) => frames.findLast((frame) => frame.kind === "status")!.status.granted.messages,
  );
  expect(Math.max(...granted)).toBe(Math.min(...granted));
  const together = granted.reduce((sum, bytes) => sum + bytes, 0);
  expect(together).toBeLessThanOrEqual(24 * 1_024 * 1_024);
  expect(together).toBeGreaterThan(23 * 1_024 * 1_024);
});

test("[CL11] an error of a listener is reported, and later messages arrive", () => {
  const world = openWorld();
  const [one, other] = [world.open(a), world.open(b)];
  const received: unknown[] = [];
  one.listen(recordingListener());
  other.listen({
    ...recordingListener(),
    received(_, message) {
      received.push(message);
      throw new Error(`not ${String(message)}`);
    },
  });
  world.clock.advance(100);
  one.send(b, 1);
  one.send(b, 2);
  world.clock.advance(10);
  expect(received).toEqual([1, 2]);
  expect(world.failures).toEqual([new Error("not 1"), new Error("not 2")]);
});

test("[CL11] a message that cannot be read ends its conversation, on both sides", () => {
  const world = openWorld();
  const { told } = world.join(a);
  const hand = joinByHand(world, b);
  hand.status();
  world.clock.advance(10);
  const frame = Buffer.alloc(27, 0xee);
  writePieceHeader(frame, "messages", hand.theirs(), 7, 0);
  writeEntryHeader(frame, 20, 3, false);
  hand.wire.send("bulk", a, frame);
  const before = hand.theirs();
  world.clock.advance(10);
  expect(told).toEqual([["lost", b]]);
  expect(hand.theirs()).not.toBe(before);
});

test("[CL11] nodes of another version are understood, and kinds of frames that they add are ignored", () => {
  const world = openWorld();
  const { told } = world.join(a);
  const hand = joinByHand(world, b);
  const newer = { version: 2, capabilities: ["more"] };
  hand.status(newer);
  world.clock.advance(10);
  hand.wire.send("bulk", a, Buffer.concat([Uint8Array.of(0x57, 99), Buffer.from("new kind")]));
  hand.message("hello", { link: hand.theirs(), number: 0 });
  world.clock.advance(10);
  expect(told).toEqual([["received", b, "hello"]]);
});

test.for([
  [
    "needs a newer one than this node speaks",
    { version: 3, oldest: 2 },
    /^It speaks versions 2 to 3 of .* speaks version 1\.$/,
  ],
  ["speaks an older one than this node understands", { version: 0, oldest: 0 }, /^It speaks version 0 of the protocol/],
  ["encodes messages in another format of V8", { format: 99 }, /^Its Node.js encodes messages in format 99, /],
] as const)(
  "[CL34] a node that %s is lost with a sentence, once, and heard again when it is replaced",
  ([, wire, sentence]) => {
    const strangers: unknown[][] = [];
    const world = openWorld({ incompatible: (...told) => void strangers.push(told) });
    const { peers, told } = world.join(a);
    const hand = joinByHand(world, b);
    hand.status(wire);
    world.clock.advance(10);
    hand.status({ ...wire, yours: hand.theirs() });
    hand.message("misunderstood", { link: hand.theirs(), number: 0 });
    world.clock.advance(10);
    expect(strangers).toEqual([[a, b, expect.stringMatching(sentence)]]);
    expect(peers.incompatibility(b)).toMatch(sentence);
    expect([told, peers.figures.reachable]).toEqual([[["lost", b]], 0]);
    // What is sent to it all the same is answered like this, and nothing of it leaves.
    peers.send(b, "call");
    world.clock.advance(10);
    expect([told.splice(0), hand.pieces("bulk"), strangers.length]).toEqual([
      [
        ["lost", b],
        ["lost", b],
      ],
      [],
      1,
    ]);
    // The two still say how they speak.
    expect(hand.frames.at(-1)).toMatchObject({ kind: "status", status: ourWire });
    hand.status({ mine: 8 });
    world.clock.advance(10);
    hand.status({ mine: 8, yours: hand.theirs() });
    world.clock.advance(10);
    expect([peers.incompatibility(b), peers.figures.reachable]).toEqual([undefined, 1]);
  },
);

test("[CL13] a node that stops sends what it has sent, is lost to others at once, and leaves no timers", async () => {
  const { one, other, clock } = openPair();
  one.peers.send(b, "last");
  await one.peers[Symbol.asyncDispose]();
  clock.advance(10);
  expect(other.told).toEqual([
    ["received", a, "last"],
    ["lost", a],
  ]);
  one.peers.send(b, "ignored");
  one.peers.publish("ignored");
  await other.peers[Symbol.asyncDispose]();
  expect(other.peers.isConnected).toBe(false);
  clock.advance(100);
  expect(clock.timers).toBe(0);
  expect(one.told).toEqual([]);
});
