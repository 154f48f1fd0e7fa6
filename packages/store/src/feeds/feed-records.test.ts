import { feedRecordsSuite } from "@weft/collab/suites/feed-records.suite.ts";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import { describe } from "vitest";
import { adapters } from "../testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  feedRecordsSuite(async () => {
    const { store, ...resource } = await open();
    return {
      feeds: store.feeds,
      createRoom: async ({ project, room }) => void (await store.rooms.insert(project, newRoom(room))),
      deleteRoom: async ({ project, room }) => void (await store.rooms.delete(project, room, Date.now())),
      renameRoom: async ({ project, room }, id) => void (await store.rooms.rename(project, room, id)),
      measure: async (project) => (await store.quotas.measure(project)).bytes,
      ...resource,
    };
  });
});
