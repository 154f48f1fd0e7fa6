import { usageAlertRecordsSuite } from "@weft/collab/suites/usage-alert-records.suite.ts";
import { describe, expect } from "vitest";
import { adapters } from "../testing/adapters.ts";
import { addPeople } from "../testing/add-person.ts";

describe.each(adapters)("%s", (_, open) => {
  usageAlertRecordsSuite(async () => {
    const { store, ...resource } = await open();
    const { audit, jobs, teams, usageAlerts } = store;
    await addPeople(store, "ada");
    return {
      usageAlerts,
      jobs,
      audit,
      createTeam: (id) => teams.insertTeam({ id, name: id, plan: "Free", createdAt: 1 }, "ada"),
      deleteTeam: async (id) => expect(await teams.deleteTeam(id)).toBe(true),
      ...resource,
    };
  });
});
