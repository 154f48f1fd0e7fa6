import type { Clock } from "@weft/room";
import type { NodeId } from "../src/peers.ts";
import type { Wire, WireChannel, WireListener } from "../src/transport/wire.ts";

/**
 * A network in memory that misbehaves as told: frames are late, are lost, or cannot pass between two nodes. Frames from one
 * node to another on one channel keep their order, as on NATS; control may overtake bulk.
 */
export interface MemoryNetwork {
  /** The wire of a node. It is connected. */
  connect(node: NodeId): Wire;
  /** The node loses its connection to the network, with all that is on its way to it and much of what it just sent. */
  disconnect(node: NodeId): void;
  reconnect(node: NodeId): void;
  /** Frames from one node to the other on one channel are lost until `heal`. */
  cut(channel: WireChannel, from: NodeId, to: NodeId): void;
  /** All nodes reach each other again, and no frame is lost any more. */
  heal(): void;
  /** The share of frames that is lost. */
  loss: number;
  /** The longest that a frame takes. */
  delayMs: number;
  /** A frame that the node received arrives again: 0 is the newest. */
  replay(to: NodeId, index: number): void;
}

export interface MemoryNetworkOptions {
  readonly clock: Pick<Clock, "monotonic" | "setTimer">;
  /** Numbers from 0 to less than 1. */
  readonly random: () => number;
}

/** Frames that are remembered for `replay`, for each node. */
const remembered = 50;

export function createMemoryNetwork({ clock, random }: MemoryNetworkOptions): MemoryNetwork {
  const wires = new Map<NodeId, MemoryWire>();
  const cuts = new Set<string>();
  /** When the last frame of a path arrives: later ones do not arrive before it. */
  const lastAt = new Map<string, number>();
  const past = new Map<NodeId, Buffer[]>();

  const pass = (channel: WireChannel, from: NodeId, to: NodeId, bytes: Uint8Array): void => {
    const frame = Buffer.from(bytes);
    if (random() < network.loss) return;
    const target = wires.get(to);
    if (target === undefined || cuts.has(`${channel} ${from} ${to}`)) return;
    const path = `${channel} ${from} ${to}`;
    const at = Math.max(lastAt.get(path) ?? 0, clock.monotonic() + random() * network.delayMs);
    lastAt.set(path, at);
    const source = wires.get(from)!;
    const [sent, awaited] = [source.session, target.session];
    clock.setTimer(at - clock.monotonic(), () => {
      // Half of what a node had just sent when it lost its connection does not leave it.
      const isLost = source.session !== sent && random() < 0.5;
      if (isLost || target.session !== awaited || !target.isConnected) return;
      past.set(to, [...(past.get(to) ?? []).slice(1 - remembered), frame]);
      target.listener?.received(frame);
    });
  };

  class MemoryWire implements Wire {
    isConnected = true;
    session = 0;
    listener: WireListener | undefined;
    readonly #self: NodeId;

    constructor(self: NodeId) {
      this.#self = self;
    }
    send(channel: WireChannel, to: NodeId, frame: Uint8Array): void {
      if (this.isConnected) pass(channel, this.#self, to, frame);
    }
    announce(frame: Uint8Array): void {
      for (const to of wires.keys()) if (to !== this.#self) this.send("control", to, frame);
    }
    listen(listener: WireListener): void {
      this.listener = listener;
    }
    async [Symbol.asyncDispose](): Promise<void> {
      this.isConnected = false;
      wires.delete(this.#self);
    }
  }

  const network: MemoryNetwork = {
    loss: 0,
    delayMs: 1,
    connect(node) {
      const wire = new MemoryWire(node);
      wires.set(node, wire);
      return wire;
    },
    disconnect(node) {
      const wire = wires.get(node);
      if (wire === undefined || !wire.isConnected) return;
      wire.isConnected = false;
      wire.session += 1;
      wire.listener?.disconnected("The network was lost.");
    },
    reconnect(node) {
      const wire = wires.get(node);
      if (wire === undefined || wire.isConnected) return;
      wire.isConnected = true;
      wire.listener?.connected();
    },
    cut: (channel, from, to) => void cuts.add(`${channel} ${from} ${to}`),
    heal() {
      cuts.clear();
      network.loss = 0;
      for (const node of wires.keys()) network.reconnect(node);
    },
    replay(to, index) {
      const frame = past.get(to)?.at(-1 - index);
      const target = wires.get(to);
      if (frame !== undefined && target?.isConnected === true) target.listener?.received(frame);
    },
  };
  return network;
}
