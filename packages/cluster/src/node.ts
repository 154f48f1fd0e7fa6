export { openNodeLease } from "./node-lease.ts";
export type { NodeLease } from "./node-lease.ts";
export { createNodeCluster } from "./node-cluster.ts";
export type { NodeCluster, NodeClusterOptions } from "./node-cluster.ts";
export type { NodeState } from "./node-records.ts";
export { place } from "./placement.ts";
export type { NodeFigures, NodeView } from "./node-figures.ts";
export type { ListedNode } from "./node-records.ts";
export type { NodeId, PeerFigures, Peers } from "./peers.ts";
