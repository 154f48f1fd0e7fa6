import { teamRecordsSuite } from "@weft/collab/suites/team-records.suite.ts";
import type { ProjectId } from "@weft/protocol";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Store } from "./open.ts";
import { adapters } from "./testing/adapters.ts";

/** People, as the sign-in library writes them. */
async function addPeople({ signIn }: Store): Promise<void> {
  const at = new Date(0).toISOString();
  for (const id of ["ada", "bob", "cleo"])
    await sql`insert into users (id, name, email, emailVerified, createdAt, updatedAt, firstName, lastName)
      values (${id}, ${id}, ${`${id}@weft.test`}, 1, ${at}, ${at}, ${id}, '')`.execute(signIn);
}

describe.each(adapters)("SQLite %s", (_, open) => {
  teamRecordsSuite(async () => {
    const { store, ...resource } = await open();
    await addPeople(store);
    return { teams: store.teams, audit: store.audit, ...resource };
  });

  test("a team that has projects stays", async () => {
    await using under = await open();
    const { teams, accounts } = under.store;
    await addPeople(under.store);
    await teams.insertTeam({ id: "team_1", name: "Engines", plan: "Free", createdAt: 1 }, "ada");
    const id = "p1" as ProjectId;
    await accounts.putProject({
      id,
      team: "team_1",
      name: "One",
      type: "dev",
      createdAt: 1,
      publicKeyCreatesRooms: false,
      versionCreationTimeout: false,
      tokenGeneration: 0,
    });
    expect(await teams.deleteTeam("team_1")).toBe(false);
    await accounts.deleteProject(id);
    expect(await teams.deleteTeam("team_1")).toBe(true);
  });

  test("a person's settings are kept whole, and names and picture change one by one", async () => {
    await using under = await open();
    await addPeople(under.store);
    const { people } = under.store;
    expect(await people.firstPerson()).toBe("ada");
    expect(await people.settings("ada")).toEqual({ preferences: {} });
    const settings = { preferences: { theme: "dark" }, lastTeam: "team_1", lastProject: "demo" } as const;
    await people.putSettings("ada", { preferences: {} });
    await people.putSettings("ada", settings);
    expect(await people.settings("ada")).toEqual(settings);
    await people.changePerson("ada", { image: "data:" });
    await people.changePerson("ada", { lastName: "Lovelace" });
    expect(await people.person("ada")).toMatchObject({ firstName: "ada", lastName: "Lovelace", image: "data:" });
    await people.changePerson("ada", { image: undefined });
    expect(await people.person("ada")).not.toMatchObject({ image: "data:" });
    expect(await people.person("nobody")).toBeUndefined();
  });

  test("the newest 200 mails are kept", async () => {
    await using under = await open();
    const { mails } = under.store;
    for (let at = 0; at < 203; at++) await mails.keep({ at, to: "ada@weft.test", subject: "s", text: "t" });
    const kept = await mails.list();
    expect([kept.length, kept[0]?.at, kept.at(-1)?.at]).toEqual([200, 202, 3]);
  });
});
