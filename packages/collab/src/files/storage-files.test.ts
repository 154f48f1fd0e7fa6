import { limits, WeftError } from "@weft/protocol";
import type { ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createMemoryBlobStore } from "../../suites/memory-blob-store.ts";
import { createMemoryUploadRecords } from "../../suites/memory-upload-records.ts";
import { createFileLinks } from "./file-links.ts";
import { createLinkedFiles } from "./linked-files.ts";
import { createStorageFiles } from "./storage-files.ts";

const room: RoomAddress = { project: "p" as ProjectId, room: "r" as RoomId };
const id = `fl_${"a".repeat(21)}`;
const bytes = Buffer.from("some bytes");

function open() {
  const records = createMemoryUploadRecords(async () => true);
  const blobs = createMemoryBlobStore();
  const clock = { now: 1_000_000 };
  const uploaded: string[] = [];
  const options = { records, blobs, links: createFileLinks(Buffer.alloc(32, 1)), now: () => clock.now };
  const files = createStorageFiles({
    ...options,
    uploaded: (address, { id: file }) => uploaded.push(`${address.project} ${address.room} ${file}`),
  });
  return { files, linked: createLinkedFiles(options), records, clock, uploaded };
}

test("a Storage file is kept from the start, and its room is notified once", async () => {
  const { files, records, clock, uploaded } = open();
  const described = { id, name: "a.txt", size: bytes.length, mimeType: "text/plain" };
  expect(await files.upload(room, { id, name: "a.txt" }, bytes)).toEqual(described);
  expect(await files.upload(room, { id, name: "a.txt" }, bytes)).toEqual(described);
  expect(uploaded).toEqual([`p r ${id}`]);
  clock.now += 100 * limits.storageUploadMs;
  await records.expire(clock.now);
  expect(await files.find(room, id)).toMatchObject(described);
});

test("[FI3] ids of another kind of file find nothing", async () => {
  const { files, records } = open();
  const attachments = { ...room, kind: "attachment" } as const;
  const upload = { id: "up_1", file: id, name: "a", reserved: 1, sized: true, blob: "p/b", session: "", expiresAt: 9 };
  await records.insertUpload(attachments, upload);
  await records.finish(attachments, { upload: "up_1", size: 1, mimeType: "", createdAt: 1 });
  expect(await records.find(attachments, id)).toBeDefined();
  expect(await files.find(room, id)).toBeUndefined();
  await expect(files.find(room, `at_${"a".repeat(21)}`)).rejects.toThrow(
    expect.objectContaining({ code: "BAD_REQUEST" }),
  );
});

test("[FI6] a link to a file ends with its room", async () => {
  const { files, linked, records } = open();
  await files.upload(room, { id, name: "a.txt" }, bytes);
  const file = (await files.find(room, id))!;
  const { url } = await files.link(room, file, "https://weft.test");
  const query = new URL(url).searchParams;
  const followed = await linked.follow(id, query);
  expect(followed).toMatchObject({ file });
  expect(await buffer(await linked.read(followed))).toEqual(bytes);
  records.deleteRoom(room);
  await expect(linked.follow(id, query)).rejects.toThrow(new WeftError("STORAGE_FILE_NOT_FOUND"));
});
