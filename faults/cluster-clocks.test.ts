import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { limits } from "@weft/protocol";
import { queryDatabase } from "@weft/store/testing/postgres";
import { openServerCluster, whyNoCluster } from "@weft/testkit/cluster";
import type { ServerCluster } from "@weft/testkit/cluster";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTeam, untilAllWorkTogether } from "./support/cluster-team.ts";
import { times } from "./support/random.ts";
import { openRawClient, Refused } from "./support/raw-client.ts";
import { report } from "./support/report.ts";
import { createRoom, tokenFor } from "./support/rest.ts";
import { until } from "./support/until.ts";

const without = await whyNoCluster();
if (without !== undefined) console.log(`Wrong clocks in a cluster are not tested: ${without}.`);

const minuteMs = 60_000;
const tokenLifetimeMs = 1_000;
const wrongBy = { "node-0": 10 * minuteMs, "node-1": -10 * minuteMs, "node-2": 0 };

let folder: string;
let cluster: ServerCluster;
beforeAll(async () => {
  if (without !== undefined) return;
  folder = await mkdtemp(join(tmpdir(), "weft-clocks-"));
  for (const [node, aheadMs] of Object.entries(wrongBy)) await writeFile(clockFile(node), String(aheadMs));
  cluster = await openServerCluster({
    nodes: 3,
    limits: { tokenLifetimeMs },
    nodeArguments: ["--import", fileURLToPath(new URL("support/movable-clock.mjs", import.meta.url))],
    env: { TEST_CLOCK: clockFile("{node}") },
  });
});
afterAll(async () => {
  if (without !== undefined) return;
  await cluster[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const clockFile = (node: string) => join(folder, `clock-${node}`);

/** Sets the clock of a node wrong by this much, and resolves when it is. */
async function setClock(node: string, aheadMs: number): Promise<void> {
  const server = cluster.nodes.get(node)!;
  const told = () => server.errors.split("\n").filter((line) => line.startsWith("clock ")).length;
  const before = told();
  await writeFile(clockFile(node), String(aheadMs));
  process.kill(server.pid, "SIGUSR2");
  await until(`the clock of ${node} is set`, () => told() > before);
}

const ask = async (sql: string) => queryDatabase(cluster.data.database!, sql);

/** The epoch of the only room that is open, and its node. */
async function claimOf(room: string) {
  const [found] = await ask(
    `select s.epoch, s.node from rooms as r join room_state as s on s.project_id = r.project_id and s.room_key = r.key
      where r.id = '${room}'`,
  );
  return found;
}

/** Resolves when every node has renewed its lease since now. */
async function renewals(): Promise<void> {
  const ends = async () =>
    new Map((await ask("select name, until from nodes")).map(({ name, until: at }) => [name, at]));
  const before = await ends();
  await until("every node renews its lease", async () => {
    const now = await ends();
    return [...before].every(([name, at]) => Number(now.get(name)) > Number(at));
  });
}

test.skipIf(without !== undefined)(
  "[R9] in a cluster, clocks that are wrong by ten minutes and jump move no room, and no edit is lost",
  async () => {
    const nodes = [...cluster.nodes.values()];
    const team = await openTeam(
      [...nodes, ...nodes].map(({ url }) => url),
      nodes[0]!,
    );
    const claim = await claimOf("r");
    const jumps: string[] = [];
    const steps = Object.values(wrongBy);
    for (let round = 1; round <= times(3); round++) {
      // They jump one after another, while users work: in three rounds, each goes forward twice, and back once.
      for (const [index, node] of [...cluster.nodes.keys()].entries()) {
        const aheadMs = steps[(index + round) % steps.length]!;
        await setClock(node, aheadMs);
        jumps.push(String(aheadMs / minuteMs));
      }
      await renewals();
      await untilAllWorkTogether(team.people);
    }
    expect(await claimOf("r"), "the same node, by the same claim").toEqual(claim);
    const away = team.people.map(({ lostConnections }) => lostConnections);
    report("R9 cluster", { ...(await team.end()), "jumps to minutes": jumps.join(" ") });
    expect(away).toEqual(away.map(() => 0));
  },
);

/** When tokens expire that are made now, one by each node, and what each node says to each of them. */
async function makeTokens(room: string) {
  for (const [node, aheadMs] of Object.entries(wrongBy)) await setClock(node, aheadMs);
  const nodes = [...cluster.nodes.values()];
  await createRoom(nodes[0]!, room, { defaultAccesses: [] });
  const tokens = await Promise.all(nodes.map((node) => tokenFor(node, "ada")));
  const expiries = tokens.map((token) => {
    const payload = Buffer.from(token.split(".")[1]!, "base64url").toString();
    return (JSON.parse(payload) as { readonly exp: number }).exp * 1_000;
  });
  const answerTo = async (url: string, token: string) => {
    try {
      using client = await openRawClient({ url, room, token });
      return client.open;
    } catch (cause) {
      if (cause instanceof Refused) return cause.code;
      throw cause;
    }
  };
  return {
    expireAt: Math.max(...expiries),
    answers: async () =>
      new Set(await Promise.all(nodes.flatMap(({ url }) => tokens.map((token) => answerTo(url, token))))),
  };
}

const untilDatabaseShows = (at: number) =>
  until("the time has come", async () => {
    const [found] = await ask("select floor(extract(epoch from clock_timestamp()) * 1000) as now");
    return Number(found!["now"]) > at;
  });

test.skipIf(without !== undefined)(
  "[R9] in a cluster, nodes whose clocks are wrong accept a token of any of them, and go on to do so while the leeway lasts",
  async () => {
    const { expireAt, answers } = await makeTokens("token");
    expect(await answers()).toEqual(new Set([true]));
    await untilDatabaseShows(expireAt);
    expect(await answers()).toEqual(new Set([true]));
  },
);

const isShort = times(1) === 1;
if (isShort) console.log("The end of a token's leeway, which takes a minute, is waited for with WEFT_RUNS=2 or more.");

test.skipIf(without !== undefined || isShort)(
  "[R9] in a cluster, nodes whose clocks are wrong accept no token once its leeway is over by the clock of the database",
  async () => {
    const { expireAt, answers } = await makeTokens("expired");
    await after(limits.tokenLeewayMs);
    await untilDatabaseShows(expireAt + limits.tokenLeewayMs + 500);
    expect(await answers()).toEqual(new Set([4109]));
  },
);
