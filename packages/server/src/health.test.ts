import type { NodeFigures, NodeId, ListedNode, NodeView } from "@weft/cluster/node";
import { noPeerFigures } from "@weft/cluster/suites/fake-peers.ts";
import { expect, test } from "vitest";
import { createHealth } from "./health.ts";

const figures: NodeFigures = {
  leaseLeftMs: 5_000,
  isHeld: true,
  isDraining: false,
  isConnected: true,
  nodes: 2,
  transport: noPeerFigures,
  calls: 0,
  refused: { elsewhere: 0, draining: 0, lost: 0 },
  wants: 0,
  givenUp: { wanted: 0, lease: 0, balance: 0 },
};
const stateOf = (id: string, of: Partial<ListedNode> = {}): ListedNode => ({
  id: id as NodeId,
  name: id,
  version: "1.0.0",
  load: 0.1,
  connections: 0,
  rooms: 0,
  isDraining: false,
  isConnected: true,
  joinedAt: 0,
  ...of,
});

interface Situation {
  readonly figures?: Partial<NodeFigures>;
  readonly isDraining?: boolean;
  readonly databaseFails?: boolean;
  /** Undefined: a node that is the only one. */
  readonly other?: ListedNode;
  readonly isAlone?: boolean;
}

async function look({ isDraining = false, databaseFails = false, isAlone = false, ...of }: Situation) {
  const nodes = [stateOf("one"), ...(of.other ? [of.other] : [])];
  const node: NodeView = {
    self: "one" as NodeId,
    nodes: new Map(nodes.map((state) => [state.id, state])),
    figures: { ...figures, ...of.figures },
    isReachable: () => true,
    incompatibility: () => undefined,
  };
  const health = createHealth({
    store: { health: () => (databaseFails ? Promise.reject(new Error("EIO")) : Promise.resolve()) },
    isDraining: () => isDraining,
    node: () => (isAlone ? undefined : node),
  });
  const reason = await health.ready().then(
    () => undefined,
    (error: Error) => [(error as { code?: string }).code, error.message],
  );
  return { reason: reason?.[0] === "SERVICE_UNAVAILABLE" ? reason[1] : reason, serves: await health.serves() };
}

const draining = "The server is draining.";
const lease = "This node could not renew its lease in the database.";
const database = "The database does not accept writes.";
const nats = "This node is not connected to NATS.";
const other = stateOf("two");

test.for<[string, Situation, string | undefined, boolean]>([
  ["a server that is alone", { isAlone: true }, undefined, true],
  ["one that drains", { isAlone: true, isDraining: true }, draining, false],
  ["one whose database fails", { isAlone: true, databaseFails: true }, database, false],
  ["a node", { other }, undefined, true],
  ["a node that is the only one", {}, undefined, true],
  ["a node that is about to drain", { other, figures: { isDraining: true } }, draining, true],
  ["a node that drains", { other, isDraining: true }, draining, true],
  ["a node that drains and is the last one", { isDraining: true }, draining, false],
  ["a node without a lease", { other, figures: { isHeld: false } }, lease, false],
  ["a node without a lease or a database", { other, figures: { isHeld: false }, databaseFails: true }, lease, false],
  ["a node whose database fails", { other, databaseFails: true }, database, false],
  ["a node without NATS", { other, figures: { isConnected: false } }, nats, true],
  [
    "a node without NATS beside one that drains",
    { other: stateOf("two", { isDraining: true }), figures: { isConnected: false } },
    nats,
    false,
  ],
  [
    "a node without NATS, as the others are",
    { other: stateOf("two", { isConnected: false }), figures: { isConnected: false } },
    nats,
    false,
  ],
])(
  "[HE24] %s is ready or says why it is not, and knows whether clients are served",
  async ([, situation, reason, serves]) => {
    expect(await look(situation)).toEqual({ reason, serves });
  },
);
