import { managementTokenRecordsSuite } from "@weft/collab/suites/management-token-records.suite.ts";
import { describe } from "vitest";
import { adapters } from "../testing/adapters.ts";
import { addPeople } from "../testing/add-person.ts";

describe.each(adapters)("%s", (_, open) => {
  managementTokenRecordsSuite(async () => {
    const { store, ...resource } = await open();
    await addPeople(store, "ada");
    return { tokens: store.managementTokens, teams: store.teams, audit: store.audit, ...resource };
  });
});
