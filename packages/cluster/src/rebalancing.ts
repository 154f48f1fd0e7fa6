import type { NodeState } from "./node-records.ts";
import type { NodeId } from "./peers.ts";

/** A node keeps this many times the rooms of an average node, and this many more, before it gives rooms up. */
const keptShare = 1.2;
const keptBeyond = 10;

/**
 * How many rooms a node should give up so that all have about as many; 0 for small differences, so that rooms do not move
 * back and forth. The nodes' numbers are as old as their last renewals: callers move a few rooms at a time.
 */
export function excessRooms(nodes: readonly NodeState[], self: NodeId): number {
  const able = nodes.filter(({ load, isDraining }) => load !== undefined && !isDraining);
  const own = able.find(({ id }) => id === self);
  if (own === undefined || able.length < 2) return 0;
  const average = able.reduce((sum, { rooms }) => sum + rooms, 0) / able.length;
  return own.rooms > average * keptShare + keptBeyond ? Math.floor(own.rooms - average) : 0;
}
