import { randomInt } from "node:crypto";
import { DefaultSerializer, deserialize } from "node:v8";
import type { Clock, Timer } from "@weft/room";
import type { NodeId, PeerFigures, PeerListener, Peers } from "../peers.ts";
import type { LaneName, LinkStatus, LanePiece } from "./frames.ts";
import { ourWire, whyIncompatible } from "./compatibility.ts";
import { numberBound, readFrame, writeAnnouncement, writeStatus } from "./frames.ts";
import { IncomingLane, OutgoingLane, messageFrontBytes } from "./lanes.ts";
import type { OutgoingMessage } from "./lanes.ts";
import type { TransportLimits } from "./transport-limits.ts";
import { defaultTransportLimits, windowOf } from "./transport-limits.ts";
import type { Wire, WireChannel } from "./wire.ts";

export interface LinkOptions {
  readonly self: NodeId;
  readonly clock: Pick<Clock, "setTimer" | "defer">;
  readonly limits?: Partial<TransportLimits>;
  readonly events?: Partial<TransportEvents>;
  /** An incarnation: whole, from 1 to less than 2^48. */
  readonly newIncarnation?: () => number;
}

/** What operators want to know. */
export interface TransportEvents {
  linkLost(node: NodeId, reason: string): void;
  /** The node speaks a wire that this one does not. This is told once, and again when the reason has changed. */
  incompatible(node: NodeId, reason: string): void;
  connected(): void;
  disconnected(reason: string): void;
  /** A listener threw, or a server refused something. */
  failed(cause: unknown): void;
}

const silent: TransportEvents = {
  linkLost: () => {},
  incompatible: () => {},
  connected: () => {},
  disconnected: () => {},
  failed: () => {},
};

const channelOf: Readonly<Record<LaneName, WireChannel>> = { messages: "bulk", signals: "control" };
const lanes = ["messages", "signals"] as const;

/**
 * Links with all other nodes over a wire. A link is a conversation of two incarnations, one chosen by each side:
 *
 *     opening ── a status that names our incarnation ──► open ── a gap, two missed pings, a new incarnation ──► opening
 *        ▲                                                             (both sides are told `lost`)                │
 *        └─────────────────────────────── with a new incarnation of our own ◄──────────────────────────────────────┘
 *
 * Each frame names both incarnations, so nothing is delivered from a conversation that has ended. A side that ends it gets
 * a new incarnation; the other side learns it with the next status, and ends the conversation too.
 */
export function createPeers(wire: Wire, options: LinkOptions): Peers {
  return new Links(wire, options);
}

interface Link {
  readonly node: NodeId;
  mine: number;
  /** 0 while it is not known. */
  theirs: number;
  isOpen: boolean;
  /** Sends to it go nowhere until it is told as lost. */
  isOverflowing: boolean;
  /** Why the node's frames are not understood: there is no conversation with it. */
  incompatibility: string | undefined;
  readonly out: Record<LaneName, OutgoingLane>;
  readonly in: Record<LaneName, IncomingLane>;
  /** How much of each lane was received when it was last acknowledged. */
  readonly acknowledged: Record<LaneName, number>;
  hasBeenHeard: boolean;
  silentPings: number;
  stalledPings: number;
  acknowledgedAtPing: number;
  /** The number of the last message published by it that was received. Undefined before the first status. */
  published: number | undefined;
}

class Links implements Peers {
  readonly self: NodeId;
  readonly #wire: Wire;
  readonly #clock: Pick<Clock, "setTimer" | "defer">;
  readonly #limits: TransportLimits;
  readonly #events: TransportEvents;
  readonly #newIncarnation: () => number;
  readonly #links = new Map<NodeId, Link>();
  readonly #byIncarnation = new Map<number, Link>();
  readonly #dirty = new Set<Link>();
  readonly #unsaid = new Set<Link>();
  #listener: PeerListener | undefined;
  #timer: Timer | undefined;
  #pings = 0;
  #published = 0;
  #hasMissed = false;
  #isDeferred = false;
  #isClosed = false;
  readonly #totals = { framesSent: 0, framesReceived: 0, bytesSent: 0, bytesReceived: 0, lost: 0 };

  constructor(wire: Wire, options: LinkOptions) {
    this.self = options.self;
    this.#wire = wire;
    this.#clock = options.clock;
    this.#limits = { ...defaultTransportLimits, ...options.limits };
    this.#events = { ...silent, ...options.events };
    this.#newIncarnation = options.newIncarnation ?? (() => randomInt(1, numberBound - 1));
  }

  get isConnected(): boolean {
    return !this.#isClosed && this.#wire.isConnected;
  }

  get figures(): PeerFigures {
    const links = [...this.#links.values()];
    const pending = links.map(({ out }) => out.messages.pendingBytes + out.signals.pendingBytes);
    return {
      ...this.#totals,
      reachable: links.filter(({ isOpen }) => isOpen).length,
      pendingBytes: Math.max(0, ...pending),
    };
  }

  incompatibility(node: NodeId): string | undefined {
    return this.#links.get(node)?.incompatibility;
  }

  send(to: NodeId, message: unknown): void {
    if (to === this.self) throw new Error("A node does not send messages to itself.");
    const bytes = this.#encode(message, messageFront);
    if (this.#isClosed) return;
    const link = this.#links.get(to) ?? this.#addLink(to);
    const lane = link.out.messages;
    const { queueBytes, largeMessageBytes, largeQueueBytes } = this.#limits;
    if (bytes.length >= largeMessageBytes) {
      if (lane.largeQueuedBytes + bytes.length > largeQueueBytes)
        throw new RangeError(`Large messages of ${lane.largeQueuedBytes} bytes wait for the node already.`);
    } else if (lane.queuedBytes - lane.largeQueuedBytes + bytes.length > queueBytes) link.isOverflowing = true;
    this.#push(link, bytes);
  }

  sendLater(to: NodeId, message: unknown): void {
    if (to === this.self) throw new Error("A node does not send messages to itself.");
    if (this.#isClosed) return;
    this.#push(this.#links.get(to) ?? this.#addLink(to), () => this.#encode(message, messageFront));
  }

  #push(link: Link, message: OutgoingMessage): void {
    const lane = link.out.messages;
    if (!link.isOverflowing) {
      if (!link.isOpen && lane.isEmpty) {
        link.silentPings = 0;
        this.#unsaid.add(link);
      }
      lane.push(message);
    }
    this.#dirty.add(link);
    this.#defer();
  }

  publish(message: unknown): void {
    const numbered = this.#encode(message, signalFront);
    this.#published += 1;
    numbered.writeUIntLE(this.#published, messageFrontBytes, numberBytes);
    for (const link of this.#links.values()) {
      const lane = link.out.signals;
      // The next message, or the next ping, shows the node that it has missed some.
      if (!link.isOpen || lane.queuedBytes + numbered.length > this.#limits.signalQueueBytes) continue;
      lane.push(numbered);
      this.#dirty.add(link);
    }
    this.#defer();
  }

  listen(listener: PeerListener): void {
    this.#listener = listener;
    this.#wire.listen({
      received: (frame) => this.#receive(frame),
      connected: () => this.#connected(),
      disconnected: (reason) => this.#disconnected(reason),
    });
    this.#announce();
    this.#timer = this.#clock.setTimer(this.#limits.pingMs, () => this.#ping());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#flush();
    // It follows what was sent, on the same channel.
    for (const link of this.#links.values()) this.#say(link, "bulk", true);
    this.#isClosed = true;
    this.#timer?.cancel();
    await this.#wire[Symbol.asyncDispose]();
  }

  /** The encoded message, behind unused bytes. */
  #encode(message: unknown, front: Uint8Array): Buffer {
    const serializer = new DefaultSerializer();
    serializer.writeRawBytes(front);
    serializer.writeHeader();
    serializer.writeValue(message);
    const bytes = serializer.releaseBuffer();
    const { messageBytes } = this.#limits;
    if (bytes.length > messageBytes)
      throw new RangeError(
        `A message between nodes has ${bytes.length} bytes, and at most ${messageBytes} are allowed.`,
      );
    return bytes;
  }

  #addLink(node: NodeId): Link {
    const link: Link = {
      node,
      published: undefined,
      hasBeenHeard: false,
      incompatibility: undefined,
      silentPings: 0,
      ...this.#newConversation(),
    };
    this.#links.set(node, link);
    this.#byIncarnation.set(link.mine, link);
    return link;
  }

  #newConversation() {
    const limits = this.#limits;
    return {
      mine: this.#newIncarnation(),
      theirs: 0,
      isOpen: false,
      isOverflowing: false,
      out: { messages: new OutgoingLane("messages", limits), signals: new OutgoingLane("signals", limits) },
      in: { messages: new IncomingLane(limits.messageBytes), signals: new IncomingLane(limits.messageBytes) },
      acknowledged: { messages: 0, signals: 0 },
      stalledPings: 0,
      acknowledgedAtPing: 0,
    };
  }

  /** Ends the conversation. What is sent from now on belongs to the next one. */
  #lose(link: Link, reason: string): void {
    const hasBegun = hasConversation(link);
    this.#byIncarnation.delete(link.mine);
    Object.assign(link, this.#newConversation());
    this.#byIncarnation.set(link.mine, link);
    this.#dirty.delete(link);
    if (!hasBegun) return;
    this.#totals.lost += 1;
    this.#unsaid.add(link);
    this.#defer();
    this.#report(() => this.#events.linkLost(link.node, reason));
    this.#tell((listener) => listener.lost(link.node));
  }

  #forget(link: Link): void {
    this.#links.delete(link.node);
    this.#byIncarnation.delete(link.mine);
    this.#dirty.delete(link);
    this.#unsaid.delete(link);
  }

  #transmit(channel: WireChannel, to: NodeId, frame: Uint8Array): void {
    this.#count(frame);
    this.#wire.send(channel, to, frame);
  }

  #announce(): void {
    const frame = writeAnnouncement(this.self);
    this.#count(frame);
    this.#wire.announce(frame);
  }

  #count({ length }: Uint8Array): void {
    if (!this.#wire.isConnected) return;
    this.#totals.framesSent += 1;
    this.#totals.bytesSent += length;
  }

  #receive(frame: Buffer): void {
    if (this.#isClosed) return;
    this.#totals.framesReceived += 1;
    this.#totals.bytesReceived += frame.length;
    const read = readFrame(frame);
    if (read === undefined) return;
    if (read.kind === "status") this.#hear(read.status);
    else if (read.kind === "announcement") this.#meet(read.from);
    else this.#accept(read.kind, read.piece);
  }

  #meet(node: NodeId): void {
    if (node === this.self) return;
    const link = this.#links.get(node) ?? this.#addLink(node);
    if (link.isOpen) return;
    this.#unsaid.add(link);
    this.#defer();
  }

  #hear(status: LinkStatus): void {
    if (status.from === this.self) return;
    const link = this.#links.get(status.from) ?? this.#addLink(status.from);
    link.silentPings = 0;
    link.hasBeenHeard = true;
    if (link.theirs !== status.mine) {
      if (link.isOpen) this.#lose(link, "The node has begun a new conversation.");
      link.theirs = status.mine;
    }
    if (link.mine !== status.yours) {
      this.#unsaid.add(link);
      this.#defer();
    }
    this.#judge(link, whyIncompatible(status));
    if (link.incompatibility === undefined && link.mine === status.yours) {
      if (!link.isOpen) this.#open(link);
      for (const lane of lanes) link.out[lane].update(status.received[lane], status.granted[lane]);
      this.#catchUp(link, status.published);
      this.#dirty.add(link);
      this.#defer();
    }
    if (!status.bye) return;
    this.#catchUp(link, status.published);
    this.#lose(link, "The node has stopped.");
    this.#forget(link);
  }

  /** Whether the node's frames are understood: another start of a node is another node, so that seldom changes. */
  #judge(link: Link, reason: string | undefined): void {
    if (link.incompatibility === reason) return;
    link.incompatibility = reason;
    if (reason === undefined) return;
    this.#report(() => this.#events.incompatible(link.node, reason));
    // Without a conversation, too: no call is sent to it from the beginning.
    if (hasConversation(link)) this.#lose(link, reason);
    else this.#tell((listener) => listener.lost(link.node));
  }

  #open(link: Link): void {
    link.isOpen = true;
    link.silentPings = 0;
    this.#unsaid.add(link);
    this.#dirty.add(link);
    this.#defer();
  }

  /** The other node has published this number of messages. */
  #catchUp(link: Link, published: number): void {
    if (published <= (link.published ?? 0)) {
      link.published ??= published;
      return;
    }
    link.published = published;
    this.#miss();
  }

  #accept(lane: LaneName, piece: LanePiece): void {
    const link = this.#byIncarnation.get(piece.link);
    // It belongs to a conversation that has ended.
    if (link === undefined || link.theirs !== piece.from || link.incompatibility !== undefined) return;
    if (!link.isOpen) this.#open(link);
    const messages = link.in[lane].accept(piece);
    if (messages === "gap") return this.#lose(link, "Frames of the node are missing.");
    if (messages === "malformed") return this.#lose(link, "A frame of the node cannot be read.");
    for (const message of messages) {
      // A listener may have ended the conversation.
      if (link.mine !== piece.link || this.#isClosed) return;
      if (lane === "messages") this.#deliver(link, message);
      else this.#deliverSignal(link, message);
    }
    if (link.in[lane].received - link.acknowledged[lane] < this.#windowOf(lane) / 4) return;
    this.#unsaid.add(link);
    this.#defer();
  }

  #deliver(link: Link, bytes: Buffer): void {
    const message = this.#decode(link, bytes);
    if (message !== undefined) this.#tell((listener) => listener.received(link.node, message.value));
  }

  #deliverSignal(link: Link, bytes: Buffer): void {
    const number = bytes.length < numberBytes ? 0 : bytes.readUIntLE(0, numberBytes);
    if (number !== (link.published ?? 0) + 1) this.#miss();
    link.published = Math.max(number, link.published ?? 0);
    const message = this.#decode(link, bytes.subarray(numberBytes));
    if (message !== undefined) this.#tell((listener) => listener.published(link.node, message.value));
  }

  #decode(link: Link, bytes: Buffer): { readonly value: unknown } | undefined {
    try {
      return { value: deserialize(bytes) };
    } catch {
      this.#lose(link, "A message of the node cannot be read.");
      return undefined;
    }
  }

  #connected(): void {
    for (const link of this.#links.values()) link.silentPings = 0;
    this.#announce();
    this.#report(() => this.#events.connected());
    this.#miss();
  }

  #disconnected(reason: string): void {
    this.#report(() => this.#events.disconnected(reason));
    for (const link of this.#links.values()) this.#lose(link, reason);
  }

  #ping(): void {
    this.#timer = this.#clock.setTimer(this.#limits.pingMs, () => this.#ping());
    const { missedPings, forgottenPings, stalledPings, announcementPings } = this.#limits;
    if (this.#pings++ % announcementPings === 0) this.#announce();
    for (const link of this.#links.values()) {
      const isSilent = link.silentPings++ >= missedPings;
      if (isSilent && hasConversation(link)) this.#lose(link, "The node does not answer.");
      // The silence may be ours.
      if (link.silentPings > forgottenPings && this.isConnected) {
        // What it published last may not have arrived, and no later message will tell.
        if (link.hasBeenHeard) this.#miss();
        this.#forget(link);
        continue;
      }
      const { messages, signals } = link.out;
      if (link.isOpen && !messages.isAcknowledged) {
        const isStalled = messages.acknowledged === link.acknowledgedAtPing;
        link.stalledPings = isStalled ? link.stalledPings + 1 : 0;
        if (link.stalledPings > stalledPings) this.#lose(link, "The node acknowledges nothing.");
        else this.#transmit("bulk", link.node, messages.mark(link.theirs, link.mine));
      }
      if (link.isOpen && !signals.isAcknowledged)
        this.#transmit("control", link.node, signals.mark(link.theirs, link.mine));
      link.acknowledgedAtPing = link.out.messages.acknowledged;
      this.#say(link);
    }
  }

  #say(link: Link, channel: WireChannel = "control", bye = false): void {
    this.#unsaid.delete(link);
    const received = { messages: link.in.messages.received, signals: link.in.signals.received };
    const granted = {
      messages: received.messages + this.#windowOf("messages"),
      signals: received.signals + this.#windowOf("signals"),
    };
    Object.assign(link.acknowledged, received);
    // Published messages that wait for credit are not missed yet.
    const waiting = link.out.signals.firstEncoded;
    const published = waiting === undefined ? this.#published : waiting.readUIntLE(messageFrontBytes, numberBytes) - 1;
    const { mine, theirs: yours } = link;
    const status = { ...ourWire, from: this.self, mine, yours, received, granted, published, bye };
    this.#transmit(channel, link.node, writeStatus(status));
  }

  #windowOf(lane: LaneName): number {
    const limits = this.#limits;
    return lane === "messages"
      ? windowOf(this.#links.size, limits.windowBytes, limits.pendingBytes, limits)
      : windowOf(this.#links.size, limits.signalWindowBytes, limits.signalPendingBytes, limits);
  }

  /** All that one turn of the event loop sends leaves together. */
  #defer(): void {
    if (this.#isDeferred || this.#isClosed) return;
    this.#isDeferred = true;
    this.#clock.defer(() => {
      this.#isDeferred = false;
      if (!this.#isClosed) this.#flush();
    });
  }

  #flush(): void {
    const dirty = [...this.#dirty];
    this.#dirty.clear();
    for (const link of dirty)
      if (!this.#wire.isConnected) this.#lose(link, "This node is not connected.");
      else if (link.incompatibility !== undefined) this.#lose(link, link.incompatibility);
      else if (link.isOverflowing) this.#lose(link, "The node is slow, and too much waits for it.");
    for (const link of this.#unsaid) this.#say(link);
    for (const link of dirty)
      if (link.isOpen)
        for (const lane of lanes)
          for (;;) {
            const frame = link.out[lane].next(link.theirs, link.mine);
            if (frame === undefined) break;
            this.#transmit(channelOf[lane], link.node, frame);
          }
    if (!this.#hasMissed) return;
    this.#hasMissed = false;
    this.#tell((listener) => listener.missed());
  }

  #miss(): void {
    this.#hasMissed = true;
    this.#defer();
  }

  #tell(tell: (listener: PeerListener) => void): void {
    const listener = this.#listener;
    if (listener !== undefined) this.#report(() => tell(listener));
  }

  /** An error of a listener does not stop what has arrived for others. */
  #report(call: () => void): void {
    try {
      call();
    } catch (cause) {
      this.#events.failed(cause);
    }
  }
}

function hasConversation({ isOpen, isOverflowing, out }: Link): boolean {
  return isOpen || isOverflowing || !out.messages.isEmpty;
}

/** The length of the number in front of a published message. */
const numberBytes = 6;
const messageFront = Buffer.alloc(messageFrontBytes);
const signalFront = Buffer.alloc(messageFrontBytes + numberBytes);
