import { fileRecordsSuite } from "@weft/collab/suites/file-records.suite.ts";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import { describe } from "vitest";
import { adapters } from "./testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  fileRecordsSuite(async () => {
    const { store, ...resource } = await open();
    return {
      files: store.files,
      createRoom: async ({ project, room }) => void (await store.rooms.insert(project, newRoom(room))),
      deleteRoom: async ({ project, room }) => void (await store.rooms.delete(project, room)),
      ...resource,
    };
  });
});
