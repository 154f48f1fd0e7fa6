import type { InboxName, InboxSelection } from "@weft/collab";
import type { Kysely } from "kysely";
import { keyOfRoom } from "../tables/room-key.ts";
import type { Tables } from "../tables/tables.ts";

/** The notifications of a user, as queries that their records add to. */
export function inboxQueries(db: Kysely<Tables>) {
  // The room's id is looked up row by row: a join might read all rooms for a page.
  const notifications = db
    .selectFrom("inbox_notifications as item")
    .selectAll("item")
    .select((eb) =>
      eb
        .selectFrom("rooms")
        .select("rooms.id")
        .whereRef("rooms.project_id", "=", "item.project_id")
        .whereRef("rooms.key", "=", "item.room_key")
        .as("room"),
    );

  /** The condition of a selection, for any query of the table. */
  const selected =
    ({ project, userId }: InboxName, { organizationId, room, ids }: InboxSelection) =>
    <Q extends Conditional<Q>>(query: Q): Q => {
      let chosen = query
        .where("inbox_notifications.project_id", "=", project)
        .where("inbox_notifications.user_id", "=", userId);
      if (organizationId !== undefined)
        chosen = chosen.where("inbox_notifications.organization_id", "=", organizationId);
      if (room !== undefined) chosen = chosen.where("inbox_notifications.room_key", "=", keyOfRoom(db, project, room));
      if (ids !== undefined) chosen = chosen.where("inbox_notifications.id", "in", [...ids]);
      return chosen;
    };

  /**
   * Whether the room is there, as a write to what its deletion changes first: of the two, one waits for the other, and no
   * notification is left behind.
   */
  const lockRoom = (project: string, room: string) =>
    [
      db
        .updateTable("room_state")
        .set((eb) => ({ epoch: eb.ref("epoch") }))
        .where("project_id", "=", project)
        .where("room_key", "=", keyOfRoom(db, project, room)),
      1,
    ] as const;

  return { notifications, selected, lockRoom };
}

export type InboxQueries = ReturnType<typeof inboxQueries>;

/** A query of the table to which conditions can be added. */
export interface Conditional<Q> {
  where(column: string, operator: string, value: unknown): Q;
}
