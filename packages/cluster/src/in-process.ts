import type { Cluster, RoomHost } from "@weft/room";

/** A cluster of one node: every room is loaded here. The epoch in the store still fences off former owners. */
export function openInProcessCluster(host: RoomHost): Cluster {
  return { reach: () => Promise.resolve(host), hosts: () => Promise.resolve([host]) };
}
