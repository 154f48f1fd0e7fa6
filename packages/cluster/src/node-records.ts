import type { RoomAddress } from "@weft/protocol";
import type { OpenedRoom } from "@weft/room/ports";
import type { NodeId } from "./peers.ts";

/**
 * Which nodes there are, and which of them has which room: the store decides, by its own clock. A node that has not renewed
 * its lease for `limits.leaseMs` has lost its rooms to the nodes that claim them; what it still commits is refused by the epoch.
 *
 * A room is claimed by `RoomStore.open`, which rejects with `RoomElsewhere` while another node has it.
 */
export interface NodeRecords {
  /**
   * Adds the node, with a lease. It writes nothing before. Nodes whose lease ended long ago are removed.
   * @throws while a server that is not a node uses the database, or when one has used it meanwhile
   */
  join(node: NodeState): Promise<void>;
  /** One statement for all rooms of the node. A node that was removed meanwhile joins again. */
  renew(node: NodeState): Promise<Renewal>;
  /** Removes the node. Its rooms may be claimed at once. */
  leave(node: NodeId): Promise<void>;
  /** The node that has the room and whose lease has not ended. */
  ownerOf(address: RoomAddress): Promise<NodeId | undefined>;
  /** The same for many rooms, in their order. */
  ownersOf(addresses: readonly RoomAddress[]): Promise<readonly (NodeId | undefined)[]>;
  /** Asks the room's owner, which may not be reachable otherwise, to give it up. It learns of it with its next renewal. */
  want(address: RoomAddress): Promise<void>;
  /**
   * Gives up rooms of this node that are not loaded any more: they may be claimed at once, or belong to `next` if that is a
   * node with a lease. Rooms that were claimed again since are left as they are.
   */
  release(rooms: readonly ClaimedRoom[], next?: NodeId): Promise<void>;
}

/** A room as one claim has it. */
export type ClaimedRoom = Pick<OpenedRoom, "project" | "key" | "epoch">;

/** What a node says of itself. */
export interface NodeState {
  readonly id: NodeId;
  /** As operators know it, such as the name of its host. */
  readonly name: string;
  readonly version: string;
  /** The share of its main thread that is busy, from 0 to 1. Undefined while it is not known. */
  readonly load: number | undefined;
  readonly connections: number;
  readonly rooms: number;
  /** It is about to stop, and claims no more rooms. */
  readonly isDraining: boolean;
  /** Whether messages to and from other nodes can be sent and received. */
  readonly isConnected: boolean;
}

export interface ListedNode extends NodeState {
  /** Milliseconds since 1970, by the store's clock. Undefined for a node of a release that does not write it. */
  readonly joinedAt: number | undefined;
}

export interface Renewal {
  /** All nodes whose lease has not ended, this one included. */
  readonly nodes: readonly ListedNode[];
  /** Rooms of this node that others want and cannot ask it for. `release` takes them as they are. */
  readonly wanted: readonly (RoomAddress & ClaimedRoom)[];
}

/** Another node has the room. */
export class RoomElsewhere extends Error {
  override name = "RoomElsewhere";
  readonly node: NodeId;

  constructor(node: NodeId) {
    super("Another node has the room.");
    this.node = node;
  }
}
