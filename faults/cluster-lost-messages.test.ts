import { openServerCluster, whyNoCluster } from "@weft/testkit/cluster";
import { expect, test } from "vitest";
import { openTeam, untilAllWorkTogether } from "./support/cluster-team.ts";
import { openNatsLine } from "./support/nats-line.ts";
import type { NatsLine } from "./support/nats-line.ts";
import { times } from "./support/random.ts";
import { metric } from "./support/rest.ts";
import { report } from "./support/report.ts";
import { arrival, until } from "./support/until.ts";

const without = await whyNoCluster();
if (without !== undefined) console.log(`Messages that NATS loses are not tested: ${without}.`);

test.skipIf(without !== undefined)(
  "[R6] a single message between two nodes that NATS loses ends their conversation, and no edit is lost or doubled",
  async () => {
    const lines = new Map<string, NatsLine>();
    await using opened = new AsyncDisposableStack();
    await using cluster = await openServerCluster({
      nodes: 3,
      async reach(engines, node) {
        const line = opened.use(await openNatsLine(engines.nats));
        lines.set(node, line);
        return { ...engines, nats: line.url };
      },
    });
    const nodes = [...cluster.nodes.values()];
    const team = await openTeam(
      [...nodes, ...nodes].map(({ url }) => url),
      nodes[0]!,
    );
    const lostBy: string[] = [];
    for (let round = 0; round < times(4); round++) {
      const owner = await until("the room is on a node", () => cluster.ownerOf("r"));
      const [other] = [...cluster.nodes.keys()].filter((name) => name !== owner);
      // Edits on their way to the room, and acknowledgements on their way back.
      const sender = round % 2 === 0 ? other! : owner;
      const ended = () => metric(cluster.nodes.get(sender)!, "weft_cluster_links_lost_total");
      const before = await ended();
      await arrival("a message that is lost", lines.get(sender)!.loseNext(/\.bulk$/u));
      await until("the conversation ends", async () => (await ended()) > before, { everyMs: 100 });
      await untilAllWorkTogether(team.people);
      lostBy.push(sender === owner ? "the owner" : "another node");
    }
    report("R6 lost", { ...(await team.end()), "lost by": lostBy.join(", ") });
    expect(lostBy).toHaveLength(times(4));
  },
  600_000,
);
