import type { RoomAddress } from "@weft/protocol";
import type { Cluster, LiveRoom, RoomHost } from "@weft/room";

/**
 * The rooms of all nodes as one host: every call goes to the node that has the room. The edges of a server use this. Calls
 * about many rooms go once to each node; what a node that does not answer would have said is missing from the answer, and
 * the answer says so.
 */
export function createClusterHost(cluster: Cluster): RoomHost {
  const reach = (address: RoomAddress) => cluster.reach(address);
  const reachOrNone = (address: RoomAddress) => reach(address).catch(() => undefined);
  return {
    enter: async (address, user, link, socket) => (await reach(address)).enter(address, user, link, socket),
    observe: async (address, observer) => (await reach(address)).observe(address, observer),
    members: async (address) => (await reach(address)).members(address),
    disconnect: async (address, actor, error, reason) =>
      (await reach(address)).disconnect(address, actor, error, reason),
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
    async liveRooms(addresses) {
      const rooms = Array.from<LiveRoom | undefined>({ length: addresses.length });
      // Each node is called once.
      const asked = new Map<RoomHost, number[]>();
      for (const [index, host] of (await Promise.all(addresses.map(reachOrNone))).entries())
        if (host !== undefined) asked.set(host, [...(asked.get(host) ?? []), index]);
      const ask = async (host: RoomHost, indexes: readonly number[]) => {
        const answers = await host.liveRooms(indexes.map((index) => addresses[index]!)).catch(() => []);
        for (const [at, index] of indexes.entries()) rooms[index] = answers[at];
      };
      await Promise.all([...asked].map(([host, indexes]) => ask(host, indexes)));
      return rooms;
    },
    broadcast: async (address, event) => (await reach(address)).broadcast(address, event),
    announce: async (address, message, audience) => (await reach(address)).announce(address, message, audience),
    setPresence: async (address, presence) => (await reach(address)).setPresence(address, presence),
    prewarm: async (address) => (await reach(address)).prewarm(address),
    storageText: async (address, format, signal) => (await reach(address)).storageText(address, format, signal),
    filesInStorage: async (address, ids) => (await reach(address)).filesInStorage(address, ids),
    changeStorage: async (address, change) => (await reach(address)).changeStorage(address, change),
    documentJson: async (address, question) => (await reach(address)).documentJson(address, question),
    documentState: async (address, guid) => (await reach(address)).documentState(address, guid),
    updateDocument: async (address, guid, update, v2) =>
      (await reach(address)).updateDocument(address, guid, update, v2),
    takeVersion: async (address) => (await reach(address)).takeVersion(address),
    beginJob: async (address, job) => (await reach(address)).beginJob(address, job),
    newActor: async (address) => (await reach(address)).newActor(address),
    close: async (address, error, reason) => (await reach(address)).close(address, error, reason),
    unloadIfIdle: async (address) => (await reach(address)).unloadIfIdle(address),
  };
}
