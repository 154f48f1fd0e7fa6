import { feedRecordsSuite } from "./feed-records.suite.ts";
import { createMemoryFeedRecords } from "./memory-feed-records.ts";

feedRecordsSuite(async () => {
  const feeds = createMemoryFeedRecords();
  return {
    feeds,
    createRoom: async (room) => feeds.createRoom(room),
    deleteRoom: async (room) => feeds.deleteRoom(room),
    renameRoom: async (room, id) => feeds.renameRoom(room, id),
    measure: async (project) => feeds.measure(project),
    [Symbol.asyncDispose]: async () => {},
  };
});
