import type { NodeId, PeerListener, Peers } from "../src/peers.ts";
import { createPeers } from "../src/transport/links.ts";
import type { TransportLimits } from "../src/transport/transport-limits.ts";
import type { MemoryNetwork } from "./memory-network.ts";
import { createMemoryNetwork } from "./memory-network.ts";
import type { VirtualClock } from "./virtual-clock.ts";
import { createVirtualClock } from "./virtual-clock.ts";

/** Nodes whose transport is a network in memory, on one virtual clock. */
export interface PeerWorld {
  readonly clock: VirtualClock;
  readonly network: MemoryNetwork;
  /** A node that does not listen yet. */
  open(id: string): Peers;
}

export interface PeerWorldOptions {
  readonly seed: number;
  readonly limits?: Partial<TransportLimits>;
  readonly linkLost?: (at: NodeId, node: NodeId, reason: string) => void;
  readonly incompatible?: (at: NodeId, node: NodeId, reason: string) => void;
  readonly failed?: (cause: unknown) => void;
}

export function createPeerWorld({ seed, limits, linkLost, incompatible, failed }: PeerWorldOptions): PeerWorld {
  const random = randomFrom(seed);
  const clock = createVirtualClock();
  const network = createMemoryNetwork({ clock, random });
  return {
    clock,
    network,
    open(id) {
      const self = id as NodeId;
      return createPeers(network.connect(self), {
        self,
        clock,
        ...(limits && { limits }),
        events: {
          linkLost: (node, reason) => linkLost?.(self, node, reason),
          incompatible: (node, reason) => incompatible?.(self, node, reason),
          ...(failed && { failed }),
        },
        newIncarnation: () => 1 + Math.floor(random() * 2 ** 47),
      });
    },
  };
}

/** A listener that records what it is told. */
export function recordingListener(): PeerListener & { readonly told: unknown[][] } {
  const told: unknown[][] = [];
  return {
    told,
    received: (from, message) => void told.push(["received", from, message]),
    published: (from, message) => void told.push(["published", from, message]),
    lost: (node) => void told.push(["lost", node]),
    missed: () => void told.push(["missed"]),
  };
}

/** Numbers from 0 to less than 1, always the same ones for a seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
