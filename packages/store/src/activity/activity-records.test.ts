import { activityRecordsSuite } from "@weft/collab/suites/activity-records.suite.ts";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import { newProject } from "@weft/collab/suites/webhook-records.suite.ts";
import { describe } from "vitest";
import { adapters } from "../testing/adapters.ts";
import { writeDocument, writeNodes } from "../testing/write-room.ts";

describe.each(adapters)("%s", (_, open) => {
  activityRecordsSuite(async () => {
    const { store, ...resource } = await open();
    const { projects, activity, rooms, uploads } = store;
    return {
      activity,
      createProject: async (id) => void (await projects.insertProject(newProject(id))),
      createRoom: async ({ project, room }) => void (await rooms.insert(project, newRoom(room))),
      deleteRoom: async ({ project, room }) => void (await rooms.delete(project, room, Date.now())),
      writeNodes: (address, nodes) => writeNodes(store, address, nodes),
      writeDocument: (address, guid, bytes) => writeDocument(store, address, guid, bytes),
      async uploadFile(room, kind, size) {
        const id = `up_${kind}_${room.room}`;
        const upload = { id, file: id, name: "a", reserved: size, sized: true, blob: id, session: "", expiresAt: 9 };
        await uploads.insertUpload({ ...room, kind }, upload);
        await uploads.finish({ ...room, kind }, { upload: id, size, mimeType: "", createdAt: 1 });
      },
      ...resource,
    };
  });
});
