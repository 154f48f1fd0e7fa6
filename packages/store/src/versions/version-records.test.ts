import { newRoom } from "@weft/collab/suites/new-room.ts";
import { versionRecordsSuite } from "@weft/collab/suites/version-records.suite.ts";
import { describe, expect } from "vitest";
import { adapters } from "../testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  versionRecordsSuite(async () => {
    const { store, ...resource } = await open();
    return {
      versions: store.versions,
      async createRoom(address) {
        await store.rooms.insert(address.project, newRoom(address.room));
        return (await store.roomStore.open(address, 0))!.key;
      },
      deleteRoom: async ({ project, room }) => void (await store.rooms.delete(project, room, Date.now())),
      async addAuthor(room, since, user) {
        const opened = await store.roomStore.open(room, 0);
        expect(opened).toBeDefined();
        await store.roomStore.commit({ ...opened!, puts: [], drops: [], actors: [], authors: [{ since, user }] });
      },
      ...resource,
    };
  });
});
