import { groupRecordsSuite } from "@weft/collab/suites/group-records.suite.ts";
import { newProject } from "@weft/collab/suites/webhook-records.suite.ts";
import { describe } from "vitest";
import { adapters } from "../testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  groupRecordsSuite(async () => {
    const { store, ...resource } = await open();
    return {
      groups: store.groups,
      createProject: async (id) => void (await store.projects.insertProject(newProject(id))),
      deleteProject: (id) => store.projects.deleteProject(id),
      ...resource,
    };
  });
});
