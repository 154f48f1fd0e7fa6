import { groupRecordsSuite } from "@weft/collab/suites/group-records.suite.ts";
import type { ProjectRecord } from "@weft/collab";
import { describe } from "vitest";
import { adapters } from "./testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  groupRecordsSuite(async () => {
    const { store, ...resource } = await open();
    return {
      groups: store.groups,
      async createProject(id) {
        const rest = { name: "", type: "dev", createdAt: 1, updatedAt: 1, publicKeyCreatesRooms: true } as const;
        const project: ProjectRecord = {
          ...rest,
          id,
          tokenGeneration: 0,
          versionCreationTimeout: false,
          allowedOrigins: [],
        };
        await store.projects.putProject(project);
      },
      deleteProject: (id) => store.projects.deleteProject(id),
      ...resource,
    };
  });
});
