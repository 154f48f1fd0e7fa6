import { openLine } from "@weft/store/testing/line";
import type { Line } from "@weft/store/testing/line";
import { temporaryDatabase } from "@weft/store/testing/postgres";
import { openServerCluster, whyNoCluster } from "@weft/testkit/cluster";
import { expect, test } from "vitest";
import { openTeam, standStill, untilAllWorkTogether } from "./support/cluster-team.ts";
import { asNamed, watchCommits } from "./support/commit-log.ts";
import { openRawClient, Refused } from "./support/raw-client.ts";
import { report } from "./support/report.ts";
import { createRoom, readStorage, tokenFor } from "./support/rest.ts";
import { arrival, until } from "./support/until.ts";

const without = await whyNoCluster();
if (without !== undefined) console.log(`Late and replayed commits in a cluster are not tested: ${without}.`);

test.skipIf(without !== undefined)(
  "[R5] a commit that reaches PostgreSQL after another node has taken the room writes nothing, and its edits are stored once",
  async () => {
    const lines = new Map<string, Line>();
    await using opened = new AsyncDisposableStack();
    await using cluster = await openServerCluster({
      nodes: 3,
      async reach(engines, node) {
        const line = opened.use(await openLine(engines.database));
        lines.set(node, line);
        return asNamed({ ...engines, database: line.url }, node);
      },
    });
    const commits = await watchCommits(cluster);
    const [first] = cluster.nodes.values();
    const team = await openTeam(
      Array.from({ length: 6 }, () => cluster.url),
      first!,
    );
    const owner = await until("the room is on a node", () => cluster.ownerOf("r"));
    const held = await arrival("a commit of the owner", lines.get(owner)!.holdAtCommit());
    const { next, goOn } = await standStill(cluster, owner, team.ledger);
    await arrival("the answer to the late commit", held.deliver());
    expect((await commits.read()).ofOldEpochs).toEqual([]);
    goOn();
    cluster.bringBack(owner);
    const togetherMs = await untilAllWorkTogether(team.people);
    const figures = await team.end();
    const { counts, ofOldEpochs } = await commits.read();
    report("R5 late", { ...figures, owner, next, "together ms": togetherMs });
    expect(ofOldEpochs).toEqual([]);
    expect([...counts.keys()]).toEqual(expect.arrayContaining([owner, next]));
  },
  600_000,
);

test.skipIf(without !== undefined)(
  "[R23] in a cluster, an edit that was stored and not acknowledged is not made again after a later one of another user",
  async () => {
    await using database = await temporaryDatabase();
    await using line = await openLine(database.url);
    await using cluster = await openServerCluster({ nodes: 3, database: line.url });
    const [one, other] = [...cluster.nodes.values()];
    await createRoom(one!, "r");
    const token = await tokenFor(one!, "ada");
    const set = (opId: string, value: string) => ({ type: 3, id: "root", opId, data: { shared: value } });
    using first = await openRawClient({ url: one!.url, room: "r", token });
    await first.fetchStorage();
    const edit = set(`${first.actor}:0`, "first");
    const cut = line.cutAtCommit("after");
    first.send({ type: 201, ops: [edit] });
    await arrival("the cut", cut);
    await arrival("the close", first.closed);
    expect(first.messages.filter(({ ops }) => ops?.some(({ opId }) => opId === edit.opId))).toEqual([]);

    const enter = (url: string, as: string) =>
      until("a client is admitted", () =>
        openRawClient({ url, room: "r", token: as }).catch((cause: unknown) => {
          if (cause instanceof Refused && cause.code === 1012) return undefined;
          throw cause;
        }),
      );
    using later = await enter(other!.url, await tokenFor(other!, "bob"));
    expect(await later.fetchStorage()).toEqual([["root", { shared: "first" }]]);
    await later.apply([set(`${later.actor}:0`, "later")]);
    using returned = await enter(one!.url, token);
    await returned.fetchStorage();
    await returned.apply([edit]);
    expect(await readStorage(one!, "r")).toEqual({ shared: "later" });
    report("R23 again", { "stored, and sent again": 1, "made again": 0 });
  },
  600_000,
);
