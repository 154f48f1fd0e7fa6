import { uploadRecordsSuite } from "./upload-records.suite.ts";
import { createMemoryUploadRecords } from "./memory-upload-records.ts";

uploadRecordsSuite(async () => {
  const rooms = new Set<string>();
  const uploads = createMemoryUploadRecords(async (room) => rooms.has(JSON.stringify(room)));
  return {
    uploads,
    createRoom: async (room) => void rooms.add(JSON.stringify(room)),
    async deleteRoom(room) {
      rooms.delete(JSON.stringify(room));
      uploads.deleteRoom(room);
    },
    deleteProject: async (project) => uploads.deleteProject(project),
    [Symbol.asyncDispose]: async () => {},
  };
});
