import type { RoomAddress } from "@weft/protocol";
import type { Cluster, LiveRoom, RoomHost } from "@weft/room";
import { callRules, conversationRules, plainCalls } from "./room-calls.ts";
import type { PlainCall } from "./room-calls.ts";

/**
 * The rooms of all nodes as one host: every call goes to the node that has the room. The edges of a server use this. Calls
 * about many rooms go once to each node; what a node that does not answer would have said is missing from the answer, and
 * the answer says so.
 */
export function createClusterHost(cluster: Cluster): RoomHost {
  const plain = (name: PlainCall) => {
    type Call = (...values: readonly unknown[]) => Promise<unknown>;
    return (address: RoomAddress, ...rest: readonly unknown[]) =>
      cluster.call(address, callRules[name], (host) => (host[name] as Call).call(host, address, ...rest));
  };
  return {
    ...(Object.fromEntries(plainCalls.map((name) => [name, plain(name)])) as unknown as Pick<RoomHost, PlainCall>),
    enter: (address, user, link, socket) =>
      cluster.call(address, conversationRules.enter, (host) => host.enter(address, user, link, socket)),
    observe: (address, observer) =>
      cluster.call(address, conversationRules.observe, (host) => host.observe(address, observer)),
    storageText: (address, format, signal) =>
      cluster.call(address, conversationRules.storageText, (host) => host.storageText(address, format, signal)),
    async connected(projects) {
      const hosts = await cluster.hosts();
      const answers = await Promise.all(hosts.map((host) => host.connected(projects).catch(() => undefined)));
      return projects.map((_, index) => {
        const parts = answers.flatMap((answer) => answer?.[index] ?? []);
        return {
          connections: parts.reduce((sum, { connections }) => sum + connections, 0),
          users: [...new Set(parts.flatMap(({ users }) => users))],
          isComplete: parts.length === hosts.length && parts.every(({ isComplete }) => isComplete),
        };
      });
    },
    async occupied(project, most) {
      const hosts = await cluster.hosts();
      const answers = await Promise.all(hosts.map((host) => host.occupied(project, most).catch(() => undefined)));
      return {
        rooms: answers.flatMap((answer) => answer?.rooms ?? []),
        isComplete: answers.every((answer) => answer?.isComplete === true),
      };
    },
    async liveRooms(addresses) {
      const rooms = Array.from<LiveRoom | undefined>({ length: addresses.length });
      const hosts = await cluster.locate(addresses);
      const ask = async (host: RoomHost, indexes: readonly number[]) => {
        const answers = await host.liveRooms(indexes.map((index) => addresses[index]!)).catch(() => []);
        for (const [at, index] of indexes.entries()) rooms[index] = answers[at];
      };
      // Each node is called once.
      const asked = Map.groupBy(addresses.keys(), (index) => hosts[index]);
      await Promise.all(Array.from(asked, async ([host, indexes]) => host && ask(host, indexes)));
      return rooms;
    },
    // The room may be gone from the store, which then cannot tell who has it.
    async close(address, error, reason) {
      const hosts = await cluster.hosts();
      await Promise.all(hosts.map((host) => host.close(address, error, reason).catch(() => undefined)));
    },
  };
}
