import { personRecordsSuite } from "@weft/collab/suites/person-records.suite.ts";
import type { Kysely } from "kysely";
import { describe } from "vitest";
import type { Tables } from "../tables/tables.ts";
import { adapters } from "../testing/adapters.ts";
import { addPerson } from "../testing/add-person.ts";

const text = (instant: number) => new Date(instant).toISOString();

describe.each(adapters)("%s", (_, open) => {
  personRecordsSuite(async () => {
    const { store, ...resource } = await open();
    // As the sign-in library writes.
    const signIn = store.signIn.db as Kysely<Tables>;
    return {
      people: store.people,
      addPerson: (person) => addPerson(store, person),
      removePerson: async (id) => void (await signIn.deleteFrom("users").where("id", "=", id).execute()),
      async addSession(id, userId, expiresAt) {
        const at = text(0);
        await signIn
          .insertInto("sessions")
          .values({ id, userId, token: id, createdAt: at, updatedAt: at, expiresAt: text(expiresAt) })
          .execute();
      },
      sessions: async () => (await signIn.selectFrom("sessions").select("id").execute()).map(({ id }) => id),
      ...resource,
    };
  });
});
