import { queryDatabase } from "@weft/store/testing/postgres";
import { nodesPerServer, openTestData, startCluster, startServer } from "@weft/testkit";
import type { OwnServerOptions, TestData, TestServer } from "@weft/testkit";
import { expect } from "vitest";
import { report } from "./report.ts";
import { call } from "./rest.ts";

/** A server, or with `WEFT_TEST_NODES=3` a cluster whose rooms are asked at nodes that do not have them. */
export interface FarServer extends TestServer {
  /** Where to ask a room of any project: in a cluster, a node that does not have it, while another node has. */
  far(room: string): Promise<string>;
  /** In a cluster, fails unless other nodes than those that were asked have had these rooms all the time. */
  expectFar(rooms: readonly string[]): Promise<void>;
}

export interface FarServerOptions extends OwnServerOptions {
  /** Of the projects whose rooms are asked, beside the demo project. */
  readonly secretKeys?: readonly string[];
}

/** Data that such a server can have. */
export function openFarData(): Promise<TestData & AsyncDisposable> {
  return nodesPerServer === 1 ? openTestData() : openTestData("postgres");
}

export async function startFarServer({ secretKeys = [], ...options }: FarServerOptions = {}): Promise<FarServer> {
  if (nodesPerServer === 1) {
    const server = await startServer(options);
    return { ...server, far: async () => server.url, expectFar: async () => {} };
  }
  // Rooms stay where they are.
  const stay = { roomIdleMs: 600_000, quietRoomMs: 600_000 };
  const cluster = await startCluster({ ...options, limits: { ...stay, ...options.limits } });
  const keys = [cluster.secretKey, ...secretKeys];
  /** The claims of a room, and of its namesakes in other projects. */
  const claimsOf = (room: string) =>
    queryDatabase(
      cluster.data.database!,
      `select r.project_id as project, n.name as node, s.epoch from rooms as r
        join room_state as s on s.project_id = r.project_id and s.room_key = r.key
        left join nodes as n on n.id = s.node
       where r.id = $1 order by r.project_id`,
      [room],
    );
  const asked = new Map<string, { readonly node: string; readonly claims: Awaited<ReturnType<typeof claimsOf>> }>();
  return {
    ...cluster,
    async far(room) {
      const before = asked.get(room);
      const nameOf = (index: number) => `node-${index}`;
      if (before !== undefined) return cluster.nodes.find((_, index) => nameOf(index) === before.node)!.url;
      // Some node loads it.
      for (const secretKey of keys)
        await call({ url: cluster.url, secretKey }, "GET", `/v2/rooms/${encodeURIComponent(room)}/storage`);
      const claims = await claimsOf(room);
      const index = cluster.nodes.findIndex((_, at) => claims.every(({ node }) => node !== nameOf(at)));
      if (claims.length > 0) asked.set(room, { node: nameOf(index), claims });
      return cluster.nodes[index]!.url;
    },
    async expectFar(rooms) {
      for (const room of rooms) {
        const { node, claims } = asked.get(room)!;
        expect(
          claims.map((claim) => claim["node"]),
          `nodes that have ${room}, which ${node} is asked for`,
        ).toEqual(claims.map(() => expect.stringMatching(/^node-\d$/u)));
        expect(claims.map((claim) => claim["node"])).not.toContain(node);
        expect(await claimsOf(room), `${room} is where it was`).toEqual(claims);
      }
      report("S5 far", Object.fromEntries(rooms.map((room) => [room, placeOf(asked.get(room)!)])));
    },
  };
}

function placeOf({ node, claims }: { readonly node: string; readonly claims: readonly Record<string, unknown>[] }) {
  return `of ${claims.map((claim) => String(claim["node"])).join(" and ")} at ${node}`;
}
