import type { StatusRecords } from "@weft/collab";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Tables } from "../tables/tables.ts";

export function createStatusRecords(db: Kysely<Tables>): StatusRecords {
  return {
    async mark({ hour, slots }) {
      await db
        .insertInto("status_hours")
        .values({ hour, slots })
        .onConflict((conflict) =>
          conflict.column("hour").doUpdateSet({ slots: sql<number>`status_hours.slots | excluded.slots` }),
        )
        .execute();
    },
    from(hour) {
      return db.selectFrom("status_hours").selectAll().where("hour", ">=", hour).orderBy("hour").execute();
    },
    async dropBefore(hour) {
      await db.deleteFrom("status_hours").where("hour", "<", hour).execute();
    },
  };
}
