import { noActivity } from "@weft/collab";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import { newChat, newQuestion } from "@weft/collab/suites/chat-records.suite.ts";
import { quotaRecordsSuite } from "@weft/collab/suites/quota-records.suite.ts";
import type { RoomAddress } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { adapters } from "../testing/adapters.ts";
import { writeDocument } from "../testing/write-room.ts";

const fileOf = (upload: string) => `fl_${upload.padStart(21, "0")}`;
const storageFilesOf = (room: RoomAddress) => ({ ...room, kind: "storageFile" }) as const;

describe.each(adapters)("%s", (_, open) => {
  test("chats count with their messages, in their project alone", async () => {
    await using under = await open();
    const { chats, quotas } = under.store;
    const owner = { project: "p1" as RoomAddress["project"], organizationId: "default", userId: "ada" };
    await chats.create(owner, newChat("c", { metadata: { kind: "x".repeat(1_000) } }), 9);
    const before = (await quotas.measure(owner.project)).bytes;
    expect(before).toBeGreaterThan(1_000);
    const content = [{ type: "text" as const, text: "ä".repeat(50_000) }];
    await chats.add(owner, "c", [newQuestion("ms_u", { content })], { node: "n", now: 1, until: 2 });
    expect((await quotas.measure(owner.project)).bytes - before).toBeGreaterThan(100_000);
    expect((await quotas.measure("p2" as RoomAddress["project"])).bytes).toBe(0);
    await chats.delete(owner, "c");
    expect((await quotas.measure(owner.project)).bytes).toBe(0);
  });

  quotaRecordsSuite(async () => {
    const { store, ...resource } = await open();
    const { activity, quotas, rooms, uploads } = store;
    const measure = ({ project, room }: RoomAddress, storageBytes?: number) =>
      activity.write({ ...noActivity, sizes: [{ project, room, storageBytes }] });
    return {
      quotas,
      createRoom: async ({ project, room }) => void (await rooms.insert(project, newRoom(room))),
      deleteRoom: async ({ project, room }) => void (await rooms.delete(project, room, Date.now())),
      measureStorage: async (address, bytes) => void (await measure(address, bytes)),
      async writeDocument(address, guid, bytes) {
        await writeDocument(store, address, guid, bytes);
        await measure(address);
      },
      async startUpload(room, id, reserved) {
        const upload = { id, reserved, file: fileOf(id), name: "a.txt", blob: id, session: "", expiresAt: 1_000 };
        expect(await uploads.insertUpload(storageFilesOf(room), { ...upload, sized: true })).toBe(true);
      },
      async finishUpload(room, upload, size) {
        const finished = { upload, size, mimeType: "", createdAt: 1 };
        expect(await uploads.finish(storageFilesOf(room), finished)).toBe(true);
      },
      abandonUpload: async (room, id) => expect(await uploads.abandon(storageFilesOf(room), id)).toBe(true),
      ...resource,
    };
  });
});
