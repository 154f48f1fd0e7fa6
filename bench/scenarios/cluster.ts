import { openServerCluster } from "@weft/testkit/cluster";
import type { ServerCluster } from "@weft/testkit/cluster";
import { spawnServer } from "@weft/testkit";
import type { ServerProcess } from "@weft/testkit";
import type { Figure, Run, Scenario } from "../scenario.ts";
import { sized, timing } from "../scenario.ts";
import { benchLimits, onServerCore, runLoad } from "../servers.ts";

const nodes = 3;
/** Clients are silent while the others join: a room that moves then would end the run. */
const limits = { ...benchLimits, databaseConnections: 2, quietRoomMs: 600_000 };
const openNodes = () => openServerCluster({ nodes, limits, wrapper: onServerCore });

/** A room that anyone may change, at a server. */
async function createRoom({ url, secretKey }: Pick<ServerProcess, "url" | "secretKey">, id: string): Promise<void> {
  const answer = await fetch(`${url}/v2/rooms`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    body: JSON.stringify({ id, defaultAccesses: ["room:write"] }),
  });
  if (!answer.ok) throw new Error(`a room could not be created: ${answer.status} ${await answer.text()}`);
}

const socketUrl = ({ port, publicKey }: Pick<ServerProcess, "port" | "publicKey">, room: string) =>
  `ws://127.0.0.1:${port}/v8?roomId=${room}&pubkey=${publicKey}&version=3.24.2`;

/** The node that has a room, once someone has entered it, and the others. */
async function nodesOf(cluster: ServerCluster, room: string) {
  const [first] = cluster.nodes.values();
  await createRoom(first!, room);
  await runLoad("firstAck", { url: socketUrl(first!, room) });
  const name = await cluster.ownerOf(room);
  const owner = cluster.nodes.get(name!)!;
  return { owner, others: [...cluster.nodes.values()].filter((node) => node !== owner) };
}

/** Names of rooms whose clients are counted in each run, unlike those of other runs. */
const names = (count: number, what: string, { mark }: Run) =>
  Array.from({ length: count }, (_, index) => `${what}-${mark}-${index}`);

const acks: Scenario = {
  name: "cluster-ack",
  title: "3 nodes on PostgreSQL: 2 people set fields, each waits for its ack, at the room's node and at another one",
  figures: [
    { key: "single", label: "ack p50, one server", unit: "ms" },
    { key: "near", label: "ack p50, at the node of the room", unit: "ms" },
    { key: "far", label: "ack p50, at another node", unit: "ms" },
    { key: "times", label: "another node to one server", unit: "×", target: { of: "value", atMost: 1.3 } },
    { key: "farP99", label: "ack p99, at another node", unit: "ms" },
  ],
  async measure(_, run) {
    const measure = async (server: ServerProcess, room: string) => {
      const rooms = [[socketUrl(server, room), socketUrl(server, room)]];
      return runLoad("ops", { pid: server.pid, rooms, kind: "update", inFlight: 1, ...timing(run) });
    };
    const room = `ack-${run.mark}`;
    let single: number;
    {
      await using server = await spawnServer({ database: "postgres", limits, wrapper: onServerCore });
      await createRoom(server, room);
      single = (await measure(server, room)).p50;
    }
    await using cluster = await openNodes();
    const { owner, others } = await nodesOf(cluster, room);
    const near = await measure(owner, room);
    const far = await measure(others[0]!, room);
    return { single, near: near.p50, far: far.p50, times: far.p50 / single, farP99: far.p99 };
  },
};

const crowdFigures: readonly Figure[] = [
  { key: "delivered", label: "delivered", unit: "%", target: { of: "value", atLeast: 100 } },
  { key: "p50", label: "latency p50", unit: "ms" },
  { key: "p99", label: "latency p99", unit: "ms", target: { of: "value", atMost: 100 } },
  { key: "perSecond", label: "messages carried per second", unit: "msg/s" },
];

const crowd: Scenario = {
  name: "cluster-crowd",
  title: "3 nodes: 1,000 people (quick: 300) in one room move cursors once a second",
  figures: [
    ...crowdFigures,
    { key: "owner", label: "CPU of one core, the room's node", unit: "%", target: { of: "value", atMost: 30 } },
  ],
  async measure(_, run) {
    await using cluster = await openNodes();
    const room = `crowd-${run.mark}`;
    const { owner } = await nodesOf(cluster, room);
    const all = [...cluster.nodes.values()];
    const people = sized(run, { full: 1_000, quick: 300 });
    const urls = Array.from({ length: people }, (__, index) => socketUrl(all[index % nodes]!, room));
    const { warmUpMs, windowMs } = timing(run);
    const result = await runLoad("presence", {
      pid: owner.pid,
      rooms: [urls],
      hz: 1,
      warmUpMs,
      windowMs: 2 * windowMs,
    });
    return {
      delivered: result.delivered * 100,
      p50: result.p50,
      p99: result.p99,
      perSecond: result.carried / (result.wallMs / 1_000),
      owner: (result.cpuMs / result.wallMs) * 100,
    };
  },
};

const rooms: Scenario = {
  name: "cluster-rooms",
  title: "3 nodes on one core with 2,000 connections (quick: 500) each, in rooms of 50, move cursors every ten seconds",
  figures: crowdFigures,
  async measure(_, run) {
    await using cluster = await openNodes();
    const all = [...cluster.nodes.values()];
    const ids = names(sized(run, { full: 120, quick: 30 }), "rooms", run);
    for (const id of ids) await createRoom(all[0]!, id);
    const urls = ids.map((id) => Array.from({ length: 50 }, (__, index) => socketUrl(all[index % nodes]!, id)));
    const { warmUpMs, windowMs } = timing(run);
    const load = { pid: all[0]!.pid, rooms: urls, hz: 0.1, warmUpMs, windowMs: 4 * windowMs };
    const { delivered, p50, p99, carried, wallMs } = await runLoad("presence", load);
    return { delivered: delivered * 100, p50, p99, perSecond: carried / (wallMs / 1_000) };
  },
};

const drain: Scenario = {
  name: "cluster-drain",
  title: "A node with 1,000 rooms (quick: 100) and a client in each is stopped; all go on at another node",
  figures: [
    { key: "p50", label: "a client away p50", unit: "ms", target: { of: "value", atMost: 1_000 } },
    { key: "p99", label: "a client away p99", unit: "ms" },
    { key: "wall", label: "from the signal to the last client's ack", unit: "ms" },
  ],
  async measure(_, run) {
    await using cluster = await openServerCluster({ nodes: 1, limits, wrapper: onServerCore });
    const [leaving] = cluster.nodes.values();
    const ids = names(sized(run, { full: 1_000, quick: 100 }), "drain", run);
    for (const id of ids) await createRoom(leaving!, id);
    // Its rooms are opened before there is another node that could have them.
    const [first] = ids;
    await runLoad("firstAck", { url: socketUrl(leaving!, first!) });
    const staying = await cluster.start();
    const clients = ids.map((id) => ({ url: socketUrl(leaving!, id), back: socketUrl(staying, id) }));
    const { awayMs, wallMs } = await runLoad("away", { clients, pid: leaving!.pid, signal: "SIGTERM" });
    return { p50: quantile(awayMs, 0.5), p99: quantile(awayMs, 0.99), wall: wallMs };
  },
};

const failover: Scenario = {
  name: "cluster-failover",
  title: "The node of a room is killed; 30 clients of all nodes go on with the room at the others",
  figures: [
    { key: "p50", label: "a client away p50", unit: "ms" },
    { key: "p99", label: "a client away p99", unit: "ms", target: { of: "value", atMost: 8_000 } },
    { key: "wall", label: "from the kill to the last client's ack", unit: "ms" },
  ],
  async measure(_, run) {
    await using cluster = await openNodes();
    const room = `failover-${run.mark}`;
    const { owner, others } = await nodesOf(cluster, room);
    const all = [...cluster.nodes.values()];
    const clients = Array.from({ length: 30 }, (__, index) => ({
      url: socketUrl(all[index % nodes]!, room),
      back: socketUrl(others[index % others.length]!, room),
    }));
    const { awayMs, wallMs } = await runLoad("away", { clients, pid: owner.pid, signal: "SIGKILL" });
    return { p50: quantile(awayMs, 0.5), p99: quantile(awayMs, 0.99), wall: wallMs };
  },
};

const pausedMs = 15_000;

const paused: Scenario = {
  name: "cluster-pause",
  title: "One of 3 nodes stands still for 15 s; 24 clients in rooms of the other nodes write ten times a second",
  figures: [
    { key: "times", label: "ack p99 in the pause to before", unit: "×", target: { of: "value", atMost: 1.2 } },
    { key: "p50", label: "ack p50 in the pause", unit: "ms" },
    { key: "p99", label: "ack p99 in the pause", unit: "ms" },
    { key: "beforeP50", label: "ack p50 before", unit: "ms" },
    { key: "beforeP99", label: "ack p99 before", unit: "ms" },
  ],
  async measure(_, run) {
    await using cluster = await openNodes();
    const all = [...cluster.nodes.values()];
    const pausedNode = all.at(-1)!;
    const awake = all.filter((node) => node !== pausedNode);
    const measured: string[] = [];
    const bystanders: string[] = [];
    // Rooms are placed by chance.
    for (let index = 0; measured.length < 24 || bystanders.length === 0; index++) {
      const room = `pause-${run.mark}-${index}`;
      const { owner } = await nodesOf(cluster, room);
      const urls = awake.flatMap((node) => [socketUrl(node, room), socketUrl(node, room)]);
      if (owner === pausedNode) bystanders.push(...urls);
      else if (measured.length < 24) measured.push(...urls);
    }
    const { warmUpMs } = timing(run);
    const windowMs = run.pace === "moment" ? 1_000 : pausedMs;
    const { before, during } = await runLoad("pause", {
      pid: pausedNode.pid,
      measured,
      bystanders,
      warmUpMs: 2 * warmUpMs,
      windowMs,
    });
    return {
      times: during.p99 / before.p99,
      p50: during.p50,
      p99: during.p99,
      beforeP50: before.p50,
      beforeP99: before.p99,
    };
  },
};

/** @param ascending at least one value */
function quantile(ascending: readonly number[], share: number): number {
  return ascending[Math.ceil(ascending.length * share) - 1]!;
}

export const clusterScenarios: readonly Scenario[] = [acks, crowd, rooms, drain, failover, paused];
