import { ClientMessageType, ServerMessageType } from "@weft/protocol";
import { openServerCluster, whyNoCluster } from "@weft/testkit/cluster";
import { expect, test } from "vitest";
import type { RawClient } from "./support/raw-client.ts";
import { openRawClient } from "./support/raw-client.ts";
import { report } from "./support/report.ts";
import { call, createRoom, live, metric } from "./support/rest.ts";
import { until } from "./support/until.ts";

const without = await whyNoCluster();
if (without !== undefined) console.log(`Large rooms in a cluster are not tested: ${without}.`);

const MiB = 1_024 * 1_024;

/** Objects with texts of this length. */
const objects = (count: number, length: number) => Array.from({ length: count }, () => ({ text: "x".repeat(length) }));

test.skipIf(without !== undefined)(
  "[CL4] a room close to its limits reaches clients that enter it at another node at once, and no node is lost",
  async () => {
    await using cluster = await openServerCluster({ nodes: 2, limits: { roomIdleMs: 300 } });
    const nodes = [...cluster.nodes.values()];
    const first = live.list(objects(160, 100_000).map((object) => live.object(object)));
    await createRoom(nodes[0]!, "large", { storage: live.object({ first }) });
    const patch = [{ op: "add", path: "/second", value: objects(44, 100_000) }];
    expect(await call(nodes[0]!, "PATCH", "/v2/rooms/large/storage/json-patch", patch)).toMatchObject({ status: 200 });
    /** As many clients enter at each node, and ask at once. Answers how much the least of them was sent. */
    const enterAll = async (versions: readonly (7 | 8)[]): Promise<number> => {
      const everywhere = nodes.flatMap(({ url, publicKey }) =>
        versions.map((version) => ({ url, publicKey, version })),
      );
      const clients = await Promise.all(everywhere.map((options) => openRawClient({ ...options, room: "large" })));
      const read = async (client: RawClient, version: 7 | 8) => {
        if (version === 8) return client.fetchStorage();
        client.send({ type: ClientMessageType.fetchStorage });
        return client.hear("Storage", ({ type }) => type === ServerMessageType.storageState);
      };
      const answers = await Promise.all(clients.map((client, index) => read(client, everywhere[index]!.version)));
      await Promise.all(clients.map((client) => client.ping()));
      expect(clients.map(({ open }) => open)).toEqual(clients.map(() => true));
      for (const client of clients) client[Symbol.dispose]();
      return Math.min(...answers.map((answer) => JSON.stringify(answer).length));
    };
    const startedAt = performance.now();
    // Storage is read from the store while it is sent; then it is in memory.
    await until("the room sleeps", async () => (await cluster.ownerOf("large")) === undefined);
    const cold = await enterAll([8, 8, 8]);
    const warm = await enterAll([8, 7, 7]);
    expect(Math.min(cold, warm)).toBeGreaterThan(18 * MiB);
    for (const node of nodes) expect(await metric(node, "weft_cluster_links_lost_total")).toBe(0);
    report("large room at another node", { bytes: warm, ms: Math.round(performance.now() - startedAt) });
  },
  120_000,
);
