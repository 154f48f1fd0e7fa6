import { outboxRecordsSuite } from "@weft/collab/suites/outbox-records.suite.ts";
import { describe } from "vitest";
import { adapters } from "../testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  outboxRecordsSuite(async () => {
    const { store, ...resource } = await open();
    const { outbox, rooms, jobs, activity } = store;
    return { outbox, rooms, jobs, activity, ...resource };
  });
});
