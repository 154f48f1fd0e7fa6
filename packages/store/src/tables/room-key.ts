import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

export interface RoomName {
  readonly project: string;
  readonly room: string;
}

/** The key of a room, as a subquery of what hangs on the room. */
export function keyOfRoom(db: Kysely<Tables>, project: string, room: string) {
  return db
    .selectFrom("rooms")
    .select("rooms.key")
    .where("rooms.project_id", "=", project)
    .where("rooms.id", "=", room);
}
