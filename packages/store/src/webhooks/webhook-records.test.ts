import { webhookRecordsSuite } from "@weft/collab/suites/webhook-records.suite.ts";
import { describe } from "vitest";
import { adapters } from "../testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  webhookRecordsSuite(async () => {
    const { store, ...resource } = await open();
    const { webhooks, projects, outbox } = store;
    return { webhooks, projects, outbox, ...resource };
  });
});
