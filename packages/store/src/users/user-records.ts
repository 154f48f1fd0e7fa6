import type { SeenUser, UserPlace, UserRecords } from "@weft/collab";
import type { RoomId } from "@weft/protocol";
import { sql } from "kysely";
import type { Kysely, Selectable } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import { inChunks } from "../database/in-chunks.ts";
import { pageOf } from "../lists/keyset.ts";
import type { Tables } from "../tables/tables.ts";

/** Events of a user that are read to find the rooms that they entered last. */
const eventsRead = 1_000;

/** Users that one query of a search looks at: other reads have their turn in between. */
const usersPerLook = 2_000;
const inListOrder = ["last_seen_at", "user_id"] as const;
const placeOf = ({ lastSeenAt, id }: UserPlace) => [lastSeenAt, id] as const;

export function createUserRecords(db: Kysely<Tables>, { contains }: Pick<Dialect, "contains">): UserRecords {
  const usersOf = (project: string) => db.selectFrom("project_users").selectAll().where("project_id", "=", project);
  return {
    async find(project, id) {
      const row = await usersOf(project).where("user_id", "=", id).executeTakeFirst();
      return row && toUser(row);
    },

    async among(project, ids) {
      const rows = [];
      for (const some of inChunks(ids)) rows.push(...(await usersOf(project).where("user_id", "in", some).execute()));
      return rows.map(toUser);
    },

    async list(project, { limit, after, ascending = false }) {
      const page = { limit, after: after && placeOf(after) };
      const order = ascending ? "oldestFirst" : "newestFirst";
      return (await pageOf(usersOf(project), inListOrder, page, order).execute()).map(toUser);
    },

    async search(project, text, { limit, after, lookAt, ascending = false }) {
      const order = ascending ? "oldestFirst" : "newestFirst";
      const direction = ascending ? "asc" : "desc";
      const found: SeenUser[] = [];
      // One more than asked for tells whether there is a next page.
      const wanted = limit + 1;
      let from = after;
      for (let looked = 0; looked < lookAt; looked += usersPerLook) {
        const look = Math.min(usersPerLook, lookAt - looked);
        const users = pageOf(usersOf(project), inListOrder, { limit: look, after: from && placeOf(from) }, order);
        const inLook = db
          .selectFrom(users.as("looked"))
          .selectAll()
          .orderBy("last_seen_at", direction)
          .orderBy("user_id", direction);
        const [rows, end] = await Promise.all([
          inLook
            .where((eb) => eb.or([contains(sql.ref("looked.user_id"), text), contains(sql.ref("looked.name"), text)]))
            .limit(wanted - found.length)
            .execute(),
          // The last user of a whole look.
          inLook
            .limit(1)
            .offset(look - 1)
            .executeTakeFirst(),
        ]);
        found.push(...rows.map(toUser));
        if (found.length === wanted) return { users: found.slice(0, limit), next: found[limit - 1] };
        if (end === undefined) return { users: found, next: undefined };
        from = toUser(end);
      }
      return { users: found, next: from };
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
  const { name, avatar, color } = row;
  return {
    id: row.user_id,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    ...(name !== null && { name }),
    ...(avatar !== null && { avatar }),
    ...(color !== null && { color }),
  };
}
