import type { Rooms } from "@weft/collab";
import type { RoomAddress } from "@weft/protocol";
import { WeftError } from "@weft/protocol";
import type { RoomHost } from "@weft/room";
import type { RoomGateway } from "./http/services.ts";

/** Live rooms for the REST edge. An idle room is loaded only for calls that need it in memory. */
export function createRoomGateway(host: RoomHost, rooms: Rooms): RoomGateway {
  const mustExist = async ({ project, room }: RoomAddress) => {
    if ((await rooms.find(project, room)) === undefined) throw new WeftError("ROOM_NOT_FOUND");
  };
  return {
    async activeUsers(address) {
      await mustExist(address);
      const members = await host.members(address);
      return members.map(({ actor, id, info }) => ({ connectionId: actor, id: id ?? null, info: info ?? {} }));
    },
    async disconnect(address, connectionId) {
      await mustExist(address);
      // A client that is refused does not reconnect by itself.
      const reason = "Disconnected by a member of the project's team.";
      return host.disconnect(address, connectionId, "UNAUTHORIZED_ROOM_ACCESS", reason);
    },
    async broadcast(address, event) {
      await mustExist(address);
      await host.broadcast(address, event);
    },
    liveRooms: (addresses) => host.liveRooms(addresses),
    setPresence: (address, presence) => host.setPresence(address, presence),
    prewarm: (address) => host.prewarm(address),
    storageText: (address, format, signal) => host.storageText(address, format, signal),
    filesInStorage: (address, ids) => host.filesInStorage(address, ids),
    changeStorage: (address, change) => host.changeStorage(address, change),
    newActor: (address) => host.newActor(address),
    documentJson: (address, question) => host.documentJson(address, question),
    documentState: (address, guid) => host.documentState(address, guid),
    updateDocument: (address, guid, update, v2) => host.updateDocument(address, guid, update, v2),
  };
}
