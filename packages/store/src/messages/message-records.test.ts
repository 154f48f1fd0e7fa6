import { messageRecordsSuite } from "@weft/collab/suites/message-records.suite.ts";
import { describe } from "vitest";
import { adapters } from "../testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  messageRecordsSuite(async () => {
    const { store, ...resource } = await open();
    return { messages: store.messages, ...resource };
  });
});
