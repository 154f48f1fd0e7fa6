import { emptyDatabase, queryDatabase } from "@weft/store/testing/postgres";
import { openServerCluster, whyNoCluster } from "@weft/testkit/cluster";
import type { ServerCluster, ServerClusterOptions } from "@weft/testkit/cluster";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { earlierRevision, openEarlierRelease } from "./support/earlier-release.ts";
import { openNextRelease } from "./support/next-release.ts";
import type { OtherRelease } from "./support/next-release.ts";
import { report } from "./support/report.ts";
import { openTeam, untilAllWorkTogether } from "./support/cluster-team.ts";
import { until } from "./support/until.ts";

const without = await whyNoCluster();
if (without !== undefined) console.log(`Releases side by side are not tested: ${without}.`);

type Release = Pick<OtherRelease, "version"> & { readonly entry?: string };
const present: Release = { version: "0.1.0" };

/** A cluster of which each node is started from the release that is chosen at that moment. */
async function openMixed(first: Release, options: Partial<ServerClusterOptions> = {}) {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await emptyDatabase());
  let chosen = first;
  const logs: (() => string)[] = [];
  const cluster = opening.use(
    await openServerCluster({
      nodes: 3,
      database: url,
      ...options,
      each: () => (chosen.entry === undefined ? {} : { entry: chosen.entry }),
    }),
  );
  for (const node of cluster.nodes.values()) logs.push(() => node.errors);
  const held = opening.move();
  return {
    cluster,
    ask: (sql: string) => queryDatabase(url, sql),
    start: async (release: Release) => {
      chosen = release;
      const node = await cluster.start();
      logs.push(() => node.errors);
      return node;
    },
    /** What all nodes have logged so far, also those that have ended. */
    logged: () => logs.map((read) => read()).join("\n"),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

type Mixed = Awaited<ReturnType<typeof openMixed>>;
type Team = Awaited<ReturnType<typeof openTeam>>;

function teamOf({ nodes, url }: ServerCluster): Promise<Team> {
  const [first] = nodes.values();
  const urls = Array.from({ length: 6 }, () => url);
  // So few edits that clients apply the whole list again in no time when they return.
  return openTeam(urls, first!, 200);
}

/** Replaces all nodes one after another, as operators do. Answers what was seen on the way. */
async function replaceAll({ cluster, ask, start }: Mixed, { people }: Team, release: Release) {
  const drainsMs: number[] = [];
  const mixtures: string[] = [];
  for (const [name, node] of Array.from(cluster.nodes)) {
    await start(release);
    await untilAllWorkTogether(people);
    const rows = await ask("select version, count(*) as nodes from nodes group by version order by version");
    mixtures.push(rows.map(({ version, nodes }) => `${String(nodes)} of ${String(version)}`).join(" and "));
    cluster.setAside(name);
    const startedAt = performance.now();
    expect(await node.stop()).toBe(0);
    drainsMs.push(performance.now() - startedAt);
    await untilAllWorkTogether(people);
  }
  return { mixtures, drainsMs };
}

const schemaOf = async ({ ask }: Mixed) =>
  Object.fromEntries(
    (await ask("select key, value from meta where key like 'schema%'")).map((row) => Object.values(row)),
  );

describe.skipIf(without !== undefined)("the next release", () => {
  let next: OtherRelease;
  beforeAll(() => {
    next = openNextRelease();
  }, 120_000);
  afterAll(() => next?.[Symbol.dispose]());

  test("[R27] nodes are upgraded to the next release and back, one after another, while clients write, and nothing is lost", async () => {
    await using mixed = await openMixed(present);
    const before = await schemaOf(mixed);
    const migrated = { ...before, schema_version: `${Number(before["schema_version"]) + 1}` };
    const team = await teamOf(mixed.cluster);
    const up = await replaceAll(mixed, team, next);
    // It has migrated the database of the nodes that ran, and these still read it.
    expect(await schemaOf(mixed)).toEqual(migrated);
    const back = await replaceAll(mixed, team, present);
    const away = team.people.map(({ lostConnections }) => lostConnections);
    report("R27", {
      ...(await team.end()),
      up: up.mixtures.join(", "),
      back: back.mixtures.join(", "),
      "drains ms": [...up.drainsMs, ...back.drainsMs].map((ms) => ms.toFixed()).join(" "),
      away: away.join(" "),
    });
    expect(away).toEqual(away.map(() => 0));
    expect(await schemaOf(mixed)).toEqual(migrated);
    // Both were there together, and called each other: what the earlier one does not know, it says.
    expect([...up.mixtures, ...back.mixtures]).toContain("2 of 0.1.0 and 2 of 0.2.0");
    const logged = mixed.logged();
    expect(logged).toContain("later at 0.1.0: SERVICE_UNAVAILABLE");
    expect(logged).toContain("later at 0.2.0: known");
    expect(logged).not.toContain("later at 0.1.0: known");
    expect(logged).not.toContain("a fault between the nodes");
  }, 600_000);

  test("[R27] releases that do not understand each other say so in their logs, and the earlier one does not start again", async () => {
    await using mixed = await openMixed(present, { nodes: 1, env: { TEST_BREAKS: "1" } });
    const { cluster, start, logged } = mixed;
    const [former] = cluster.nodes.values();
    const version = Number((await schemaOf(mixed))["schema_version"]);
    const added = await start(next);
    const sentence = (one: string, other: string) =>
      new RegExp(
        `This node, of release ${one}, and the node node-\\d, of release ${other}, do not understand each other`,
      );
    await until(
      "both say so",
      () => sentence("0.1.0", "0.2.0").test(former!.errors) && sentence("0.2.0", "0.1.0").test(added.errors),
    );
    expect(logged()).toContain("It speaks version 2 of the protocol between nodes, and this node speaks version 1.");
    await expect(start(present)).rejects.toThrow(
      `The database has schema version ${version + 1}, and this release knows versions up to ${version}`,
    );
    // Those that run go on, each for itself.
    for (const { url } of [former!, added]) expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  }, 600_000);
});

const earlier = earlierRevision();
if ("missing" in earlier) console.log(`An upgrade from an earlier revision is not tested: ${earlier.missing}.`);

test.skipIf(without !== undefined || "missing" in earlier)(
  "[R27] nodes of an earlier revision are upgraded to this one while clients write, and nothing is lost",
  async () => {
    const { commit } = earlier as { readonly commit: string };
    using release = openEarlierRelease(commit);
    await using mixed = await openMixed(release);
    const before = await schemaOf(mixed);
    const team = await teamOf(mixed.cluster);
    const up = await replaceAll(mixed, team, present);
    const after = await schemaOf(mixed);
    // One that knows of no `schema_readable_from`, or not this schema, says what is wrong.
    const first = await mixed.start(release).then(
      () => "starts",
      (cause: unknown) => /The database has schema version [^:]+/.exec(String(cause))?.[0] ?? String(cause),
    );
    const away = team.people.map(({ lostConnections }) => lostConnections);
    report("R27 earlier", {
      revision: commit.slice(0, 8),
      ...(await team.end()),
      "schema before": before["schema_version"] as string,
      "schema after": after["schema_version"] as string,
      "drains ms": up.drainsMs.map((ms) => ms.toFixed()).join(" "),
      away: away.join(" "),
      "rolled back": first,
    });
    expect(away).toEqual(away.map(() => 0));
    expect(first).toMatch(/^(?:starts$|The database has schema version)/);
    if (before["schema_version"] === after["schema_version"]) expect(first).toBe("starts");
  },
  600_000,
);
