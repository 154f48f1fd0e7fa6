import type { ListedNode } from "./node-records.ts";
import type { NodeId, PeerFigures } from "./peers.ts";

/** What a node of a cluster knows of itself and of the others. */
export interface NodeView {
  readonly self: NodeId;
  /** All nodes with a lease, as they said of themselves last. */
  readonly nodes: ReadonlyMap<NodeId, ListedNode>;
  readonly figures: NodeFigures;
  /** Whether a node answered when this one called it last; even while this one can call none. */
  isReachable(node: NodeId): boolean;
  /** Why messages cannot be exchanged with the node, although it is there: it is of a release that this one does not understand. */
  incompatibility(node: NodeId): string | undefined;
}

/** What operators see of a node: its lease, its links and its rooms. Totals count from its start. */
export interface NodeFigures {
  /** Until its lease ends, in milliseconds by its own clock; 0 once it has ended. */
  readonly leaseLeftMs: number;
  /** Whether so much of the lease is left that the node writes. */
  readonly isHeld: boolean;
  readonly isDraining: boolean;
  /** Whether messages to other nodes can be sent and received. */
  readonly isConnected: boolean;
  /** Those with a lease as of the last renewal, this one included. */
  readonly nodes: number;
  readonly transport: PeerFigures;
  /** Requests for rooms of other nodes that were sent to them. */
  readonly calls: number;
  /** Calls that a node did not take: another one has the room, it is about to stop, or it was lost before it answered. */
  readonly refused: Readonly<Record<"elsewhere" | "draining" | "lost", number>>;
  /** How often the store was asked for a room of a node that cannot be reached. */
  readonly wants: number;
  /** Rooms that were closed here because another node wanted them, the lease was about to end, or this node had many more. */
  readonly givenUp: Readonly<Record<"wanted" | "lease" | "balance", number>>;
}
