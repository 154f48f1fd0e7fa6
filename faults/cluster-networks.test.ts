import { setTimeout as after } from "node:timers/promises";
import { freePort, openNatsServer, whyNoNatsServer } from "@weft/cluster/suites/nats-server.ts";
import { openOwnPostgres, whyNoReplication } from "@weft/store/testing/standby";
import { openServerCluster } from "@weft/testkit/cluster";
import { test } from "vitest";
import { openNetwork, whyNoNetworks } from "./support/network.ts";
import type { Cable } from "./support/network.ts";
import { freshRandom, times } from "./support/random.ts";
import type { Random } from "./support/random.ts";
import { report } from "./support/report.ts";
import { openTeam, untilAllWorkTogether } from "./support/cluster-team.ts";
import { until } from "./support/until.ts";

const without = whyNoNetworks() ?? whyNoNatsServer() ?? whyNoReplication();
if (without !== undefined) console.log(`Networks that lose everything are not tested: ${without}.`);

const kinds = ["NATS", "PostgreSQL", "other nodes", "clients"] as const;
type Kind = (typeof kinds)[number];

/**
 * Three nodes, each on a machine of its own, with a cable to each of: clients, PostgreSQL, NATS. The third one's NATS server is
 * another one than that of the other two, and a cable joins the two servers.
 */
async function openScattered() {
  await using opening = new AsyncDisposableStack();
  const network = opening.use(openNetwork());
  const clients = network.bridge();
  const database = network.bridge();
  const nats = network.bridge();
  const farNats = network.bridge();
  const route = network.bridge();
  const postgres = opening.use(await openOwnPostgres(database.address));
  const routePort = await freePort();
  const cluster = (address: string, port: number, routes = "") =>
    `cluster { name: test, listen: "${address}:${port}", no_advertise: true, routes: [${routes}] }`;
  const near = opening.use(
    await openNatsServer(cluster(route.address, routePort), undefined, { address: nats.address }),
  );
  const away = network.machine();
  const joint = away.plug(route);
  const farPlug = away.plug(farNats);
  const far = opening.use(
    await openNatsServer(
      cluster(joint.address, await freePort(), `"nats://${route.address}:${routePort}"`),
      undefined,
      { address: farPlug.address, wrapper: away.wrapper },
    ),
  );
  const cables: Record<Kind, Cable[]> = { NATS: [], PostgreSQL: [], "other nodes": [joint], clients: [] };
  const held = opening.use(
    await openServerCluster({
      nodes: 3,
      database: postgres.url,
      address: clients.address,
      each(index) {
        const machine = network.machine();
        const toClients = machine.plug(clients);
        cables.clients.push(toClients);
        cables.PostgreSQL.push(machine.plug(database));
        const isFar = index === 2;
        cables.NATS.push(machine.plug(isFar ? farNats : nats));
        return {
          wrapper: machine.wrapper,
          env: { WEFT_HOST: toClients.address },
          nats: isFar ? `nats://${farPlug.address}:${far.port}` : `nats://${nats.address}:${near.port}`,
        };
      },
    }),
  );
  const opened = opening.move();
  return { cluster: held, cables, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Cuts one cable of each of these kinds, one after another, in a cluster of its own. */
async function cutEach(kindsToCut: readonly Kind[], random: Random): Promise<void> {
  await using scattered = await openScattered();
  const { cluster, cables } = scattered;
  const nodes = [...cluster.nodes.values()];
  const urls = [...nodes, ...nodes].map(({ url }) => url);
  // So few edits that all clients, which are in one process, apply a room's whole list again in no time.
  const team = await openTeam(urls, nodes[0]!, 400);
  const rounds: string[] = [];
  for (const kind of kindsToCut) {
    const owner = await until("the room is on a node", () => cluster.ownerOf("r"));
    const number =
      kind === "PostgreSQL" ? Number(owner.replace("node-", "")) : random.between(0, cables[kind].length - 1);
    const startedAt = performance.now();
    cables[kind][number]!.down = true;
    // The lease of the room's node ends, and the others hear that node all the same.
    if (kind === "PostgreSQL")
      await until("another node has the room", async () => ((await cluster.ownerOf("r")) ?? owner) !== owner);
    // Some cuts are shorter than what it takes to notice them.
    else await after(random.between(500, 5_000));
    const cutMs = performance.now() - startedAt;
    cables[kind][number]!.down = false;
    const backMs = await untilAllWorkTogether(team.people);
    rounds.push(`${kind} ${number} ${cutMs.toFixed()}: ${backMs.toFixed()}`);
  }
  report("R6 networks", { network: random.seed, ...(await team.end()), "away: back ms": rounds.join(", ") });
}

test.skipIf(without !== undefined)(
  "[R6] in a cluster, networks between two parts that lose everything, without a word, lose no change",
  async () => {
    const random = freshRandom();
    for (let round = 0; round < times(kinds.length); round += kinds.length)
      await cutEach(kinds.slice(0, times(kinds.length) - round), random);
  },
  3_600_000,
);
