/** The rooms that calls are about, as services address them. */
import type { ProjectRecord } from "@weft/collab";
import { WeftError } from "@weft/protocol";
import type { RoomAddress, RoomId } from "@weft/protocol";
import type { EnteredRoom } from "./room-caller.ts";
import type { Services } from "./services.ts";

/** A room of a secret key's project. ROOM_NOT_FOUND when it does not exist. */
export async function existing(
  { id }: ProjectRecord,
  room: RoomId,
  { rooms }: Pick<Services, "rooms">,
): Promise<RoomAddress> {
  if ((await rooms.find(id, room)) === undefined) throw new WeftError("ROOM_NOT_FOUND");
  return { project: id, room };
}

export function addressOf({ project, access }: EnteredRoom): RoomAddress {
  return { project, room: access.room.id };
}
