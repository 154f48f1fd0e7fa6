import type { PersonRecord, PersonRecords } from "@weft/collab";
import type { Preferences } from "@weft/protocol";
import { sql } from "kysely";
import type { Kysely, Selectable } from "kysely";
import type { Tables } from "../tables/tables.ts";

export function createPersonRecords(db: Kysely<Tables>): PersonRecords {
  return {
    async person(id) {
      const row = await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toPerson(row);
    },
    async personByEmail(email) {
      const row = await db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
      return row && toPerson(row);
    },
    async firstPerson() {
      const row = await db
        .selectFrom("users")
        .select("id")
        .orderBy(sql`${sql.ref("ownsServer")} is null`)
        .orderBy("createdAt")
        .orderBy("id")
        .limit(1)
        .executeTakeFirst();
      return row?.id;
    },
    async changePerson(id, { firstName, lastName, ...rest }) {
      const before = await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
      if (before === undefined) return;
      const first = firstName ?? before.firstName;
      const last = lastName ?? before.lastName;
      const image = "image" in rest ? (rest.image ?? null) : before.image;
      await db
        .updateTable("users")
        .set({ firstName: first, lastName: last, name: `${first} ${last}`.trim(), image })
        .where("id", "=", id)
        .execute();
    },
    async dropEndedSessions(now) {
      await db.deleteFrom("sessions").where("expiresAt", "<", new Date(now).toISOString()).execute();
    },
    async settings(id) {
      const row = await db.selectFrom("user_settings").selectAll().where("user_id", "=", id).executeTakeFirst();
      return {
        preferences: row === undefined ? {} : (JSON.parse(row.preferences) as Preferences),
        lastTeam: row?.last_team_id ?? undefined,
        lastProject: row?.last_project_id ?? undefined,
      };
    },
    async putSettings(id, { preferences, lastTeam, lastProject }) {
      const values = {
        preferences: JSON.stringify(preferences),
        last_team_id: lastTeam ?? null,
        last_project_id: lastProject ?? null,
      };
      await db
        .insertInto("user_settings")
        .values({ user_id: id, ...values })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
        .execute();
    },
  };
}

export function toPerson(row: Selectable<Tables["users"]>): PersonRecord {
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.emailVerified === 1,
    firstName: row.firstName,
    lastName: row.lastName,
    image: row.image ?? undefined,
    twoFactorEnabled: row.twoFactorEnabled === 1,
    createdAt: Date.parse(row.createdAt),
  };
}
