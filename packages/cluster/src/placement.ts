import type { NodeState } from "./node-records.ts";
import type { NodeId } from "./peers.ts";

/**
 * The node that a room is loaded on: the less loaded one of two that are chosen at random, so that nodes which choose at
 * the same moment do not all choose the same one. A node whose load is not known gets none. If there is no other, `self`.
 */
export function place(
  nodes: readonly NodeState[],
  self: NodeId,
  lost: ReadonlySet<NodeId>,
  random: () => number,
): NodeId {
  const able = nodes.filter(({ id, load, isDraining }) => load !== undefined && !isDraining && !lost.has(id));
  if (able.length === 0) return self;
  const first = Math.floor(random() * able.length);
  // Another one than the first, if there is one.
  const second = able.length === 1 ? first : (first + 1 + Math.floor(random() * (able.length - 1))) % able.length;
  return lessLoaded(able[first]!, able[second]!).id;
}

function lessLoaded(a: NodeState, b: NodeState): NodeState {
  if (a.load !== b.load) return a.load! < b.load! ? a : b;
  return a.rooms <= b.rooms ? a : b;
}
