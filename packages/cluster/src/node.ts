export { openNodeLease } from "./node-lease.ts";
export type { NodeLease } from "./node-lease.ts";
export { createNodeCluster } from "./node-cluster.ts";
export type { NodeCluster, NodeClusterOptions } from "./node-cluster.ts";
export type { NodeState } from "./node-records.ts";
export type { NodeId, Peers } from "./peers.ts";
export { place } from "./placement.ts";
