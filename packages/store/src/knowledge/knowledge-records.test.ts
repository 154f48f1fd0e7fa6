import { newCopilot } from "@weft/collab/suites/copilot-records.suite.ts";
import { knowledgeRecordsSuite } from "@weft/collab/suites/knowledge-records.suite.ts";
import { newProject } from "@weft/collab/suites/webhook-records.suite.ts";
import { describe } from "vitest";
import { adapters } from "../testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  knowledgeRecordsSuite(async () => {
    const { store, ...resource } = await open();
    return {
      knowledge: store.knowledge,
      async createCopilot({ project, copilot }) {
        await store.projects.insertProject(newProject(project));
        await store.copilots.insert(project, newCopilot(copilot), 9);
      },
      ...resource,
    };
  });
});
