import { copilotRecordsSuite } from "@weft/collab/suites/copilot-records.suite.ts";
import { newProject } from "@weft/collab/suites/webhook-records.suite.ts";
import { describe } from "vitest";
import { adapters } from "../testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  copilotRecordsSuite(async () => {
    const { store, ...resource } = await open();
    return {
      copilots: store.copilots,
      createProject: async (id) => void (await store.projects.insertProject(newProject(id))),
      ...resource,
    };
  });
});
