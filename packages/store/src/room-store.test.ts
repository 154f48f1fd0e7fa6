import type { ProjectId, RoomId } from "@weft/protocol";
import { roomStoreSuite } from "@weft/room/suites/room-store.suite.ts";
import { describe } from "vitest";
import { adapters } from "./testing/adapters.ts";
import { newRoom } from "@weft/collab/suites/new-room.ts";

describe.each(adapters)("%s", (_, open) => {
  roomStoreSuite(async () => {
    const { store, ...resource } = await open();
    let projects = 0;
    return {
      store: store.roomStore,
      async createRoom(id, project = `project ${++projects}` as ProjectId) {
        await store.rooms.insert(project, newRoom(id));
        return { project, room: id as RoomId };
      },
      async deleteRoom({ project, room }) {
        await store.rooms.delete(project, room);
      },
      async renameRoom({ project, room }, newId) {
        await store.rooms.rename(project, room, newId);
        return { project, room: newId as RoomId };
      },
      ...resource,
    };
  });
});
