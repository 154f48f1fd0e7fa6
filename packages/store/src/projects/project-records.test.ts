import { projectRecordsSuite } from "@weft/collab/suites/project-records.suite.ts";
import { describe } from "vitest";
import { adapters } from "../testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  projectRecordsSuite(async () => {
    const { store, ...resource } = await open();
    return { projects: store.projects, ...resource };
  });
});
