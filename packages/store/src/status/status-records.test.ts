import { statusRecordsSuite } from "@weft/collab/suites/status-records.suite.ts";
import { describe } from "vitest";
import { adapters } from "../testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  statusRecordsSuite(async () => {
    const { store, ...resource } = await open();
    return { status: store.status, ...resource };
  });
});
