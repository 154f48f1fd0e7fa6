import { setTimeout as after } from "node:timers/promises";
import { openNatsServer, whyNoNatsServer } from "@weft/cluster/suites/nats-server.ts";
import { openLine } from "@weft/store/testing/line";
import type { Line } from "@weft/store/testing/line";
import { temporaryDatabase } from "@weft/store/testing/postgres";
import { openReplicatedPostgres, whyNoReplication } from "@weft/store/testing/standby";
import { openServerCluster, whyNoCluster } from "@weft/testkit/cluster";
import type { ServerCluster } from "@weft/testkit/cluster";
import { expect, test } from "vitest";
import { openLedger } from "./support/ledger.ts";
import type { MortalServer } from "./support/mortal-server.ts";
import { ordeal, ordealRoom } from "./support/ordeal.ts";
import { agree, emptyBoard, judge, openPerson, work } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { freshRandom, times } from "./support/random.ts";
import { report } from "./support/report.ts";
import { createRoom, metric } from "./support/rest.ts";
import { until } from "./support/until.ts";

const without = await whyNoCluster();
if (without !== undefined) console.log(`Clusters are not tested: ${without}.`);
const noServer = without ?? whyNoNatsServer();
if (noServer !== undefined) console.log(`A cluster without NATS is not tested: ${noServer}.`);

/** A cluster as the one server that its clients take it for. It dies with the node that has the room. */
function asMortal(cluster: ServerCluster): MortalServer {
  const [first] = cluster.nodes.values();
  return {
    ...cluster,
    publicKey: first!.publicKey,
    secretKey: first!.secretKey,
    process: {
      ...first!,
      async stop() {
        const codes = await Promise.all(Array.from(cluster.nodes.values(), (node) => node.stop()));
        return codes.find((code) => code !== 0) ?? 0;
      },
    },
    restart: async () => void (await cluster.start()),
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  };
}

test.skipIf(without !== undefined)(
  "[R3] in a cluster, everything acknowledged or shown survives kill -9 of the node that has the room exactly once",
  async () => {
    const random = freshRandom();
    await using cluster = await openServerCluster({ nodes: 3 });
    const figures = await ordeal({
      random,
      deaths: times(4),
      people: 8,
      open: async () => asMortal(cluster),
      async die() {
        // Only the moment of a kill is random.
        await after(random.between(50, 900));
        const owner = await cluster.ownerOf(ordealRoom);
        await cluster.nodes.get(owner!)!.kill();
      },
    }).catch((cause: unknown) => {
      throw new Error(`seed ${random.seed}`, { cause });
    });
    report("R3 cluster", figures);
  },
  600_000,
);

test.skipIf(without !== undefined)(
  "[R23] in a cluster, connections to PostgreSQL that are cut at commits lose no acknowledged change, and duplicate none",
  async () => {
    const random = freshRandom();
    await using database = await temporaryDatabase();
    await using line = await openLine(database.url);
    const cuts = new Map<string, number>();
    const figures = await ordeal({
      random,
      deaths: times(6),
      people: 6,
      open: async () => asMortal(await openServerCluster({ nodes: 3, database: line.url })),
      async die() {
        const how = random.pick(["before", "sent", "after"] as const);
        cuts.set(how, (cuts.get(how) ?? 0) + 1);
        await line.cutAtCommit(how);
      },
      // The nodes connect again.
      revive: async () => {},
    }).catch((cause: unknown) => {
      throw new Error(`seed ${random.seed}`, { cause });
    });
    report("R23 cluster", { ...figures, cuts: [...cuts].map(([how, count]) => `${count} ${how}`).join(", ") });
  },
  600_000,
);

const noReplication = without ?? whyNoReplication();
if (noReplication !== undefined) console.log(`A standby of PostgreSQL is not tested: ${noReplication}.`);

test.skipIf(noReplication !== undefined)(
  "[R7] everything acknowledged survives when PostgreSQL dies and its synchronous standby is promoted",
  async () => {
    const random = freshRandom();
    await using postgres = await openReplicatedPostgres();
    await using line = await openLine(postgres.url);
    const figures = await ordeal({
      random,
      deaths: 1,
      people: 8,
      open: async () => asMortal(await openServerCluster({ nodes: 3, database: line.url })),
      async die() {
        // Only the moment of a failure is random.
        await after(random.between(50, 900));
        await postgres.failOver();
        line.leadTo(postgres.url);
        line.cut();
      },
      revive: async () => {},
    }).catch((cause: unknown) => {
      throw new Error(`seed ${random.seed}`, { cause });
    });
    report("R7", figures);
  },
  600_000,
);

test.skipIf(without !== undefined)(
  "[R6] in a cluster, links of nodes to PostgreSQL and to NATS that fail one at a time lose nothing",
  async () => {
    const random = freshRandom();
    await using lines = new AsyncDisposableStack();
    const links: { readonly what: string; readonly line: Line }[] = [];
    const backMs: number[] = [];
    const failed: string[] = [];
    await using cluster = await openServerCluster({
      nodes: 3,
      async reach({ database, nats }) {
        const toDatabase = lines.use(await openLine(database));
        const toNats = lines.use(await openLine(nats));
        links.push({ what: "PostgreSQL", line: toDatabase }, { what: "NATS", line: toNats });
        return { database: toDatabase.url, nats: toNats.url };
      },
    });
    const nodes = [...cluster.nodes.values()];
    const team = await openTeam(
      [...nodes, ...nodes].map(({ url }) => url),
      nodes[0]!,
    );
    for (let round = 0; round < times(4); round++) {
      const link = links[round % links.length]!;
      link.line.down = true;
      // Longer than a lease, so that the rooms of a node without PostgreSQL move.
      await after(random.between(1_000, 8_000));
      link.line.down = false;
      backMs.push(await untilAllWorkTogether(team.people));
      failed.push(link.what);
    }
    report("R6", {
      ...(await team.end()),
      failed: failed.join(", "),
      "back ms": backMs.map((ms) => ms.toFixed()).join(" "),
    });
  },
  600_000,
);

/** Users at work in one room, each at the address that they are given. */
async function openTeam(urls: readonly string[], { publicKey, secretKey }: { publicKey: string; secretKey: string }) {
  const random = freshRandom();
  const ledger = openLedger();
  await createRoom({ url: urls[0]!, secretKey }, "r", { storage: emptyBoard });
  const people = await Promise.all(
    urls.map((url, index) => openPerson({ url, publicKey, room: "r", name: `p${index}`, ledger })),
  );
  const working = work(people, random, 50);
  await until("edits are acknowledged", () => ledger.acks > 20);
  return {
    random,
    ledger,
    people,
    /** Ends the work. All clients have to agree, and nothing may be lost or doubled. */
    async end(): Promise<Readonly<Record<string, string | number>>> {
      working[Symbol.dispose]();
      const verdict = judge(await agree(people), people);
      expect(verdict).toEqual({ lost: [], doubled: [], wrong: [] });
      expect([[...ledger.reused], ledger.refusals]).toEqual([[], []]);
      for (const person of people) person[Symbol.dispose]();
      return { seed: random.seed, acks: ledger.acks, lost: verdict.lost.length, doubled: verdict.doubled.length };
    },
  };
}

/** How long it takes until each of these users, each in a room of their own, has stored an edit, in milliseconds. */
async function untilAllWork(people: readonly Person[]): Promise<number> {
  const startedAt = performance.now();
  for (const person of people) person.pushMany(1);
  await until("every edit is stored", () => people.every(({ synchronized }) => synchronized));
  return performance.now() - startedAt;
}

/** How long it takes until each of these users has added something that all of them are shown, in milliseconds. */
async function untilAllWorkTogether(people: readonly Person[]): Promise<number> {
  const startedAt = performance.now();
  const counts = people.map(({ pushed }) => pushed.length);
  const isShown = () =>
    people.every((person, index) => {
      const added = person.pushed.slice(counts[index]);
      return people.every((other) => {
        if (other.room.getStatus() !== "connected") return false;
        const items = new Set(other.board().items);
        return added.some((value) => items.has(value));
      });
    });
  await until("everyone sees what everyone adds", isShown, { everyMs: 25 });
  return performance.now() - startedAt;
}

test.skipIf(without !== undefined)(
  "[R10] when all nodes of a cluster are replaced in turn, nothing is lost and no client is away for long",
  async () => {
    await using cluster = await openServerCluster({ nodes: 3 });
    const [first] = cluster.nodes.values();
    const team = await openTeam(
      Array.from({ length: 6 }, () => cluster.url),
      first!,
    );
    const drains: number[] = [];
    for (const [name, node] of Array.from(cluster.nodes)) {
      await cluster.start();
      // A node that drains says that it is not ready.
      cluster.setAside(name);
      const startedAt = performance.now();
      expect(await node.stop()).toBe(0);
      drains.push(performance.now() - startedAt);
      await untilAllWorkTogether(team.people);
    }
    const away = team.people.map(({ lostConnections }) => lostConnections);
    report("R10", {
      ...(await team.end()),
      "drains ms": drains.map((ms) => ms.toFixed()).join(" "),
      away: away.join(" "),
    });
    expect(away).toEqual(away.map(() => 0));
  },
  600_000,
);

test.skipIf(without !== undefined)(
  "[R10] a node that is added gets rooms that are quiet, and none of their clients is away for long",
  async () => {
    const rooms = Array.from({ length: 60 }, (_, index) => `quiet-${index}`);
    await using cluster = await openServerCluster({ nodes: 1, limits: { quietRoomMs: 100 } });
    const [first] = cluster.nodes.values();
    using people = new DisposableStack();
    const open = (room: string) =>
      openPerson({ url: cluster.url, publicKey: first!.publicKey, room, name: `in ${room}` });
    const entered: Person[] = [];
    for (const room of rooms) {
      await createRoom(first!, room, { storage: emptyBoard });
      entered.push(people.use(await open(room)));
    }
    const added = await cluster.start();
    const moved = await until("a third of the rooms have moved", async () => {
      const count = await metric(added, "weft_rooms_in_memory");
      return count >= 20 ? count : undefined;
    });
    const togetherMs = await untilAllWork(entered);
    report("R10 added", { moved, "together ms": togetherMs });
    expect(entered.map(({ lostConnections }) => lostConnections)).toEqual(entered.map(() => 0));
  },
  600_000,
);

test.skipIf(without !== undefined)(
  "[R5] a node that stood still for longer than its lease commits nothing more, and serves again afterwards",
  async () => {
    await using cluster = await openServerCluster({ nodes: 3 });
    const [first] = cluster.nodes.values();
    const team = await openTeam(
      Array.from({ length: 6 }, () => cluster.url),
      first!,
    );
    const owner = await until("the room is on a node", () => cluster.ownerOf("r"));
    const { pid } = cluster.nodes.get(owner)!;
    process.kill(pid, "SIGSTOP");
    cluster.setAside(owner);
    const next = await until("another node has the room", async () => {
      const now = await cluster.ownerOf("r");
      return now === owner ? undefined : now;
    });
    const acks = team.ledger.acks;
    await until("the next node acknowledges an edit", () => team.ledger.acks > acks);
    process.kill(pid, "SIGCONT");
    const togetherMs = await untilAllWorkTogether(team.people);
    cluster.bringBack(owner);
    report("R5", { ...(await team.end()), owner, next, "together ms": togetherMs });
  },
  600_000,
);

/** What a balancer and a supervisor are answered. */
async function healthOf(url: string) {
  const [live, ready] = await Promise.all([fetch(`${url}/health/live`), fetch(`${url}/health/ready`)]);
  const { message } = (await ready.json()) as { readonly message?: string };
  return { live: live.status, ready: ready.status, why: message };
}

/** The metrics of a node as a cluster knows it, without those that have labels. */
async function metricsOf(url: string): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Object.fromEntries(
    Array.from(text.matchAll(/^(weft_cluster_\w+) (\S+)$/gm), ([, name, value]) => [name, Number(value)]),
  );
}

test.skipIf(noServer !== undefined)(
  "[R8] while NATS is away, users at the node that has their room go on, and the others are back soon after it is",
  async () => {
    await using nats = await openNatsServer();
    await using cluster = await openServerCluster({ nodes: 3, nats: `nats://127.0.0.1:${nats.port}` });
    const nodes = [...cluster.nodes.values()];
    const team = await openTeam(
      [...nodes, ...nodes].map(({ url }) => url),
      nodes[0]!,
    );
    const owner = await until("the room is on a node", () => cluster.ownerOf("r"));
    const isNear = (_: unknown, index: number) => nodes[index % 3] === cluster.nodes.get(owner);
    const near = team.people.filter(isNear);
    await nats.kill();
    await until("the others notice it", () =>
      team.people.filter((each) => !near.includes(each)).every(({ room }) => room.getStatus() !== "connected"),
    );
    const { url } = cluster.nodes.get(owner)!;
    expect(await healthOf(url)).toEqual({ live: 200, ready: 503, why: "This node is not connected to NATS." });
    // It learns of the others with each renewal, and may have started just before them.
    await until("it lists all nodes", async () => (await metricsOf(url))["weft_cluster_nodes"] === 3);
    expect(await metricsOf(url)).toMatchObject({
      weft_cluster_peers_connected: 0,
      weft_cluster_nats_connected: 0,
      weft_cluster_lease_held: 1,
    });
    const acks = team.ledger.acks;
    await untilAllWorkTogether(near);
    await after(10_000);
    await untilAllWorkTogether(near);
    expect(team.ledger.acks).toBeGreaterThan(acks);
    expect(await cluster.ownerOf("r")).toBe(owner);
    await nats.start();
    const backMs = await untilAllWorkTogether(team.people);
    expect(await healthOf(url)).toEqual({ live: 200, ready: 200, why: undefined });
    const metrics = await metricsOf(url);
    expect(metrics).toMatchObject({ weft_cluster_peers_connected: 2, weft_cluster_nats_connected: 1 });
    expect(metrics["weft_cluster_links_lost_total"]).toBeGreaterThanOrEqual(2);
    report("R8", { ...(await team.end()), "back ms": backMs });
  },
  600_000,
);
