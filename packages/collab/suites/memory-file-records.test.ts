import { fileRecordsSuite } from "./file-records.suite.ts";
import { createMemoryFileRecords } from "./memory-file-records.ts";

fileRecordsSuite(async () => {
  const rooms = new Set<string>();
  const files = createMemoryFileRecords(async (room) => rooms.has(JSON.stringify(room)));
  return {
    files,
    createRoom: async (room) => void rooms.add(JSON.stringify(room)),
    async deleteRoom(room) {
      rooms.delete(JSON.stringify(room));
      files.deleteRoom(room);
    },
    [Symbol.asyncDispose]: async () => {},
  };
});
