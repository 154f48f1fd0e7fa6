import { wireHost } from "@weft/cluster/suites/wired-host.ts";
import type { RoomAddress } from "@weft/protocol";
import type { Cluster, RoomHost } from "@weft/room";

/**
 * A cluster whose nodes are all in this process. A room's id decides its node. Calls and messages between a node and its
 * callers are carried as bytes, as over a network.
 */
export function createSplitCluster(hosts: readonly RoomHost[]): Cluster {
  const nodes = hosts.map((host) => wireHost(host).host);
  const nodeOf = ({ room }: RoomAddress) =>
    nodes[Buffer.from(room).reduce((sum, byte) => sum + byte, 0) % nodes.length]!;
  return {
    call: (address, _rules, make) => make(nodeOf(address)),
    locate: async (addresses) => addresses.map(nodeOf),
    hosts: async () => nodes,
  };
}
