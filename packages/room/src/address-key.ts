import type { RoomAddress } from "@weft/protocol";

/**
 * The address of a room as a key of maps. Project ids are generated and contain no line break, so the first one ends the
 * project id.
 */
export function keyOf({ project, room }: RoomAddress): string {
  return `${project}\n${room}`;
}
