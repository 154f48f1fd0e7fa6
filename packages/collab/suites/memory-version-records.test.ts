import { createMemoryVersionRecords } from "./memory-version-records.ts";
import { versionRecordsSuite } from "./version-records.suite.ts";

versionRecordsSuite(async () => {
  const rooms = new Map<string, number>();
  let keys = 0;
  const versions = createMemoryVersionRecords(async (room) => rooms.get(JSON.stringify(room)));
  return {
    versions,
    async createRoom(room) {
      rooms.set(JSON.stringify(room), ++keys);
      return keys;
    },
    async deleteRoom(room) {
      rooms.delete(JSON.stringify(room));
      versions.deleteRoom(room);
    },
    addAuthor: async (room, since, user) => versions.addAuthor(room, since, user),
    [Symbol.asyncDispose]: async () => {},
  };
});
