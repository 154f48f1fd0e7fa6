import type { ListedNode, NodeId, NodeView } from "@weft/cluster/node";
import { expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";

const listed = (id: string, of: Partial<ListedNode> = {}): ListedNode => ({
  id: id as NodeId,
  name: `node-${id}`,
  version: "1.0.0",
  load: 0.25,
  connections: 12,
  rooms: 3,
  isDraining: false,
  isConnected: true,
  joinedAt: 1_700_000_000_000,
  ...of,
});

const view: Omit<NodeView, "figures"> = {
  self: "2" as NodeId,
  nodes: new Map(
    [
      listed("10", { load: undefined, joinedAt: undefined }),
      listed("2"),
      listed("3", { isDraining: true }),
      listed("4", { isConnected: false }),
      listed("5"),
    ].map((node) => [node.id, node]),
  ),
  isReachable: (id) => id !== "10" && id !== "5",
  incompatibility: (id) => (id === "5" ? "It speaks version 2." : undefined),
};

test("staff see the nodes of a cluster by name, as the node that answers sees them", async () => {
  await using edge = await openTestEdge({
    site: { staffDomain: "weft.test" },
    services: (real) => ({ ...real, node: () => view }),
  });
  const staff = await edge.signUp({ email: "sam@weft.test" });
  const { body } = await staff.call("GET", "/internal/staff/nodes");
  const shared = {
    version: "1.0.0",
    rooms: 3,
    connections: 12,
    load: 0.25,
    joinedAt: "2023-11-14T22:13:20.000Z",
    incompatibility: null,
  };
  expect(body).toEqual([
    { ...shared, id: "2", name: "node-2", state: "active", isAnswering: true },
    { ...shared, id: "3", name: "node-3", state: "draining", isAnswering: false },
    { ...shared, id: "4", name: "node-4", state: "disconnected", isAnswering: false },
    {
      ...shared,
      id: "5",
      name: "node-5",
      state: "incompatible",
      isAnswering: false,
      incompatibility: "It speaks version 2.",
    },
    { ...shared, id: "10", name: "node-10", state: "unreachable", isAnswering: false, load: null, joinedAt: null },
  ]);
  const others = await edge.signUp({ email: "eve@example.com" });
  expect((await others.call("GET", "/internal/staff/nodes")).status).toBe(403);
});

test("a server that is one process has no nodes", async () => {
  await using edge = await openTestEdge({ site: { staffDomain: "weft.test" } });
  const staff = await edge.signUp({ email: "sam@weft.test" });
  expect((await staff.call("GET", "/internal/staff/nodes")).body).toEqual([]);
});
