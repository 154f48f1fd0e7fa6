import { jobRecordsSuite } from "@weft/collab/suites/job-records.suite.ts";
import { describe } from "vitest";
import { adapters } from "../testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  jobRecordsSuite(async () => {
    const { store, ...resource } = await open();
    return { jobs: store.jobs, audit: store.audit, ...resource };
  });
});
