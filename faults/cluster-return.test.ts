import { openServerCluster, whyNoCluster } from "@weft/testkit/cluster";
import { expect, test } from "vitest";
import { emptyBoard, openPerson } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { freshRandom } from "./support/random.ts";
import { openRawClient, Refused } from "./support/raw-client.ts";
import type { RawClient, RawClientOptions } from "./support/raw-client.ts";
import { report } from "./support/report.ts";
import { createRoom, tokenFor } from "./support/rest.ts";
import { until } from "./support/until.ts";

const without = await whyNoCluster();
if (without !== undefined) console.log(`A return to a cluster is not tested: ${without}.`);

const nodes = 3;
const rawClients = 500;
const officialClients = 20;
const rooms = 20;

test.skipIf(without !== undefined)(
  "[R11] 520 clients that reconnect at once to a cluster whose nodes were all killed are all admitted, without new tokens",
  async () => {
    const random = freshRandom();
    await using cluster = await openServerCluster({ nodes, limits: { connectionsPerRoom: 200 } });
    const [first] = cluster.nodes.values();
    const { publicKey, secretKey } = first!;
    const { url } = cluster;
    for (let room = 0; room < rooms; room++) await createRoom({ url, secretKey }, `r${room}`, { storage: emptyBoard });
    let tokens = 0;
    const people: Person[] = await Promise.all(
      Array.from({ length: officialClients }, (_, n) =>
        openPerson({
          url,
          publicKey,
          room: `r${n % rooms}`,
          name: `p${n}`,
          authenticate: () => {
            tokens++;
            return tokenFor({ url, secretKey }, `p${n}`);
          },
        }),
      ),
    );
    using left = new DisposableStack();
    for (const person of people) left.use(person);
    const before = tokens;
    await Promise.all(Array.from(cluster.nodes.values(), (node) => node.kill()));
    // Each has something to send, and rooms have to be loaded, some of which a lease still holds for a node that is dead.
    for (const person of people) person.edit(random);
    await Promise.all(Array.from({ length: nodes }, () => cluster.start()));
    const startedAt = performance.now();
    let attempts = 0;
    const returned = await Promise.all(
      Array.from({ length: rawClients }, async (_, n) => {
        const client = await openUntilAdmitted({ url, publicKey, room: `r${n % rooms}` }, () => attempts++);
        left.use(client);
        await client.fetchStorage();
        return client;
      }),
    );
    await until("the official clients are back", () => {
      expect(tokens - before, "calls for new tokens").toBe(0);
      return people.every(({ room, synchronized }) => room.getStatus() === "connected" && synchronized);
    });
    report("R11 cluster", {
      seed: random.seed,
      clients: rawClients + officialClients,
      attempts,
      "all in after ms": performance.now() - startedAt,
    });
    expect(returned.every(({ open }) => open)).toBe(true);
    expect(tokens - before, "calls for new tokens").toBe(0);
    await until("each node tells of its connections", async () => (await cluster.nodesInUse()) === nodes);
  },
);

/** A node that waits for a lease to end, or that is too busy to verify a credential in time, is asked again, as clients do. */
async function openUntilAdmitted(options: RawClientOptions, tried: () => void): Promise<RawClient> {
  return until("a client is admitted", async () => {
    tried();
    try {
      return await openRawClient(options);
    } catch (cause) {
      if (cause instanceof Refused && (cause.code === 1012 || cause.code === 1013)) return undefined;
      throw cause;
    }
  });
}
