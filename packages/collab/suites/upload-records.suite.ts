import type { ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import type {
  FileRecord,
  UploadKind,
  UploadOwner,
  UploadRecord,
  UploadRecords,
} from "../src/uploads/upload-records.ts";

export interface UploadRecordsUnderTest extends AsyncDisposable {
  readonly uploads: UploadRecords;
  createRoom(room: RoomAddress): Promise<void>;
  deleteRoom(room: RoomAddress): Promise<void>;
  deleteProject(project: ProjectId): Promise<void>;
}

const p1 = "p1" as ProjectId;
const p2 = "p2" as ProjectId;
const [a, b] = ["a" as RoomId, "b" as RoomId];
const rooms: readonly RoomAddress[] = [
  { project: p1, room: a },
  { project: p2, room: a },
  { project: p1, room: b },
];
const fileId = (n: number) => `id_${String(n).padStart(21, "0")}`;

function newUpload(n: number, change: Partial<UploadRecord> = {}): UploadRecord {
  return {
    id: `up_${n}`,
    file: fileId(n),
    name: "a b/ä.txt",
    reserved: 10,
    sized: true,
    blob: `p1/blob-${n}`,
    session: "",
    userId: undefined,
    expiresAt: 1_000,
    ...change,
  };
}

function fileOf(upload: UploadRecord, change: Partial<FileRecord> = {}): FileRecord {
  const { file: id, name, blob, id: from, userId } = upload;
  const file = { id, name, size: 7, mimeType: "text/plain", blob, upload: from, userId };
  return { ...file, image: undefined, createdAt: 5, expiresAt: undefined, ...change };
}

/** Owners of each kind: the one that a test is about, one of the same name in another project, and another one. */
const owners: readonly (readonly [string, owner: UploadOwner, sameElsewhere: UploadOwner, other: UploadOwner])[] = [
  ...(["storageFile", "attachment"] as const satisfies readonly UploadKind[]).map(
    (kind) =>
      [
        `${kind} of a room`,
        { project: p1, room: a, kind },
        { project: p2, room: a, kind },
        { project: p1, room: b, kind },
      ] as const,
  ),
  [
    "knowledgeFile of a project",
    { project: p1, kind: "knowledgeFile" },
    { project: p2, kind: "knowledgeFile" },
    { project: p1, room: a, kind: "knowledgeFile" },
  ],
];

/** What every UploadRecords promises. An adapter's test file is one call to this. */
export function uploadRecordsSuite(open: () => Promise<UploadRecordsUnderTest>): void {
  const openWithRooms = async () => {
    const under = await open();
    for (const room of rooms) await under.createRoom(room);
    return under;
  };

  describe.each(owners)("UploadRecords: %s", (_sort, owner, sameElsewhere, other) => {
    const deleteOwner = (under: UploadRecordsUnderTest) =>
      owner.room === undefined
        ? under.deleteProject(owner.project)
        : under.deleteRoom({ project: owner.project, room: owner.room });

    test("an upload becomes a file, found by its owner alone", async () => {
      await using under = await openWithRooms();
      const { uploads } = under;
      const upload = newUpload(1);
      expect(await uploads.insertUpload(owner, upload)).toBe(true);
      expect(await uploads.upload(owner, upload.id)).toEqual(upload);
      expect(await uploads.find(owner, fileId(1))).toBeUndefined();
      const file = fileOf(upload, { image: "image/png", mimeType: "" });
      expect(await uploads.finish(owner, file)).toBe(true);
      expect(await uploads.find(owner, fileId(1))).toEqual(file);
      expect(await uploads.upload(owner, upload.id)).toBeUndefined();
      for (const elsewhere of [sameElsewhere, other]) {
        expect(await uploads.find(elsewhere, fileId(1))).toBeUndefined();
        expect(await uploads.findMany(elsewhere, [fileId(1)])).toEqual([]);
        expect(await uploads.usage(elsewhere)).toBe(0);
      }
      expect(await uploads.pendingDeletions(1e15, 10)).toEqual([]);
    });

    test("a file has the user of its upload, or without one the user who finished it", async () => {
      await using under = await openWithRooms();
      const { uploads } = under;
      const [named, unnamed] = [newUpload(1, { userId: "ada" }), newUpload(2)];
      for (const upload of [named, unnamed]) {
        await uploads.insertUpload(owner, upload);
        expect(await uploads.finish(owner, fileOf(upload, { userId: "ben" }))).toBe(true);
      }
      expect(await uploads.find(owner, fileId(1))).toMatchObject({ userId: "ada" });
      expect(await uploads.find(owner, fileId(2))).toMatchObject({ userId: "ben" });
    });

    test("an upload does not become a file twice, nor under an id that is taken", async () => {
      await using under = await openWithRooms();
      const { uploads } = under;
      const [first, second] = [newUpload(1), newUpload(2, { file: fileId(1) })];
      await uploads.insertUpload(owner, first);
      await uploads.insertUpload(owner, second);
      const outcomes = await Promise.all([first, second].map((upload) => uploads.finish(owner, fileOf(upload))));
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      expect(await uploads.finish(owner, fileOf(first))).toBe(false);
      const kept = await uploads.find(owner, fileId(1));
      const loser = kept?.upload === first.id ? second : first;
      expect(await uploads.upload(owner, loser.id)).toEqual(loser);
    });

    test("kinds of one owner never meet", async () => {
      await using under = await openWithRooms();
      const { uploads } = under;
      const others = (["storageFile", "attachment", "knowledgeFile"] as const).filter((kind) => kind !== owner.kind);
      await uploads.insertUpload(owner, newUpload(1));
      await uploads.finish(owner, fileOf(newUpload(1)));
      await uploads.insertUpload(owner, newUpload(2, { session: "s" }));
      for (const [index, kind] of others.entries()) {
        const same = { ...owner, kind };
        expect(await uploads.find(same, fileId(1))).toBeUndefined();
        expect(await uploads.upload(same, "up_2")).toBeUndefined();
        expect(await uploads.abandon(same, "up_2")).toBe(false);
        expect(await uploads.usage(same)).toBe(0);
        const upload = newUpload(10 + index, { file: fileId(1) });
        await uploads.insertUpload(same, upload);
        expect(await uploads.finish(same, fileOf(upload, { size: 100 }))).toBe(true);
      }
      expect(await uploads.find(owner, fileId(1))).toEqual(fileOf(newUpload(1)));
      expect(await uploads.usage(owner)).toBe(17);
    });

    test("a file that expires is deleted with its bytes at that time, and one that does not stays", async () => {
      await using under = await openWithRooms();
      const { uploads } = under;
      for (const n of [1, 2, 3, 4]) {
        await uploads.insertUpload(owner, newUpload(n, { userId: "ada", session: n === 1 ? "s" : "" }));
        const expiresAt = n === 4 ? undefined : 10 + n;
        await uploads.finish(owner, fileOf(newUpload(n), { expiresAt }));
      }
      expect(await uploads.find(owner, fileId(2))).toEqual({
        ...fileOf(newUpload(2, { userId: "ada" })),
        expiresAt: 12,
      });
      await uploads.expire(11);
      const ids = [1, 2, 3, 4].map(fileId);
      const found = await uploads.findMany(owner, ids);
      expect(found.map(({ id }) => id).sort()).toEqual([fileId(2), fileId(3), fileId(4)]);
      expect(await uploads.pendingDeletions(12, 10)).toMatchObject([{ blob: "p1/blob-1", session: "s", whole: true }]);
    });

    test("without its room nothing is stored", async () => {
      await using under = await openWithRooms();
      const nowhere = { ...owner, room: "nowhere" as RoomId };
      expect(await under.uploads.insertUpload(nowhere, newUpload(1))).toBe(false);
      expect(await under.uploads.finish(nowhere, fileOf(newUpload(1)))).toBe(false);
      expect(await under.uploads.insertPart(nowhere, "up_1", { number: 1, etag: "e", tag: "t", size: 1 })).toBe(false);
      expect(await under.uploads.pendingDeletions(1e15, 10)).toEqual([]);
    });

    test("of parts with one number the first is kept, and they are listed in order", async () => {
      await using under = await openWithRooms();
      const { uploads } = under;
      await uploads.insertUpload(owner, newUpload(1, { session: "s" }));
      const part = (number: number, etag: string) => ({ number, etag, tag: `t${etag}`, size: number });
      for (const [number, etag] of [
        [10, "j"],
        [2, "b"],
        [1, "a"],
        [2, "other"],
      ] as const)
        expect(await uploads.insertPart(owner, "up_1", part(number, etag))).toBe(true);
      expect(await uploads.parts(owner, "up_1")).toEqual([part(1, "a"), part(2, "b"), part(10, "j")]);
      expect(await uploads.parts(other, "up_1")).toEqual([]);
      expect(await uploads.insertPart(owner, "up_2", part(1, "a"))).toBe(false);
      expect(await uploads.insertPart(sameElsewhere, "up_1", part(1, "a"))).toBe(false);
    });

    test("usage counts files as they are and uploads as they were announced", async () => {
      await using under = await openWithRooms();
      const { uploads } = under;
      expect(await uploads.usage(owner)).toBe(0);
      await uploads.insertUpload(owner, newUpload(1, { reserved: 5_000_000_000 }));
      await uploads.insertUpload(owner, newUpload(2));
      expect(await uploads.usage(owner)).toBe(5_000_000_010);
      await uploads.finish(owner, fileOf(newUpload(2)));
      expect(await uploads.usage(owner)).toBe(5_000_000_007);
      await uploads.abandon(owner, "up_1");
      expect(await uploads.usage(owner)).toBe(7);
    });

    test("many files are found at once", async () => {
      await using under = await openWithRooms();
      const { uploads } = under;
      for (let n = 0; n < 250; n++) {
        await uploads.insertUpload(owner, newUpload(n));
        await uploads.finish(owner, fileOf(newUpload(n)));
      }
      const ids = Array.from({ length: 300 }, (_, n) => fileId(n));
      const found = await uploads.findMany(owner, ids);
      expect(found.map(({ id }) => id).sort()).toEqual(ids.slice(0, 250));
    });

    test("an upload that is given up has its bytes listed for deletion, and once more when they may have come late", async () => {
      await using under = await openWithRooms();
      const { uploads } = under;
      await uploads.insertUpload(owner, newUpload(1, { session: "s" }));
      await uploads.insertPart(owner, "up_1", { number: 1, etag: "e", tag: "t", size: 1 });
      expect(await uploads.abandon(other, "up_1")).toBe(false);
      expect(await uploads.abandon(owner, "up_1")).toBe(true);
      expect(await uploads.abandon(owner, "up_1")).toBe(false);
      expect(await uploads.finish(owner, fileOf(newUpload(1)))).toBe(false);
      expect(await uploads.parts(owner, "up_1")).toEqual([]);
      const pending = { project: owner.project, blob: "p1/blob-1", session: "s", whole: true, keptUntil: 1_000 };
      expect(await uploads.pendingDeletions(10, 10)).toEqual([pending]);
      await uploads.blobDeleted(pending, 10);
      expect(await uploads.pendingDeletions(999, 10)).toEqual([]);
      expect(await uploads.pendingDeletions(1_000, 10)).toEqual([pending]);
      await uploads.blobDeleted(pending, 1_000);
      expect(await uploads.pendingDeletions(1e15, 10)).toEqual([]);
    });

    test("of an upload in parts that became a file the parts are pending deletion, and not the file", async () => {
      await using under = await openWithRooms();
      const { uploads } = under;
      await uploads.insertUpload(owner, newUpload(1, { session: "s" }));
      await uploads.finish(owner, fileOf(newUpload(1)));
      expect(await uploads.pendingDeletions(10, 10)).toMatchObject([{ blob: "p1/blob-1", session: "s", whole: false }]);
    });

    test("expired uploads of all owners are given up, and no others", async () => {
      await using under = await openWithRooms();
      const { uploads } = under;
      await uploads.insertUpload(owner, newUpload(1, { expiresAt: 10, session: "s" }));
      await uploads.insertPart(owner, "up_1", { number: 1, etag: "e", tag: "t", size: 1 });
      await uploads.insertUpload(sameElsewhere, newUpload(2, { expiresAt: 11 }));
      await uploads.insertUpload(other, newUpload(3, { expiresAt: 12 }));
      await uploads.expire(11);
      expect(await uploads.upload(owner, "up_1")).toBeUndefined();
      expect(await uploads.upload(sameElsewhere, "up_2")).toBeUndefined();
      expect(await uploads.upload(other, "up_3")).toBeDefined();
      const pending = await uploads.pendingDeletions(11, 10);
      expect(pending.map(({ project, blob, whole }) => `${project} ${blob} ${whole}`).sort()).toEqual([
        "p1 p1/blob-1 true",
        "p2 p1/blob-2 true",
      ]);
    });

    test("deleting the owner lists the bytes of its files and uploads for deletion, and of no other owner", async () => {
      await using under = await openWithRooms();
      const { uploads } = under;
      for (const [n, address] of [owner, owner, other].entries()) {
        await uploads.insertUpload(address, newUpload(n, { session: n === 1 ? "s1" : "" }));
        await uploads.finish(address, fileOf(newUpload(n)));
      }
      await uploads.insertUpload(owner, newUpload(3, { session: "s3" }));
      await uploads.insertPart(owner, "up_3", { number: 1, etag: "e", tag: "t", size: 1 });
      await deleteOwner(under);
      const pending = await uploads.pendingDeletions(10, 10);
      expect(pending.map(({ blob, session, whole }) => `${blob} ${session} ${whole}`).sort()).toEqual([
        "p1/blob-0  true",
        "p1/blob-1 s1 true",
        "p1/blob-3 s3 true",
      ]);
      expect(await uploads.find(other, fileId(2))).toBeDefined();
      expect(await uploads.find(owner, fileId(0))).toBeUndefined();
      expect(await uploads.upload(owner, "up_3")).toBeUndefined();
      expect(await uploads.usage(owner)).toBe(0);
    });

    test("parts deleted while the owner is deleted do not take the file's bytes off the list", async () => {
      await using under = await openWithRooms();
      const { uploads } = under;
      await uploads.insertUpload(owner, newUpload(1, { session: "s", expiresAt: 5 }));
      await uploads.finish(owner, fileOf(newUpload(1)));
      const [parts] = await uploads.pendingDeletions(10, 10);
      await deleteOwner(under);
      await uploads.blobDeleted(parts!, 10);
      expect(await uploads.pendingDeletions(10, 10)).toMatchObject([{ blob: "p1/blob-1", whole: true }]);
    });
  });
}
