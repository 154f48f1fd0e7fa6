import type { RoomAddress } from "@weft/protocol";
import type { RoomHost } from "./host.ts";

/** The nodes of a server. Decides on which of them a room is loaded: on one at a time. */
export interface Cluster {
  /** The rooms of the node that has, or is to have, this one. */
  reach(address: RoomAddress): Promise<RoomHost>;
  /** The rooms of every node. */
  hosts(): Promise<readonly RoomHost[]>;
}
