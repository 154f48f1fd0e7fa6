import type { ListedNode, NodeView } from "@weft/cluster/node";
import { listNodes } from "@weft/protocol";
import type { StaffNode } from "@weft/protocol";
import { implementSite, siteRoutesOf } from "./site-route.ts";

/** The nodes of the cluster, for staff. */
export const nodeRoutes = siteRoutesOf(
  implementSite(listNodes, async (_call, { node }) => {
    const view = node();
    if (view === undefined) return [];
    return Array.from(view.nodes.values(), (listed) => describe(listed, view)).toSorted(byName);
  }),
);

function describe(listed: ListedNode, view: Omit<NodeView, "figures">): StaffNode {
  const { id, name, version, joinedAt, rooms, connections, load } = listed;
  return {
    id,
    name,
    version,
    joinedAt: joinedAt === undefined ? null : new Date(joinedAt).toISOString(),
    rooms,
    connections,
    load: load ?? null,
    state: stateOf(listed, view),
    incompatibility: view.incompatibility(id) ?? null,
    isAnswering: id === view.self,
  };
}

function stateOf(
  { id, isDraining, isConnected }: ListedNode,
  { isReachable, incompatibility }: Omit<NodeView, "figures">,
): StaffNode["state"] {
  if (isDraining) return "draining";
  if (!isConnected) return "disconnected";
  if (incompatibility(id) !== undefined) return "incompatible";
  return isReachable(id) ? "active" : "unreachable";
}

/** Two starts of one host have the same name. */
function byName(one: StaffNode, other: StaffNode): number {
  return one.name.localeCompare(other.name, "en", { numeric: true }) || (one.id < other.id ? -1 : 1);
}
