import { roomRecordsSuite } from "@weft/collab/suites/room-records.suite.ts";
import { describe } from "vitest";
import { adapters } from "../testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  roomRecordsSuite(async () => {
    const { store, ...resource } = await open();
    return { rooms: store.rooms, ...resource };
  });
});
