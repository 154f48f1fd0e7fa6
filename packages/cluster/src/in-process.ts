import type { Cluster, RoomHost } from "@weft/room";

/** A cluster of one node: every room is loaded here. The epoch in the store still fences off former owners. */
export function openInProcessCluster(host: RoomHost): Cluster {
  return {
    call: (_address, _rules, make) => make(host),
    locate: (addresses) => Promise.resolve(addresses.map(() => host)),
    hosts: () => Promise.resolve([host]),
  };
}
