import type { PersonRecord } from "@weft/collab";
import type { Kysely } from "kysely";
import type { Store } from "../open.ts";
import type { Tables } from "../tables/tables.ts";

/** Makes an account, as the sign-in library does. */
export async function addPerson({ signIn }: Store, person: PersonRecord): Promise<void> {
  const { id, email, firstName, lastName, image, emailVerified, twoFactorEnabled, createdAt } = person;
  const at = new Date(createdAt).toISOString();
  await (signIn.db as Kysely<Tables>)
    .insertInto("users")
    .values({
      id,
      email,
      firstName,
      lastName,
      emailVerified: Number(emailVerified),
      name: `${firstName} ${lastName}`.trim(),
      image: image ?? null,
      twoFactorEnabled: Number(twoFactorEnabled),
      createdAt: at,
      updatedAt: at,
    })
    .execute();
}

/** Makes accounts of these ids. */
export async function addPeople(store: Store, ...ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await addPerson(store, {
      id,
      email: `${id}@weft.test`,
      emailVerified: true,
      firstName: id,
      lastName: "",
      twoFactorEnabled: false,
      createdAt: 0,
    });
}
