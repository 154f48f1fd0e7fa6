import { newRoom } from "@weft/collab/suites/new-room.ts";
import { threadRecordsSuite } from "@weft/collab/suites/thread-records.suite.ts";
import { describe } from "vitest";
import { adapters } from "../testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  threadRecordsSuite(async () => {
    const { store, ...resource } = await open();
    return {
      threads: store.threads,
      createRoom: async ({ project, room }) => void (await store.rooms.insert(project, newRoom(room))),
      deleteRoom: async ({ project, room }) => void (await store.rooms.delete(project, room, Date.now())),
      renameRoom: async ({ project, room }, newId) => void (await store.rooms.rename(project, room, newId)),
      ...resource,
    };
  });
});
