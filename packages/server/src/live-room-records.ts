import type { RoomRecord, RoomRecords } from "@weft/collab";
import type { ProjectId, RoomId } from "@weft/protocol";
import type { RoomHost } from "@weft/room";

/**
 * Room records with what only an awake room knows. Its newest connection is on disk up to a second later, with the room's
 * next commit. And the actor numbers that it reserved and did not give out are handed back when it closes, so it closes
 * before it is deleted: a room of the same id then counts on without a gap.
 */
export function liveRoomRecords(records: RoomRecords, host: Pick<RoomHost, "connectedAt" | "close">): RoomRecords {
  const address = (project: ProjectId, id: string) => ({ project, room: id as RoomId });
  const live = async (project: ProjectId, room: RoomRecord): Promise<RoomRecord> => {
    const connectedAt = await host.connectedAt(address(project, room.id));
    return connectedAt === undefined || connectedAt <= (room.lastConnectionAt ?? 0)
      ? room
      : { ...room, lastConnectionAt: connectedAt };
  };
  return {
    async find(project, id) {
      const room = await records.find(project, id);
      return room && live(project, room);
    },
    insert: (project, room, effects) => records.insert(project, room, effects),
    update: (project, room) => records.update(project, room),
    async delete(project, id, effects) {
      await host.close(address(project, id), "ACCESS_CHANGED");
      return records.delete(project, id, effects);
    },
    rename: (project, id, newId) => records.rename(project, id, newId),
    async list(project, filter, page) {
      const rooms = await records.list(project, filter, page);
      return Promise.all(rooms.map((room) => live(project, room)));
    },
  };
}
