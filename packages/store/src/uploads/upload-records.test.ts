import { uploadRecordsSuite } from "@weft/collab/suites/upload-records.suite.ts";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import { describe } from "vitest";
import { adapters } from "../testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  uploadRecordsSuite(async () => {
    const { store, ...resource } = await open();
    return {
      uploads: store.uploads,
      createRoom: async ({ project, room }) => void (await store.rooms.insert(project, newRoom(room))),
      deleteRoom: async ({ project, room }) => void (await store.rooms.delete(project, room, Date.now())),
      deleteProject: (project) => store.projects.deleteProject(project),
      ...resource,
    };
  });
});
