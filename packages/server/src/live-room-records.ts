import type { RoomRecords } from "@weft/collab";
import type { RoomId } from "@weft/protocol";
import type { RoomHost } from "@weft/room";

/**
 * Records of rooms that may be loaded. Actor numbers that a room reserved and did not use are returned when it closes, so
 * it closes before it is deleted: a new room with the same id then continues without a gap.
 */
export function liveRoomRecords(records: RoomRecords, host: Pick<RoomHost, "close">): RoomRecords {
  return {
    ...records,
    async delete(project, id, now, effects) {
      await host.close({ project, room: id as RoomId }, "ACCESS_CHANGED");
      return records.delete(project, id, now, effects);
    },
  };
}
