import type { ProjectId, RoomAddress, RoomId, StorageFileId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import type { FileRecord, FileRecords, UploadRecord } from "../src/files/file-records.ts";

export interface FileRecordsUnderTest extends AsyncDisposable {
  readonly files: FileRecords;
  createRoom(room: RoomAddress): Promise<void>;
  deleteRoom(room: RoomAddress): Promise<void>;
}

const room: RoomAddress = { project: "p1" as ProjectId, room: "a" as RoomId };
const sameElsewhere: RoomAddress = { ...room, project: "p2" as ProjectId };
const other: RoomAddress = { ...room, room: "b" as RoomId };
const fileId = (n: number) => `fl_${String(n).padStart(21, "0")}` as StorageFileId;

function newUpload(n: number, change: Partial<UploadRecord> = {}): UploadRecord {
  return {
    id: `up_${n}`,
    file: fileId(n),
    name: "a b/ä.txt",
    reserved: 10,
    sized: true,
    blob: `p1/blob-${n}`,
    session: "",
    expiresAt: 1_000,
    ...change,
  };
}

function fileOf(upload: UploadRecord, change: Partial<FileRecord> = {}): FileRecord {
  const { file: id, name, blob, id: from } = upload;
  return { id, name, size: 7, mimeType: "text/plain", blob, upload: from, createdAt: 5, ...change };
}

/** What every FileRecords promises. An adapter's test file is one call to this. */
export function fileRecordsSuite(open: () => Promise<FileRecordsUnderTest>): void {
  const openWithRooms = async () => {
    const under = await open();
    for (const address of [room, sameElsewhere, other]) await under.createRoom(address);
    return under;
  };

  describe("FileRecords", () => {
    test("an upload becomes a file, found in its room and project alone", async () => {
      await using under = await openWithRooms();
      const { files } = under;
      const upload = newUpload(1);
      expect(await files.insertUpload(room, upload)).toBe(true);
      expect(await files.upload(room, upload.id)).toEqual(upload);
      expect(await files.find(room, fileId(1))).toBeUndefined();
      const file = fileOf(upload, { image: "image/png", mimeType: "" });
      expect(await files.finish(room, file)).toBe(true);
      expect(await files.find(room, fileId(1))).toEqual(file);
      expect(await files.upload(room, upload.id)).toBeUndefined();
      for (const elsewhere of [sameElsewhere, other]) {
        expect(await files.find(elsewhere, fileId(1))).toBeUndefined();
        expect(await files.findMany(elsewhere, [fileId(1)])).toEqual([]);
        expect(await files.usage(elsewhere)).toBe(0);
      }
      expect(await files.pendingDeletions(1e15, 10)).toEqual([]);
    });

    test("an upload does not become a file twice, nor under an id that is taken", async () => {
      await using under = await openWithRooms();
      const { files } = under;
      const [first, second] = [newUpload(1), newUpload(2, { file: fileId(1) })];
      await files.insertUpload(room, first);
      await files.insertUpload(room, second);
      const outcomes = await Promise.all([first, second].map((upload) => files.finish(room, fileOf(upload))));
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      expect(await files.finish(room, fileOf(first))).toBe(false);
      const kept = await files.find(room, fileId(1));
      const loser = kept?.upload === first.id ? second : first;
      expect(await files.upload(room, loser.id)).toEqual(loser);
    });

    test("without a room nothing is kept", async () => {
      await using under = await openWithRooms();
      const nowhere = { ...room, room: "nowhere" as RoomId };
      expect(await under.files.insertUpload(nowhere, newUpload(1))).toBe(false);
      expect(await under.files.finish(nowhere, fileOf(newUpload(1)))).toBe(false);
      expect(await under.files.insertPart(nowhere, "up_1", { number: 1, etag: "e", tag: "t", size: 1 })).toBe(false);
      expect(await under.files.pendingDeletions(1e15, 10)).toEqual([]);
    });

    test("of parts with one number the first is kept, and they are listed in order", async () => {
      await using under = await openWithRooms();
      const { files } = under;
      await files.insertUpload(room, newUpload(1, { session: "s" }));
      const part = (number: number, etag: string) => ({ number, etag, tag: `t${etag}`, size: number });
      for (const [number, etag] of [
        [10, "j"],
        [2, "b"],
        [1, "a"],
        [2, "other"],
      ] as const)
        expect(await files.insertPart(room, "up_1", part(number, etag))).toBe(true);
      expect(await files.parts(room, "up_1")).toEqual([part(1, "a"), part(2, "b"), part(10, "j")]);
      expect(await files.parts(other, "up_1")).toEqual([]);
      expect(await files.insertPart(room, "up_2", part(1, "a"))).toBe(false);
      expect(await files.insertPart(sameElsewhere, "up_1", part(1, "a"))).toBe(false);
    });

    test("usage counts files as they are and uploads as they were announced", async () => {
      await using under = await openWithRooms();
      const { files } = under;
      expect(await files.usage(room)).toBe(0);
      await files.insertUpload(room, newUpload(1, { reserved: 5_000_000_000 }));
      await files.insertUpload(room, newUpload(2));
      expect(await files.usage(room)).toBe(5_000_000_010);
      await files.finish(room, fileOf(newUpload(2)));
      expect(await files.usage(room)).toBe(5_000_000_007);
      await files.abandon(room, "up_1");
      expect(await files.usage(room)).toBe(7);
    });

    test("many files are found at once", async () => {
      await using under = await openWithRooms();
      const { files } = under;
      for (let n = 0; n < 250; n++) {
        await files.insertUpload(room, newUpload(n));
        await files.finish(room, fileOf(newUpload(n)));
      }
      const ids = Array.from({ length: 300 }, (_, n) => fileId(n));
      const found = await files.findMany(room, ids);
      expect(found.map(({ id }) => id).sort()).toEqual(ids.slice(0, 250));
    });

    test("an upload that is given up has its bytes listed for deletion, and once more when they may have come late", async () => {
      await using under = await openWithRooms();
      const { files } = under;
      await files.insertUpload(room, newUpload(1, { session: "s" }));
      await files.insertPart(room, "up_1", { number: 1, etag: "e", tag: "t", size: 1 });
      expect(await files.abandon(other, "up_1")).toBe(false);
      expect(await files.abandon(room, "up_1")).toBe(true);
      expect(await files.abandon(room, "up_1")).toBe(false);
      expect(await files.finish(room, fileOf(newUpload(1)))).toBe(false);
      expect(await files.parts(room, "up_1")).toEqual([]);
      const pending = { project: room.project, blob: "p1/blob-1", session: "s", whole: true, keptUntil: 1_000 };
      expect(await files.pendingDeletions(10, 10)).toEqual([pending]);
      await files.blobDeleted(pending, 10);
      expect(await files.pendingDeletions(999, 10)).toEqual([]);
      expect(await files.pendingDeletions(1_000, 10)).toEqual([pending]);
      await files.blobDeleted(pending, 1_000);
      expect(await files.pendingDeletions(1e15, 10)).toEqual([]);
    });

    test("of an upload in parts that became a file the parts are pending deletion, and not the file", async () => {
      await using under = await openWithRooms();
      const { files } = under;
      await files.insertUpload(room, newUpload(1, { session: "s" }));
      await files.finish(room, fileOf(newUpload(1)));
      expect(await files.pendingDeletions(10, 10)).toMatchObject([{ blob: "p1/blob-1", session: "s", whole: false }]);
    });

    test("uploads that have expired are given up in every room, and no others", async () => {
      await using under = await openWithRooms();
      const { files } = under;
      await files.insertUpload(room, newUpload(1, { expiresAt: 10, session: "s" }));
      await files.insertPart(room, "up_1", { number: 1, etag: "e", tag: "t", size: 1 });
      await files.insertUpload(sameElsewhere, newUpload(2, { expiresAt: 11 }));
      await files.insertUpload(other, newUpload(3, { expiresAt: 12 }));
      await files.abandonExpired(11);
      expect(await files.upload(room, "up_1")).toBeUndefined();
      expect(await files.upload(sameElsewhere, "up_2")).toBeUndefined();
      expect(await files.upload(other, "up_3")).toBeDefined();
      const pending = await files.pendingDeletions(11, 10);
      expect(pending.map(({ project, blob, whole }) => `${project} ${blob} ${whole}`).sort()).toEqual([
        "p1 p1/blob-1 true",
        "p2 p1/blob-2 true",
      ]);
    });

    test("deleting a room lists the bytes of its files and uploads for deletion, and of no other room", async () => {
      await using under = await openWithRooms();
      const { files } = under;
      for (const [n, address] of [room, room, other].entries()) {
        await files.insertUpload(address, newUpload(n, { session: n === 1 ? "s1" : "" }));
        await files.finish(address, fileOf(newUpload(n)));
      }
      await files.insertUpload(room, newUpload(3, { session: "s3" }));
      await files.insertPart(room, "up_3", { number: 1, etag: "e", tag: "t", size: 1 });
      await under.deleteRoom(room);
      const pending = await files.pendingDeletions(10, 10);
      expect(pending.map(({ blob, session, whole }) => `${blob} ${session} ${whole}`).sort()).toEqual([
        "p1/blob-0  true",
        "p1/blob-1 s1 true",
        "p1/blob-3 s3 true",
      ]);
      expect(await files.find(other, fileId(2))).toBeDefined();
      await under.createRoom(room);
      expect(await files.find(room, fileId(0))).toBeUndefined();
      expect(await files.upload(room, "up_3")).toBeUndefined();
      expect(await files.usage(room)).toBe(0);
    });

    test("parts deleted while their room is deleted do not take the file's bytes off the list", async () => {
      await using under = await openWithRooms();
      const { files } = under;
      await files.insertUpload(room, newUpload(1, { session: "s", expiresAt: 5 }));
      await files.finish(room, fileOf(newUpload(1)));
      const [parts] = await files.pendingDeletions(10, 10);
      await under.deleteRoom(room);
      await files.blobDeleted(parts!, 10);
      expect(await files.pendingDeletions(10, 10)).toMatchObject([{ blob: "p1/blob-1", whole: true }]);
    });
  });
}
