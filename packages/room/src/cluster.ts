import type { RoomAddress } from "@weft/protocol";
import type { RoomHost } from "./host.ts";

/** The nodes of a server. Decides on which of them a room is loaded: on one at a time. */
export interface Cluster {
  /** Makes a call about a room on the node that has it. */
  call<T>(address: RoomAddress, how: CallRules, make: (host: RoomHost) => Promise<T>): Promise<T>;
  /**
   * The rooms of the nodes that have these, in their order; of any node for one that no node has. Undefined where it cannot
   * be told.
   */
  locate(addresses: readonly RoomAddress[]): Promise<readonly (RoomHost | undefined)[]>;
  /** The rooms of every node, for what every node is asked. */
  hosts(): Promise<readonly Pick<RoomHost, "connected" | "occupied" | "close">[]>;
}

/** What a cluster has to know of a call. */
export interface CallRules {
  /** Whether it loads the room. A call that does not is made on any node if no node has the room. */
  readonly loads: boolean;
  /** Whether it may be made again when its node was lost before it answered, since it changes nothing or the same. */
  readonly repeatable: boolean;
}
