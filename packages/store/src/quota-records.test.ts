import { noActivity } from "@weft/collab";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import { quotaRecordsSuite } from "@weft/collab/suites/quota-records.suite.ts";
import type { RoomAddress, StorageFileId } from "@weft/protocol";
import { describe, expect } from "vitest";
import { adapters } from "./testing/adapters.ts";
import { writeDocument } from "./testing/write-room.ts";

const fileOf = (upload: string) => `fl_${upload.padStart(21, "0")}` as StorageFileId;

describe.each(adapters)("%s", (_, open) => {
  quotaRecordsSuite(async () => {
    const { store, ...resource } = await open();
    const { activity, files, quotas, rooms } = store;
    const measure = ({ project, room }: RoomAddress, storageBytes?: number) =>
      activity.write({ ...noActivity, sizes: [{ project, room, storageBytes }] });
    return {
      quotas,
      createRoom: async ({ project, room }) => void (await rooms.insert(project, newRoom(room))),
      deleteRoom: async ({ project, room }) => void (await rooms.delete(project, room)),
      measureStorage: measure,
      async writeDocument(address, guid, bytes) {
        await writeDocument(store, address, guid, bytes);
        await measure(address);
      },
      async startUpload(room, id, reserved) {
        const upload = { id, reserved, file: fileOf(id), name: "a.txt", blob: id, session: "", expiresAt: 1_000 };
        expect(await files.insertUpload(room, { ...upload, sized: true })).toBe(true);
      },
      async finishUpload(room, upload, size) {
        const file = { id: fileOf(upload), name: "a.txt", size, mimeType: "", blob: upload, upload, createdAt: 1 };
        expect(await files.finish(room, file)).toBe(true);
      },
      abandonUpload: async (room, id) => expect(await files.abandon(room, id)).toBe(true),
      ...resource,
    };
  });
});
