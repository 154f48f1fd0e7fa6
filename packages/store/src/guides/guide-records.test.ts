import { guideRecordsSuite } from "@weft/collab/suites/guide-records.suite.ts";
import { describe } from "vitest";
import { adapters } from "../testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  guideRecordsSuite(async () => {
    const { store, ...resource } = await open();
    return { guides: store.guides, ...resource };
  });
});
