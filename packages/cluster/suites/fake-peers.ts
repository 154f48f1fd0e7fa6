import { deserialize, serialize } from "node:v8";
import type { NodeId, PeerFigures, PeerListener, Peers } from "../src/peers.ts";

/** A network without delay: what is sent arrives, as bytes, once the sender's work of this turn is done. */
export interface FakeNetwork {
  /** The peers of a node of this name. */
  join(name: string): FakePeers;
  /** Everything between two nodes is lost from now on, and both are told so each time. */
  cut(one: NodeId, other: NodeId): void;
  heal(one: NodeId, other: NodeId): void;
  /** Larger messages are refused, in bytes. */
  messageBytes: number;
}

export interface FakePeers extends Peers {
  isConnected: boolean;
  /** Nodes of another release, which is not understood. */
  readonly strangers: Set<NodeId>;
  /** Leaves the network without a word. */
  crash(): void;
}

/** Of a network that counts nothing. */
export const noPeerFigures: PeerFigures = {
  reachable: 0,
  framesSent: 0,
  framesReceived: 0,
  bytesSent: 0,
  bytesReceived: 0,
  lost: 0,
  pendingBytes: 0,
};

export function createFakeNetwork(): FakeNetwork {
  const listeners = new Map<NodeId, PeerListener>();
  const cuts = new Set<string>();
  let messageBytes = Infinity;
  const nameOf = (one: NodeId, other: NodeId) => [one, other].toSorted().join(" ");
  const lose = (one: NodeId, other: NodeId) => {
    listeners.get(one)?.lost(other);
    listeners.get(other)?.lost(one);
  };
  return {
    get messageBytes() {
      return messageBytes;
    },
    set messageBytes(value) {
      messageBytes = value;
    },
    join(name) {
      const self = name as NodeId;
      const reaches = (to: NodeId) => peers.isConnected && listeners.has(to) && !cuts.has(nameOf(self, to));
      const peers: FakePeers = {
        self,
        isConnected: true,
        strangers: new Set(),
        figures: noPeerFigures,
        incompatibility: (node) => (peers.strangers.has(node) ? "It speaks another protocol." : undefined),
        listen: (listener) => void listeners.set(self, listener),
        send(to, message) {
          const bytes = serialize(message);
          if (bytes.length > messageBytes) throw new RangeError("The message is too large.");
          queueMicrotask(() => {
            if (reaches(to)) listeners.get(to)!.received(self, deserialize(bytes));
            else lose(self, to);
          });
        },
        sendLater: (to, message) => peers.send(to, message),
        publish(message) {
          const bytes = serialize(message);
          for (const to of listeners.keys())
            if (to !== self)
              queueMicrotask(() => reaches(to) && listeners.get(to)!.published(self, deserialize(bytes)));
        },
        crash() {
          listeners.delete(self);
          for (const other of listeners.keys()) lose(other, self);
        },
        [Symbol.asyncDispose]: async () => void listeners.delete(self),
      };
      return peers;
    },
    cut(one, other) {
      cuts.add(nameOf(one, other));
      lose(one, other);
    },
    heal: (one, other) => void cuts.delete(nameOf(one, other)),
  };
}
