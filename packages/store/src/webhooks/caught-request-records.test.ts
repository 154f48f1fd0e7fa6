import { caughtRequestRecordsSuite } from "@weft/collab/suites/caught-request-records.suite.ts";
import { describe } from "vitest";
import { adapters } from "../testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  caughtRequestRecordsSuite(async () => {
    const { store, ...resource } = await open();
    const { caughtRequests, webhooks, projects } = store;
    return { caughtRequests, webhooks, projects, ...resource };
  });
});
