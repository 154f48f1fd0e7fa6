export { openMembership } from "./membership.ts";
export type { Membership } from "./membership.ts";
export { createNodeCluster } from "./node-cluster.ts";
export type { NodeCluster, NodeClusterOptions } from "./node-cluster.ts";
export type { NodeState } from "./node-records.ts";
export type { NodeId, Peers } from "./peers.ts";
