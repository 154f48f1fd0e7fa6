import type { RoomAddress } from "@weft/protocol";
import { keyOf } from "@weft/room";
import type { NodeId } from "./peers.ts";

/**
 * Which nodes have rooms, as this node was told last. It may be out of date, so it serves only calls that load the room: a
 * node that does not have a room any more claims it again, or says who has it.
 */
export interface Owners {
  get(address: RoomAddress): NodeId | undefined;
  set(address: RoomAddress, node: NodeId): void;
  delete(address: RoomAddress): void;
  /** Of all rooms of a node. */
  forget(node: NodeId): void;
}

/** @param most The number of rooms to remember; those that were told longest ago are forgotten. */
export function createOwners(most: number): Owners {
  const nodes = new Map<string, NodeId>();
  return {
    get: (address) => nodes.get(keyOf(address)),
    set(address, node) {
      const key = keyOf(address);
      nodes.delete(key);
      nodes.set(key, node);
      if (nodes.size > most) nodes.delete(nodes.keys().next().value!);
    },
    delete: (address) => void nodes.delete(keyOf(address)),
    forget(node) {
      for (const [key, owner] of nodes) if (owner === node) nodes.delete(key);
    },
  };
}
