import { setTimeout as after } from "node:timers/promises";
import { openNatsServer, whyNoNatsServer } from "@weft/cluster/suites/nats-server.ts";
import { openLine } from "@weft/store/testing/line";
import type { Line } from "@weft/store/testing/line";
import { temporaryDatabase } from "@weft/store/testing/postgres";
import { openReplicatedPostgres, whyNoReplication } from "@weft/store/testing/standby";
import { openServerCluster, whyNoCluster } from "@weft/testkit/cluster";
import { expect, test } from "vitest";
import { asMortal, openTeam, standStill, untilAllWork, untilAllWorkTogether } from "./support/cluster-team.ts";
import { asNamed, watchCommits } from "./support/commit-log.ts";
import { ordeal, ordealRoom } from "./support/ordeal.ts";
import { emptyBoard, openPerson } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { freshRandom, times } from "./support/random.ts";
import { percentile, report } from "./support/report.ts";
import { createRoom, metric } from "./support/rest.ts";
import { until } from "./support/until.ts";

const without = await whyNoCluster();
if (without !== undefined) console.log(`Clusters are not tested: ${without}.`);
const noServer = without ?? whyNoNatsServer();
if (noServer !== undefined) console.log(`A cluster without NATS is not tested: ${noServer}.`);

/** A room that has been at work for long keeps the clients in this process busy, which have to answer for all of it. */
const killsInOneRoom = 10;

test.skipIf(without !== undefined)(
  "[R3] in a cluster, everything acknowledged or shown survives kill -9 of the node that has the room exactly once",
  async () => {
    const random = freshRandom();
    const firstAcks: number[] = [];
    let [lost, doubled] = [0, 0];
    const kills = times(4);
    for (let left = kills; left > 0; left -= killsInOneRoom) {
      await using cluster = await openServerCluster({ nodes: 3 });
      const figures = await ordeal({
        random,
        deaths: Math.min(left, killsInOneRoom),
        people: 8,
        open: async () => asMortal(cluster),
        async die() {
          // Only the moment of a kill is random.
          await after(random.between(50, 900));
          const owner = await cluster.ownerOf(ordealRoom);
          await cluster.nodes.get(owner!)!.kill();
        },
        acknowledgedAfter: (ms) => firstAcks.push(ms),
      }).catch((cause: unknown) => {
        throw new Error(`seed ${random.seed}, after ${firstAcks.length} kills`, { cause });
      });
      report("R3 cluster", figures);
      lost += Number(figures["lost"]);
      doubled += Number(figures["doubled"]);
    }
    const [p50, p99] = [percentile(firstAcks, 0.5), percentile(firstAcks, 0.99)];
    report("R3 kills", { kills, lost, doubled, "first ack p50 ms": p50, "p99 ms": p99 });
  },
  600_000 * times(1),
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
        // What is acknowledged from now on would be lost.
        await postgres.holdStandby();
        await after(1_000);
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
    await using cluster = await openServerCluster({ nodes: 3, reach: asNamed });
    const commits = await watchCommits(cluster);
    const [first] = cluster.nodes.values();
    const team = await openTeam(
      Array.from({ length: 6 }, () => cluster.url),
      first!,
    );
    const owner = await until("the room is on a node", () => cluster.ownerOf("r"));
    const { next, goOn } = await standStill(cluster, owner, team.ledger);
    goOn();
    const [together] = await Promise.allSettled([untilAllWorkTogether(team.people)]);
    // They would explain why users do not see each other.
    expect((await commits.read()).ofOldEpochs).toEqual([]);
    if (together.status === "rejected") throw together.reason;
    cluster.bringBack(owner);
    const figures = await team.end();
    const { counts, ofOldEpochs } = await commits.read();
    report("R5", { ...figures, owner, next, "together ms": together.value });
    expect(ofOldEpochs).toEqual([]);
    expect([...counts.keys()]).toEqual(expect.arrayContaining([owner, next]));
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
