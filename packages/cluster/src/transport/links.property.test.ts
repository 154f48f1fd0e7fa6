import fc from "fast-check";
import { expect, test } from "vitest";
import { createPeerWorld, recordingListener } from "../../suites/peer-world.ts";
import type { NodeId, Peers } from "../peers.ts";
import type { WireChannel } from "./wire.ts";

const ids = ["a", "b", "c"] as readonly string[] as readonly NodeId[];
const { WEFT_RUNS, WEFT_SEED } = process.env;
const parameters = {
  numRuns: 400 * Number(WEFT_RUNS ?? 1),
  ...(WEFT_SEED !== undefined && { seed: Number(WEFT_SEED) }),
};

const limits = {
  pieceBytes: 1_024,
  messageBytes: 16_384,
  queueBytes: 32_768,
  windowBytes: 4_096,
  pendingBytes: 8_192,
  signalQueueBytes: 2_048,
  signalWindowBytes: 1_024,
  signalPendingBytes: 2_048,
};

type Step =
  | { readonly type: "send"; readonly from: number; readonly to: number; readonly bytes: number }
  | { readonly type: "publish"; readonly from: number; readonly bytes: number }
  | { readonly type: "disconnect"; readonly node: number }
  | { readonly type: "reconnect"; readonly node: number }
  | { readonly type: "cut"; readonly channel: WireChannel; readonly from: number; readonly to: number }
  | { readonly type: "loss"; readonly share: number }
  | { readonly type: "delay"; readonly ms: number }
  | { readonly type: "heal" }
  | { readonly type: "replay"; readonly node: number; readonly index: number }
  | { readonly type: "pass"; readonly ms: number };

const anyNode = fc.nat({ max: ids.length - 1 });
const anyChannel = fc.constantFrom("control", "bulk");
const anySize = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 12_000 }) });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ type: fc.constant("send" as const), from: anyNode, to: anyNode, bytes: anySize }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("publish" as const), from: anyNode, bytes: anySize }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constantFrom("disconnect" as const, "reconnect" as const), node: anyNode }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("cut" as const), channel: anyChannel, from: anyNode, to: anyNode }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("loss" as const), share: fc.constantFrom(0, 0.02, 0.2, 1) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("delay" as const), ms: fc.constantFrom(0, 1, 40, 1_500) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("heal" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant("replay" as const), node: anyNode, index: fc.nat({ max: 10 }) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ type: fc.constant("pass" as const), ms: fc.constantFrom(1, 20, 500, 1_100, 4_000, 70_000) }),
  },
);

interface Sent {
  readonly conversation: number;
  readonly number: number;
  /** When it was sent. */
  readonly at: number;
  readonly padding: Uint8Array;
}

/** What one node knows of another, and what it was told of it. */
class Pair {
  /** As the sender: it counts its conversations by the losses that it is told. */
  conversation = 0;
  sent = 0;
  /** As the receiver. */
  lastConversation = -1;
  lastNumber = -1;
  hasLost = false;
  /** The newest moment at which the other side was in a conversation with this one, until that is lost. */
  provenAt = -1;
  /** At some moment after these, the other side has to lose this one. */
  readonly lostAfter: number[] = [];
  lostAt = -1;
  /** Published messages of the other. */
  lastPublished = 0;
  owesMissed = false;
}

interface Witness {
  readonly peers: Peers;
  readonly others: Map<NodeId, Pair>;
  readonly publishedAt: number[];
  missedAt: number;
}

/** Nodes that check what they are told. Moments are counted, not measured. */
function createWitnesses(seed: number) {
  const failures: unknown[] = [];
  const world = createPeerWorld({ seed, limits, failed: (cause) => failures.push(cause) });
  let moment = 0;
  const witnesses = ids.map((id): Witness => {
    const others = new Map(ids.filter((other) => other !== id).map((other) => [other, new Pair()]));
    return { peers: world.open(id), others, publishedAt: [], missedAt: -1 };
  });
  const senderOf = (id: NodeId) => witnesses.find(({ peers }) => peers.self === id)!;
  for (const witness of witnesses) {
    const self = witness.peers.self;
    witness.peers.listen({
      received(from, message) {
        const { conversation, number, at } = message as Sent;
        const pair = witness.others.get(from)!;
        if (pair.hasLost || pair.lastConversation === -1) {
          expect(number, `the first message of ${from} to ${self}`).toBe(0);
          expect(conversation).toBeGreaterThan(pair.lastConversation);
        } else expect([conversation, number]).toEqual([pair.lastConversation, pair.lastNumber + 1]);
        Object.assign(pair, { lastConversation: conversation, lastNumber: number, hasLost: false });
        // The sender was in this conversation when it sent the message, and the receiver is now.
        pair.provenAt = Math.max(pair.provenAt, at);
        const back = senderOf(from).others.get(self)!;
        if (at > back.lostAt) back.provenAt = ++moment;
      },
      published(from, message) {
        const { number } = message as { number: number };
        const pair = witness.others.get(from)!;
        expect(number).toBeGreaterThan(pair.lastPublished);
        const skippedAt = senderOf(from).publishedAt[number - 2]!;
        if (number !== pair.lastPublished + 1 && witness.missedAt < skippedAt) pair.owesMissed = true;
        pair.lastPublished = number;
      },
      lost(node) {
        const pair = witness.others.get(node)!;
        if (pair.provenAt >= 0) pair.lostAfter.push(pair.provenAt);
        Object.assign(pair, { provenAt: -1, hasLost: true, sent: 0, lostAt: ++moment });
        pair.conversation += 1;
      },
      missed() {
        witness.missedAt = ++moment;
        for (const pair of witness.others.values()) pair.owesMissed = false;
      },
    });
  }
  const send = (from: number, to: number, size: number) => {
    const pair = witnesses[from]!.others.get(ids[to]!);
    if (pair === undefined) return;
    const message = { conversation: pair.conversation, number: pair.sent, at: ++moment, padding: new Uint8Array(size) };
    pair.sent += 1;
    witnesses[from]!.peers.send(ids[to]!, message satisfies Sent);
  };
  const publish = (from: number, size: number) => {
    const { publishedAt, peers } = witnesses[from]!;
    publishedAt.push(++moment);
    peers.publish({ number: publishedAt.length, padding: new Uint8Array(size) });
  };
  return { ...world, witnesses, senderOf, failures, send, publish };
}

type Witnesses = ReturnType<typeof createWitnesses>;

function take({ clock, network, send, publish }: Witnesses, taken: Step): void {
  if (taken.type === "send") send(taken.from, taken.to, taken.bytes);
  else if (taken.type === "publish") publish(taken.from, taken.bytes);
  else if (taken.type === "disconnect") network.disconnect(ids[taken.node]!);
  else if (taken.type === "reconnect") network.reconnect(ids[taken.node]!);
  else if (taken.type === "cut") network.cut(taken.channel, ids[taken.from]!, ids[taken.to]!);
  else if (taken.type === "loss") network.loss = taken.share;
  else if (taken.type === "delay") network.delayMs = taken.ms;
  else if (taken.type === "heal") network.heal();
  else if (taken.type === "replay") network.replay(ids[taken.node]!, taken.index);
  else clock.advance(taken.ms);
}

/** After the network has healed, nothing is missing that a node was not told of. */
function expectAgreement({ witnesses, senderOf, failures }: Witnesses): void {
  expect(failures).toEqual([]);
  for (const { peers, others, missedAt } of witnesses)
    for (const [other, pair] of others) {
      const sender = senderOf(other);
      const back = sender.others.get(peers.self)!;
      if (back.sent > 0)
        expect([pair.lastConversation, pair.lastNumber], `${other} to ${peers.self}`).toEqual([
          back.conversation,
          back.sent - 1,
        ]);
      for (const provenAt of pair.lostAfter)
        expect(back.lostAt, `${other} lost ${peers.self}`).toBeGreaterThan(provenAt);
      expect(pair.owesMissed, `${peers.self} missed something of ${other}`).toBe(false);
      if (pair.lastPublished < sender.publishedAt.length)
        expect(missedAt, `${peers.self} missed the end of ${other}`).toBeGreaterThan(sender.publishedAt.at(-1)!);
    }
}

test("[CL6] [CL7] [CL8] [CL9] in any schedule of loss, delay, partition and disconnection, nodes receive prefixes or lose each other", () => {
  fc.assert(
    fc.property(fc.integer(), fc.array(step, { minLength: 1, maxLength: 80 }), (seed, steps) => {
      const witnesses = createWitnesses(seed);
      const { clock, network, send } = witnesses;
      for (const taken of steps) take(witnesses, taken);
      network.heal();
      network.delayMs = 1;
      clock.advance(20_000);
      expectAgreement(witnesses);
      for (const from of ids.keys()) for (const to of ids.keys()) send(from, to, 0);
      clock.advance(1_000);
      expectAgreement(witnesses);
    }),
    parameters,
  );
});

/** Frames that are damaged, or that no node has written. */
const foreign = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc
    .record({ kind: fc.nat({ max: 5 }), rest: fc.uint8Array({ maxLength: 60 }) })
    .map(({ kind, rest }) => Uint8Array.of(0x57, kind, ...rest)),
  fc
    .record({ kind: fc.constantFrom(1, 4), value: fc.json() })
    .map(({ kind, value }) => Buffer.from(`W${String.fromCodePoint(kind)}${value}`)),
);

test("[CL11] frames that are damaged or foreign throw nothing, and messages of others arrive", () => {
  const damage = fc.record({ at: fc.nat(), to: fc.nat({ max: 255 }), length: fc.nat({ max: 300 }) });
  const frames = fc.array(fc.oneof(foreign, damage), { maxLength: 30 });
  fc.assert(
    fc.property(fc.integer(), frames, (seed, sent) => {
      const failures: unknown[] = [];
      const world = createPeerWorld({ seed, limits, failed: (cause) => failures.push(cause) });
      const { clock, network } = world;
      const [one, other] = [world.open("a"), world.open("b")];
      const received: unknown[] = [];
      one.listen(recordingListener());
      other.listen({ ...recordingListener(), received: (_, message) => void received.push(message) });
      const stranger = network.connect("stranger" as NodeId);
      const seen: Buffer[] = [];
      stranger.listen({ received: (frame) => void seen.push(frame), connected: () => {}, disconnected: () => {} });
      for (const frame of sent) {
        one.send("stranger" as NodeId, frame);
        one.publish(frame);
        clock.advance(10);
        const bytes = frame instanceof Uint8Array ? frame : damaged(seen.at(-1) ?? Buffer.alloc(1), frame);
        stranger.send("control", other.self, bytes);
        clock.advance(10);
      }
      clock.advance(5_000);
      one.send(other.self, "still here");
      clock.advance(100);
      expect(failures).toEqual([]);
      expect(received.at(-1)).toBe("still here");
    }),
    parameters,
  );
});

function damaged(frame: Buffer, { at, to, length }: { at: number; to: number; length: number }): Buffer {
  const copy = Buffer.from(frame.subarray(0, length));
  if (copy.length > 0) copy[at % copy.length] = to;
  return copy;
}
