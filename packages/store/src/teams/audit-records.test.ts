import { auditRecordsSuite } from "@weft/collab/suites/audit-records.suite.ts";
import { describe } from "vitest";
import { adapters } from "../testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  auditRecordsSuite(async () => {
    const { store, ...resource } = await open();
    return { audit: store.audit, ...resource };
  });
});
