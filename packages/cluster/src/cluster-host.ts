import type { RoomAddress } from "@weft/protocol";
import type { Cluster, RoomHost } from "@weft/room";

/** The rooms of all nodes as one host: every call goes to the node that has the room. The edges of a server use this. */
export function createClusterHost(cluster: Cluster): RoomHost {
  const reach = (address: RoomAddress) => cluster.reach(address);
  return {
    enter: async (address, user, socket) => (await reach(address)).enter(address, user, socket),
    observe: async (address, observer) => (await reach(address)).observe(address, observer),
    members: async (address) => (await reach(address)).members(address),
    disconnect: async (address, actor, error, reason) =>
      (await reach(address)).disconnect(address, actor, error, reason),
    async connected(project) {
      const counts = await Promise.all((await cluster.hosts()).map((host) => host.connected(project)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    connectedIn: async (address) => (await reach(address)).connectedIn(address),
    async connectedUsers(project) {
      const users = await Promise.all((await cluster.hosts()).map((host) => host.connectedUsers(project)));
      return [...new Set(users.flat())];
    },
    connectedAt: async (address) => (await reach(address)).connectedAt(address),
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
    newActor: async (address) => (await reach(address)).newActor(address),
    close: async (address, error, reason) => (await reach(address)).close(address, error, reason),
    unloadIfIdle: async (address) => (await reach(address)).unloadIfIdle(address),
  };
}
