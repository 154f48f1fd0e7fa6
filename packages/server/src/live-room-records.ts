import type { RoomRecord, RoomRecords } from "@weft/collab";
import type { ProjectId, RoomId } from "@weft/protocol";
import type { RoomHost } from "@weft/room";

/**
 * Room records with state that only a loaded room has. Its newest connection is written up to a second later, with the
 * room's next commit. Actor numbers that it reserved and did not use are returned when it closes, so it closes before
 * it is deleted: a new room with the same id then continues without a gap.
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
    moveOrganization: (project, room, now) => records.moveOrganization(project, room, now),
    async delete(project, id, now, effects) {
      await host.close(address(project, id), "ACCESS_CHANGED");
      return records.delete(project, id, now, effects);
    },
    rename: (project, id, newId) => records.rename(project, id, newId),
    async list(project, filter, page) {
      const rooms = await records.list(project, filter, page);
      return Promise.all(rooms.map((room) => live(project, room)));
    },
  };
}
