import type { ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import type { Cluster, Connected, RoomHost } from "@weft/room";
import { expect, test } from "vitest";
import { createClusterHost } from "./cluster-host.ts";

const project = "p" as ProjectId;
const rooms = Array.from({ length: 20 }, (_, n): RoomAddress => ({ project, room: `room ${n}` as RoomId }));

/** Two nodes, which have every other room each, and the calls that they got. */
function twoNodes(isAway: (node: number) => boolean = () => false) {
  const calls: string[] = [];
  const answer = async <T>(node: number, call: string, value: T): Promise<T> => {
    calls.push(`${call} ${node}`);
    if (isAway(node)) throw new Error("The node does not answer.");
    return value;
  };
  const nodes = [0, 1].map((node) => {
    const here: Connected = { connections: node + 1, users: ["ada", `user ${node}`], isComplete: true };
    const host: Partial<RoomHost> = {
      connected: (projects) =>
        answer(
          node,
          "connected",
          projects.map(() => here),
        ),
      occupied: async (_project, most) => {
        const room = { room: `of ${node}` as RoomId, connections: most, users: [["ada", 1]] as const };
        return answer(node, "occupied", { rooms: [room], isComplete: true });
      },
      liveRooms: (addresses) =>
        answer(
          node,
          "liveRooms",
          addresses.map(({ room }) => ({ connections: Number(room.slice(5)), connectedAt: node })),
        ),
    };
    return host as RoomHost;
  });
  const nodeOf = ({ room }: RoomAddress) => nodes[Number(room.slice(5)) % 2]!;
  const cluster: Cluster = {
    call: (address, _rules, make) => make(nodeOf(address)),
    locate: async (addresses) => addresses.map(nodeOf),
    hosts: async () => nodes,
  };
  return { host: createClusterHost(cluster), calls };
}

test("[CL2] a page of 20 rooms calls each node once, and is answered in its order", async () => {
  const { host, calls } = twoNodes();
  const live = await host.liveRooms(rooms);
  expect(live).toEqual(rooms.map((_, n) => ({ connections: n, connectedAt: n % 2 })));
  expect(calls.toSorted()).toEqual(["liveRooms 0", "liveRooms 1"]);
});

test("[CL2] who is connected to several projects is one call to each node, and a user of two nodes counts once", async () => {
  const { host, calls } = twoNodes();
  const everywhere = { connections: 3, users: ["ada", "user 0", "user 1"], isComplete: true };
  expect(await host.connected([project, "q" as ProjectId])).toEqual([everywhere, everywhere]);
  expect(calls.toSorted()).toEqual(["connected 0", "connected 1"]);
});

test("[CL3] what a node that does not answer would have said is missing, and the answer says so", async () => {
  const { host } = twoNodes((node) => node === 1);
  expect(await host.connected([project])).toEqual([{ connections: 1, users: ["ada", "user 0"], isComplete: false }]);
  expect(await host.occupied(project, 7)).toEqual({
    rooms: [{ room: "of 0", connections: 7, users: [["ada", 1]] }],
    isComplete: false,
  });
  const live = await host.liveRooms(rooms);
  expect(live).toEqual(rooms.map((_, n) => (n % 2 === 0 ? { connections: n, connectedAt: 0 } : undefined)));
});
