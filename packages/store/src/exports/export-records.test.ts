import { exportRecordsSuite } from "@weft/collab/suites/export-records.suite.ts";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import { newProject } from "@weft/collab/suites/webhook-records.suite.ts";
import { describe } from "vitest";
import { adapters } from "../testing/adapters.ts";
import { writeDocument } from "../testing/write-room.ts";

describe.each(adapters)("%s", (_, open) => {
  exportRecordsSuite(async () => {
    const { store, ...resource } = await open();
    const { projects, audit, exports, uploads, jobs, rooms } = store;
    return {
      exports,
      jobs,
      audit,
      uploads,
      createProject: async (id) => void (await projects.insertProject(newProject(id))),
      deleteProject: (id) => projects.deleteProject(id),
      createRoom: async ({ project, room }) => void (await rooms.insert(project, newRoom(room))),
      deleteRoom: async ({ project, room }) => void (await rooms.delete(project, room, Date.now())),
      writeDocument: (room, guid, row) => writeDocument(store, room, guid, 1, row),
      ...resource,
    };
  });
});
