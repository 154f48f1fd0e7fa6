import { accountRecordsSuite } from "@weft/collab/suites/account-records.suite.ts";
import { describe } from "vitest";
import { adapters } from "./testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  accountRecordsSuite(async () => {
    const { store, ...resource } = await open();
    return { accounts: store.accounts, ...resource };
  });
});
