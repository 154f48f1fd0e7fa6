/**
 * How many nodes a number of connections needs: a model from figures that the bench measured (`published.json`), written
 * as `docs/scaling.md` by `npm run generate`.
 */
import { place } from "@weft/cluster/node";
import type { NodeId, NodeState } from "@weft/cluster/node";
import { createRandom } from "./measure.ts";
import type { PublishedScenario } from "./published.ts";

export type Published = Readonly<Record<string, PublishedScenario>>;

/** How people use an application: assumptions, to be replaced by your own. */
export interface Usage {
  readonly name: string;
  readonly title: string;
  readonly perRoom: number;
  /** The share of connections whose users do something at a given moment. */
  readonly active: number;
  /** Updates of presence, and edits of Storage or documents, per second and active user. */
  readonly presenceHz: number;
  readonly editsHz: number;
}

/** What Weft costs on one machine. */
export interface Costs {
  /** Resident memory, in KiB per connection and in MiB per process. */
  readonly connectionKiB: number;
  readonly processMiB: number;
  /** CPU in microseconds: for each update of presence and each of its receivers, for each edit. */
  readonly presenceUs: number;
  readonly deliveryUs: number;
  readonly editUs: number;
  /** CPU in microseconds, at both ends together: for each message from one node to another, and for each frame of them. */
  readonly messageUs: number;
  readonly frameUs: number;
}

export interface Demand {
  readonly nodes: number;
  /** Of one core, on each node. */
  readonly cpuShare: number;
  readonly memoryMiB: number;
  /** Messages and megabytes between nodes, per second. */
  readonly messages: number;
  readonly megabytes: number;
  /** Commits of PostgreSQL per second. */
  readonly commits: number;
}

export const usages: readonly Usage[] = [
  {
    name: "documents",
    title:
      "Documents: rooms of 3, one user in five is active, with a cursor twice a second and an edit every two seconds",
    perRoom: 3,
    active: 0.2,
    presenceHz: 2,
    editsHz: 0.5,
  },
  {
    name: "whiteboards",
    title:
      "Whiteboards: rooms of 10, one user in three is active, with a cursor ten times a second and one edit a second",
    perRoom: 10,
    active: 1 / 3,
    presenceHz: 10,
    editsHz: 1,
  },
];

/** Half of a core stays free: for the rooms of a node that fails, and for peaks. */
const cpuShareMax = 0.5;
const nodeMemoryMiB = 3_072;
/** A message with one update of presence, or with what several users did since the last one. */
const messageBytes = 250;
/** A node sends another one at most about so many frames a second: what it has in one turn of its event loop is one frame. */
const framesPerLink = 1_000;
/** The larger load of the two that were measured sends ten messages in a turn, and the smaller one sends one. */
const messagesPerTurn = 10;

/** Whether balancers send a connection to any node, or those of one room to one node. */
export type Balancing = "random" | "byRoom";

/** A figure of a scenario. Throws when it has not been published. */
function figureOf(published: Published, scenario: string, key: string): number {
  const value = published[scenario]?.figures[key]?.value;
  if (value === undefined) throw new Error(`${scenario} ${key} is not in bench/published.json: run it with --publish.`);
  return value;
}

export function costsOf(published: Published): Costs {
  const figure = (scenario: string, key: string) => figureOf(published, scenario, key);
  // A message that one receiver gets, in small rooms, where each update is a frame of its own, and in a crowd, where updates
  // share frames: the first costs what an update and its few receivers do, the second almost only a receiver.
  const small = 1e6 / figure("presence-rooms", "perCpuSecond");
  const crowd = 1e6 / figure("presence-100x10", "perCpuSecond");
  const both = (scenario: string) => figure(scenario, "senderCpu") + figure(scenario, "receiverCpu");
  const [one, many] = [both("forward-quiet"), both("forward")];
  // one = frameUs + messageUs; many = frameUs / messagesPerTurn + messageUs
  const frameUs = (one - many) / (1 - 1 / messagesPerTurn);
  return {
    connectionKiB: figure("connections-10k", "perConnection"),
    processMiB: figure("start", "resident"),
    deliveryUs: crowd,
    // Rooms of five: each update has four receivers.
    presenceUs: 4 * (small - crowd),
    editUs: figure("storage-rooms-postgres", "cpuPerOp"),
    messageUs: many - frameUs / messagesPerTurn,
    frameUs,
  };
}

/** What so many connections need on so many nodes. */
export function demandOn(
  nodes: number,
  connections: number,
  usage: Usage,
  costs: Costs,
  balancing: Balancing = "random",
): Demand {
  const { perRoom, active, presenceHz, editsHz } = usage;
  const rooms = connections / perRoom;
  const updates = connections * active * presenceHz;
  const edits = connections * active * editsHz;
  const received = (updates + edits) * (perRoom - 1);
  // A connection is on another node than its room with this probability, and a room has members on so many other nodes.
  const elsewhere = (nodes - 1) / nodes;
  const interested = balancing === "byRoom" ? elsewhere : (nodes - 1) * (1 - (1 - 1 / nodes) ** perRoom);
  // A room sends to a node at most as often as it flushes, which is at most 60 times a second where several are active.
  const flushes = rooms * Math.min(perRoom * active * (presenceHz + editsHz), 60);
  const messages = (updates + edits) * elsewhere + flushes * interested;
  const frames = Math.min(messages, nodes * (nodes - 1) * framesPerLink);
  const cpuUs =
    updates * costs.presenceUs +
    received * costs.deliveryUs +
    edits * costs.editUs +
    messages * costs.messageUs +
    frames * costs.frameUs;
  return {
    nodes,
    cpuShare: cpuUs / 1e6 / nodes,
    memoryMiB: costs.processMiB + (connections * costs.connectionKiB) / 1_024 / nodes,
    messages,
    megabytes: (messages * messageBytes) / 1e6,
    commits: edits,
  };
}

/** The smallest cluster of at least three nodes that has room to spare. `imbalance`: the busiest node beside the average. */
export function clusterFor(
  connections: number,
  usage: Usage,
  costs: Costs,
  imbalance: number,
  balancing: Balancing = "random",
): Demand {
  for (let nodes = 3; ; nodes++) {
    const demand = demandOn(nodes, connections, usage, costs, balancing);
    if (demand.cpuShare * imbalance <= cpuShareMax && demand.memoryMiB * imbalance <= nodeMemoryMiB) return demand;
  }
}

/**
 * How much more the busiest node has than the average, when rooms whose sizes differ widely are placed as the server does:
 * by two random choices, on loads that are as old as the last renewal of a lease.
 */
export function placementImbalance(nodes: number, roomsPerNode: number, seed = 1): number {
  const random = createRandom(seed);
  const ids = Array.from({ length: nodes }, (_, index) => `node ${index}` as NodeId);
  const load = new Map(ids.map((id) => [id, 0]));
  const rooms = nodes * roomsPerNode;
  const stateOf = (): readonly NodeState[] => {
    const most = Math.max(1, ...load.values());
    return ids.map((id) => ({
      id,
      name: id,
      version: "",
      load: load.get(id)! / most,
      connections: 0,
      rooms: 0,
      isDraining: false,
      isConnected: true,
    }));
  };
  let seen = stateOf();
  for (let room = 0; room < rooms; room++) {
    // Within the time of a renewal, a hundredth of all rooms is opened.
    if (room % Math.ceil(rooms / 100) === 0) seen = stateOf();
    const node = place(seen, ids[0]!, new Set(), random);
    // Pareto: most rooms are small, and a few have hundreds.
    load.set(node, load.get(node)! + Math.min(500, (1 - random()) ** (-1 / 1.5)));
  }
  const total = [...load.values()].reduce((sum, value) => sum + value, 0);
  return (Math.max(...load.values()) * nodes) / total;
}

const sizes = [10_000, 100_000, 1_000_000] as const;

/** `docs/scaling.md`. */
export function capacityPage(published: Published): string {
  const costs = costsOf(published);
  const figure = (scenario: string, key: string) => figureOf(published, scenario, key);
  const day = published["cluster-crowd"]?.day ?? "";
  const processor = published["cluster-crowd"]?.processor ?? "";
  const imbalance = placementImbalance(10, 1_000);
  const commitsMax = figure("storage-rooms-postgres", "perSecond");
  const table = (usage: Usage) =>
    sizes.map((connections) => {
      const random = clusterFor(connections, usage, costs, imbalance);
      const byRoom = clusterFor(connections, usage, costs, imbalance, "byRoom");
      return `| ${[
        whole(connections),
        whole(random.nodes),
        `${whole(random.megabytes)} MB/s`,
        whole(byRoom.nodes),
        `${whole(byRoom.megabytes)} MB/s`,
        `${whole(byRoom.memoryMiB)} MiB`,
        whole(byRoom.commits),
        whole(Math.ceil(byRoom.commits / commitsMax)),
      ].join(" | ")} |`;
    });
  const sections = usages.flatMap((usage) => [
    `### ${usage.title}`,
    "",
    "| Connections | Nodes, balanced at random | Through NATS | Nodes, balanced by room | Through NATS | Memory of a node | Edits per second | PostgreSQL servers |",
    "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...table(usage),
    "",
  ]);
  return [
    "# Scaling",
    "",
    "<!-- Generated by `npm run generate` from bench/capacity.ts and bench/published.json. -->",
    "",
    "How many nodes, how much of NATS and how many commits of PostgreSQL a number of connections needs, computed from figures that",
    "`npm run bench` measured. How to run a cluster is in [operating.md](operating.md#clusters).",
    "",
    "## Measured",
    "",
    `On ${processor}, ${day}: all nodes, PostgreSQL and NATS shared two cores with the load, so latencies of a cluster are upper bounds.`,
    "",
    "| What | Figure |",
    "| --- | ---: |",
    ...[
      ["Memory of a connection", `${costs.connectionKiB} KiB`],
      ["Memory of a process", `${costs.processMiB} MiB`],
      [
        "CPU of an update of presence; for each receiver",
        `${costs.presenceUs.toFixed(1)} µs; ${costs.deliveryUs.toFixed(1)} µs`,
      ],
      ["CPU of an edit on PostgreSQL", `${costs.editUs.toFixed(1)} µs`],
      [
        "CPU of a message between nodes, both ends, in frames of one and of ten",
        `${(costs.frameUs + costs.messageUs).toFixed(1)} µs; ${(costs.frameUs / messagesPerTurn + costs.messageUs).toFixed(1)} µs`,
      ],
      ["Edits that one process commits to PostgreSQL", `${whole(commitsMax)} per second`],
      [
        "Ack p50: one server; at the room's node; at another node",
        `${figure("cluster-ack", "single")} ms; ${figure("cluster-ack", "near")} ms; ${figure("cluster-ack", "far")} ms`,
      ],
      [
        `${published["cluster-crowd"]!.pace === "full" ? "1,000" : "300"} people in one room on three nodes, once a second: p99; the room's node`,
        `${figure("cluster-crowd", "p99")} ms; ${figure("cluster-crowd", "owner").toFixed(0)} % of a core`,
      ],
      [
        "A node of many rooms is stopped: a client is away p50; p99",
        `${whole(figure("cluster-drain", "p50"))} ms; ${whole(figure("cluster-drain", "p99"))} ms`,
      ],
      [
        "A node is killed: a client of its rooms is away p50; p99",
        `${whole(figure("cluster-failover", "p50"))} ms; ${whole(figure("cluster-failover", "p99"))} ms`,
      ],
    ].map(([what, value]) => `| ${what} | ${value} |`),
    "",
    "## The model",
    "",
    "Balancers send connections to nodes at random, so that on N nodes a connection is on another node than its room with probability",
    "(N − 1) / N, and a room of r has members on (N − 1)(1 − (1 − 1/N)^r) other nodes. Each update goes to the room's node once, and each",
    "flush of a room goes to each of these nodes once; there it is laid out for its connections. What a node has for another one in a",
    "turn of its event loop is one frame. Half of a core of each node stays free, for peaks and for the rooms of a node that fails. A",
    "node is one process, which uses a little more than one core.",
    "",
    "A balancer that chooses the node by the `roomId` in the URL of a WebSocket has all users of a room on one node, so a flush goes to one",
    "other node at most. Nothing depends on that: it is cheaper, and a node that fails is replaced as before.",
    "",
    `Rooms differ in size. A simulation places ${whole(10_000)} rooms of sizes that are distributed by a power law (at most 500 people) on ten nodes`,
    `with the server's own rule, two random choices by loads of up to two seconds ago: the busiest node then has ${imbalance.toFixed(2)} times the`,
    "average. The tables allow for that.",
    "",
    "## What it comes to",
    "",
    ...sections,
    "An edit is counted as a commit of its own. Edits of one room within a few milliseconds share one, so busy rooms need fewer.",
    "",
    "For money, multiply by your prices: a node of these tables is a machine of two cores and four gigabytes; NATS runs three, whose",
    "network is the one to watch; PostgreSQL is two machines with fast disks, since the standby is synchronous.",
    "",
    "Messages between nodes are what a large cluster spends most on: the more nodes there are, the more of them a room is spread over,",
    "and the less there is to send from one to another at a time. Balance by room before you add the tenth node.",
    "",
    "## The first wall",
    "",
    "Without balancing by room, it is the work of passing messages on: see the first columns. What would pass it is a rule that",
    "loads a room on the node that its users are sent to, instead of one of two chosen at random; then nothing is passed on at all.",
    "",
    `With it, the wall is PostgreSQL, once an application makes more than about ${whole(commitsMax)} edits a second on machines like this one: all`,
    "nodes commit to one database. What passes it is a database for each range of projects, and a region for each continent, with its",
    "own NATS and PostgreSQL. Neither exists. Nothing larger than what this machine carries was tried.",
    "",
  ].join("\n");
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
