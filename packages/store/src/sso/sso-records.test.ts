import { ssoRecordsSuite } from "@weft/collab/suites/sso-records.suite.ts";
import { describe, expect, test } from "vitest";
import { adapters } from "../testing/adapters.ts";
import { addPeople } from "../testing/add-person.ts";

describe.each(adapters)("%s", (_, open) => {
  ssoRecordsSuite(async () => {
    const { store, ...resource } = await open();
    await addPeople(store, "ada", "bob", "cleo");
    return { sso: store.sso, teams: store.teams, audit: store.audit, ...resource };
  });

  test("a test goes with the account that made it", async () => {
    await using under = await open();
    const { sso, teams, signIn } = under.store;
    await addPeople(under.store, "ada");
    await teams.insertTeam({ id: "team_1", name: "Engines", plan: "Free", createdAt: 1 }, "ada");
    const profile = { email: "ada@weft.test", firstName: "", lastName: "", attributes: [] };
    await sso.putTest({ team: "team_1", person: "ada", at: 1, profile });
    expect(await sso.test("team_1")).toBeDefined();
    await (signIn.db as any).deleteFrom("users").where("id", "=", "ada").execute();
    expect(await sso.test("team_1")).toBeUndefined();
  });
});
