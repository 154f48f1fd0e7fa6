import type { SeenUser, UserRecords } from "@weft/collab";
import type { RoomId } from "@weft/protocol";
import type { Kysely, Selectable } from "kysely";
import { endOfPrefix } from "../lists/prefix.ts";
import { pageOf } from "../lists/keyset.ts";
import type { Tables } from "../tables/tables.ts";

/** Events of a user that are read to find the rooms that they entered last. */
const eventsRead = 1_000;

export function createUserRecords(db: Kysely<Tables>): UserRecords {
  const usersOf = (project: string) => db.selectFrom("project_users").selectAll().where("project_id", "=", project);
  return {
    async find(project, id) {
      const row = await usersOf(project).where("user_id", "=", id).executeTakeFirst();
      return row && toUser(row);
    },

    async list(project, { limit, after }) {
      const page = { limit, after: after && ([after.lastSeenAt, after.id] as const) };
      return (await pageOf(usersOf(project), ["last_seen_at", "user_id"], page).execute()).map(toUser);
    },

    async search(project, prefix, { limit, after }) {
      const end = endOfPrefix(prefix);
      const rows = await usersOf(project)
        .where("user_id", ">=", prefix)
        .$if(end !== undefined, (query) => query.where("user_id", "<", end!))
        .$if(after !== undefined, (query) => query.where("user_id", ">", after!))
        .orderBy("user_id")
        .limit(limit)
        .execute();
      return rows.map(toUser);
    },

    async visited(project, id, limit) {
      const entries = db
        .selectFrom("events")
        .select(["room_id", "at", "kind"])
        .where("project_id", "=", project)
        .where("user_id", "=", id)
        .orderBy("at", "desc")
        .orderBy("id", "desc")
        .limit(eventsRead);
      const rows = await db
        .selectFrom(entries.as("latest"))
        .select((eb) => ["room_id", eb.fn.max("at").as("entered_at")])
        .where("kind", "=", "userEntered")
        .where("room_id", "is not", null)
        .groupBy("room_id")
        .orderBy("entered_at", "desc")
        .orderBy("room_id")
        .limit(limit)
        .execute();
      return rows.map(({ room_id, entered_at }) => ({ room: room_id as RoomId, enteredAt: entered_at }));
    },
  };
}

function toUser(row: Selectable<Tables["project_users"]>): SeenUser {
  return { id: row.user_id, firstSeenAt: row.first_seen_at, lastSeenAt: row.last_seen_at };
}
