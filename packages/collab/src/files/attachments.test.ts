import { limits } from "@weft/protocol";
import type { ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createMemoryBlobStore } from "../../suites/memory-blob-store.ts";
import { createMemoryUploadRecords } from "../../suites/memory-upload-records.ts";
import type { Visibility } from "../access/visibility.ts";
import { collectBlobs } from "../uploads/collect-blobs.ts";
import { createAttachments } from "./attachments.ts";
import { createFileLinks } from "./file-links.ts";
import { createLinkedFiles } from "./linked-files.ts";
import { createStorageFiles } from "./storage-files.ts";

const room: RoomAddress = { project: "p" as ProjectId, room: "r" as RoomId };
const otherRoom: RoomAddress = { ...room, room: "s" as RoomId };
const otherProject: RoomAddress = { ...room, project: "q" as ProjectId };
const [id, otherId, thirdId] = ["a", "b", "c"].map((letter) => `at_${letter.repeat(21)}`) as [string, string, string];
const bytes = Buffer.from("some bytes");
const origin = "https://weft.test";
const conflict = expect.objectContaining({ code: "CONFLICT" });

function open() {
  const records = createMemoryUploadRecords(async () => true);
  const blobs = createMemoryBlobStore();
  const clock = { now: 1_000_000 };
  const uploaded: string[] = [];
  const links = createFileLinks(Buffer.alloc(32, 1));
  const options = { records, blobs, links, now: () => clock.now };
  /** The threads that comments with attachments are in. */
  const threads = new Map<string, Visibility>();
  const attachments = createAttachments({
    ...options,
    uploaded: (_room, { id: file }) => uploaded.push(file),
    threads: {
      visibilityOfAttachments: async ({ room: asked }, ids) =>
        new Map(ids.flatMap((one) => (threads.has(one) && asked === "r" ? [[one, threads.get(one)!]] : []))),
    },
  });
  const linked = createLinkedFiles(options);
  const files = createStorageFiles(options);
  /** What a comment of the room does. */
  const claim = async (file: string, visibility: Visibility) => {
    records.claim({ ...room, kind: "attachment" }, [file]);
    threads.set(file, visibility);
  };
  const collect = () => collectBlobs({ records, blobs, now: options.now });
  return { attachments, linked, files, links, records, blobs, clock, uploaded, claim, collect };
}

test("[AT1] an upload answers the attachment, even when it is repeated; other content, or another user, is a conflict", async () => {
  const { attachments, uploaded } = open();
  const draft = { id, name: "a b/ü.JPG", userId: "ada" };
  const attachment = { type: "attachment", id, name: "a b/ü.JPG", size: bytes.length, mimeType: "image/jpeg" };
  expect(await attachments.upload(room, draft, bytes)).toEqual(attachment);
  expect(await attachments.upload(room, draft, bytes)).toEqual(attachment);
  expect(uploaded).toEqual([id]);
  for (const other of [
    { ...draft, name: "b" },
    { ...draft, userId: "ben" },
  ])
    await expect(attachments.upload(room, other, bytes)).rejects.toThrow(conflict);
  await expect(attachments.upload(room, draft, Buffer.from("x"))).rejects.toThrow(conflict);
  await expect(attachments.start(room, draft)).rejects.toThrow(conflict);
  await expect(attachments.upload(room, { ...draft, id: `fl_${"a".repeat(21)}` }, bytes)).rejects.toThrow(
    "attachmentId",
  );
  expect(await attachments.upload(otherRoom, { ...draft, name: "b" }, bytes)).toMatchObject({ name: "b" });
});

test("[AT2] an upload in parts is known in its room and to its user alone", async () => {
  const { attachments } = open();
  const { fileId, uploadId } = await attachments.start(room, { id, name: "a.txt", userId: "ada" });
  const upload = { fileId, uploadId, userId: "ada" };
  const parts = [await attachments.putPart(room, upload, "1", bytes)];
  for (const [address, name] of [
    [room, { ...upload, userId: "ben" }],
    [otherRoom, upload],
    [otherProject, upload],
    [room, { ...upload, fileId: otherId }],
    [room, { ...upload, uploadId: `up_${"x".repeat(22)}` }],
  ] as const) {
    await expect(attachments.putPart(address, name, "2", bytes)).rejects.toThrow(conflict);
    await expect(attachments.complete(address, name, parts)).rejects.toThrow(conflict);
    await attachments.abort(address, name);
  }
  await expect(attachments.complete(room, { fileId, uploadId }, parts, "ben")).rejects.toThrow("another user");
  const done = { type: "attachment", id, name: "a.txt", size: bytes.length, mimeType: "text/plain" };
  expect(await attachments.complete(room, upload, parts)).toEqual(done);
  expect(await attachments.complete(room, { fileId, uploadId }, parts, "ada")).toEqual(done);
  await expect(attachments.complete(room, { ...upload, userId: "ben" }, parts)).rejects.toThrow(conflict);
  await expect(attachments.putPart(room, upload, "2", bytes)).rejects.toThrow(conflict);
  expect(await attachments.find(room, id)).toMatchObject({ userId: "ada" });
});

test("[AT2] an upload that a back end started without a user belongs to the user for whom it is completed", async () => {
  const { attachments } = open();
  const upload = await attachments.start(room, { id, name: "a.txt" });
  const parts = [await attachments.putPart(room, upload, "1", bytes)];
  await expect(attachments.complete(room, { ...upload, userId: "ben" }, parts)).rejects.toThrow(conflict);
  await attachments.complete(room, upload, parts, "ada");
  expect(await attachments.find(room, id)).toMatchObject({ userId: "ada" });
  await expect(attachments.complete(room, upload, parts, "ben")).rejects.toThrow(conflict);
});

test("[AT3] an attachment that no comment claims within a day is deleted with its bytes", async () => {
  const { attachments, blobs, clock, claim, collect } = open();
  await attachments.upload(room, { id, name: "a", userId: "ada" }, bytes);
  await attachments.upload(room, { id: otherId, name: "b", userId: "ada" }, bytes);
  await claim(id, "public");
  clock.now += limits.attachmentUnusedMs - 1;
  await collect();
  expect(blobs.blobs.size).toBe(2);
  clock.now += 1;
  await collect();
  expect(blobs.blobs.size).toBe(1);
  expect(await attachments.find(room, id)).toMatchObject({ expiresAt: undefined });
  expect(await attachments.find(room, otherId)).toBeUndefined();
});

test("[AT4] links are made for what the user may read, in the order of the ids, and for nothing else", async () => {
  const { attachments, linked, records, claim } = open();
  for (const file of [id, otherId, thirdId])
    await attachments.upload(room, { id: file, name: `${file}.txt`, userId: "ada" }, Buffer.from(file));
  await claim(id, "public");
  await claim(otherId, "private");
  const missing = `at_${"x".repeat(21)}`;
  const ids = [thirdId, missing, otherId, id, id];
  const shownTo = async (userId: string | undefined, visibilities: readonly Visibility[], address = room) => {
    const { urls, expiresAt } = await attachments.linksFor({ userId, visibilities }, address, ids, origin);
    expect(expiresAt).toBe(1_000_000 + limits.attachmentLinkMs);
    expect(urls).toHaveLength(ids.length);
    const shown = urls.map(async (url, n) => {
      if (url === null) return "";
      const { file, expiresAt: linkExpiresAt } = await linked.follow(ids[n]!, new URL(url).searchParams);
      expect(linkExpiresAt).toBe(expiresAt);
      return file.id;
    });
    return Promise.all(shown);
  };
  expect(await shownTo("ben", ["public", "private"])).toEqual(["", "", otherId, id, id]);
  expect(await shownTo("ben", ["public"])).toEqual(["", "", "", id, id]);
  expect(await shownTo("ben", ["private"])).toEqual(["", "", otherId, "", ""]);
  expect(await shownTo("ada", ["public"])).toEqual([thirdId, "", "", id, id]);
  expect(await shownTo(undefined, ["public", "private"])).toEqual(["", "", otherId, id, id]);
  expect(await shownTo("ada", ["public", "private"], otherRoom)).toEqual(["", "", "", "", ""]);
  // A comment that is deleted releases its attachment: until the row is gone, the attachment is of no thread.
  records.claim({ ...room, kind: "attachment" }, [thirdId]);
  expect(await shownTo("ada", ["public", "private"])).toEqual(["", "", otherId, id, id]);
});

test("[AT4] links of one kind of file open no other kind, and links to files of Storage name none", async () => {
  const { attachments, files, linked, links, records } = open();
  await attachments.upload(room, { id, name: "a.txt", userId: "ada" }, bytes);
  const file = (await attachments.find(room, id))!;
  const { url, expiresAt } = await attachments.link(room, file, origin);
  expect(expiresAt).toBe(1_000_000 + limits.storageFileLinkMs);
  const query = new URL(url).searchParams;
  const followed = await linked.follow(id, query);
  expect(await buffer(await linked.read(followed))).toEqual(bytes);
  for (const kind of ["", "storageFile", "knowledgeFile"]) {
    const changed = new URLSearchParams(query);
    if (kind === "") changed.delete("kind");
    else changed.set("kind", kind);
    await expect(linked.follow(id, changed)).rejects.toThrow(expect.objectContaining({ code: "INVALID_FILE_LINK" }));
  }
  const fileId = `fl_${"a".repeat(21)}`;
  await files.upload(room, { id: fileId, name: "a.txt" }, bytes);
  const storageLink = new URL(links.sign(origin, { ...room, kind: "storageFile" }, fileId, 2_000_000));
  expect([...storageLink.searchParams.keys()]).toEqual(["project", "room", "expires", "signature"]);
  expect(await linked.follow(fileId, storageLink.searchParams)).toMatchObject({ kind: "storageFile" });
  storageLink.searchParams.set("kind", "storageFile");
  await expect(linked.follow(fileId, storageLink.searchParams)).rejects.toThrow("link");
  records.deleteRoom(room);
  await expect(linked.follow(id, query)).rejects.toThrow(expect.objectContaining({ code: "RESOURCE_NOT_FOUND" }));
  await expect(linked.read(followed)).resolves.toBeDefined();
});
