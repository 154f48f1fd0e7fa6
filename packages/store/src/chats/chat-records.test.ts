import { chatRecordsSuite } from "@weft/collab/suites/chat-records.suite.ts";
import { describe } from "vitest";
import { adapters } from "../testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  chatRecordsSuite(async () => {
    const { store, ...resource } = await open();
    return { chats: store.chats, ...resource };
  });
});
