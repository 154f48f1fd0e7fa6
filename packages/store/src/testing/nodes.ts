import { randomUUID } from "node:crypto";
import type { NodeId, NodeRecords, NodeState } from "@weft/cluster/ports";
import { createStore, openDatabase } from "../open.ts";
import type { Database, Store } from "../open.ts";

/** What a node says of itself, in tests. */
export function stateOf(id: NodeId, of: Partial<NodeState> = {}): NodeState {
  return {
    id,
    name: `host of ${id}`,
    version: "1.0.0",
    load: 0.5,
    connections: 0,
    rooms: 0,
    isDraining: false,
    isConnected: true,
    ...of,
  };
}

export interface OpenedNode extends AsyncDisposable {
  readonly id: NodeId;
  readonly store: Store;
  readonly database: Database;
  readonly nodes: NodeRecords;
}

/** A store that has joined as a node. */
export async function openNode(
  url: string,
  { id = randomUUID(), leaseMs }: { readonly id?: string; readonly leaseMs?: number } = {},
): Promise<OpenedNode> {
  const node = id as NodeId;
  const database = await openDatabase(url, "serve", { node, leaseMs });
  const nodes = database.clusterNodes!;
  await nodes.join(stateOf(node));
  const store = createStore(database, { rememberedMs: 0 });
  return { id: node, store, database, nodes, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}
