import type { ProjectId, RoomAddress, RoomId, VersionId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import type { NewVersion, VersionRecord, VersionRecords } from "../src/versions/version-records.ts";

export interface VersionRecordsUnderTest extends AsyncDisposable {
  readonly versions: VersionRecords;
  /** Answers the room's key. */
  createRoom(room: RoomAddress): Promise<number>;
  deleteRoom(room: RoomAddress): Promise<void>;
  /** Commits, as the room's owner, that the user changed the room when its seq was this at its last version. */
  addAuthor(room: RoomAddress, since: number, user: string): Promise<void>;
}

const room: RoomAddress = { project: "p1" as ProjectId, room: "a" as RoomId };
const sameElsewhere: RoomAddress = { ...room, project: "p2" as ProjectId };
const other: RoomAddress = { ...room, room: "b" as RoomId };
const unbounded = { count: 1_000, bytes: 1e9 };

/** A version of the room with this key. */
function newVersion(key: number, n: number, change: Partial<NewVersion> = {}): NewVersion {
  return {
    id: `vh_${n}` as VersionId,
    createdAt: n * 10,
    key,
    seq: n,
    storage: Uint8Array.of(n, 0, 255),
    document: Uint8Array.of(n),
    ...change,
  };
}
const idsOf = (versions: readonly VersionRecord[]) => versions.map(({ id }) => id);

/** What every VersionRecords promises. An adapter's test file is one call to this. */
export function versionRecordsSuite(open: () => Promise<VersionRecordsUnderTest>): void {
  const openWithRooms = async () => {
    const under = await open();
    const [key, , otherKey] = [
      await under.createRoom(room),
      await under.createRoom(sameElsewhere),
      await under.createRoom(other),
    ];
    return Object.assign(under, { key, otherKey });
  };

  describe("VersionRecords", () => {
    test("a version is found in its room and project alone, byte for byte", async () => {
      await using under = await openWithRooms();
      const { versions, key } = under;
      const version = newVersion(key, 1, { document: new Uint8Array() });
      const record = { id: version.id, createdAt: 10, authors: [] };
      expect(await versions.insert(room, version, unbounded)).toEqual(record);
      expect(await versions.list(room, { limit: 10 })).toEqual([record]);
      const storage = await versions.contents(room, version.id, "storage");
      const document = await versions.contents(room, version.id, "document");
      expect([[...storage!], [...document!]]).toEqual([[1, 0, 255], []]);
      for (const elsewhere of [sameElsewhere, other]) {
        expect(await versions.list(elsewhere, { limit: 10 })).toEqual([]);
        expect(await versions.since(elsewhere, 0)).toEqual([]);
        expect(await versions.contents(elsewhere, version.id, "storage")).toBeUndefined();
        expect(await versions.delete(elsewhere, version.id)).toBe(false);
      }
      expect(await versions.contents(room, version.id, "storage")).toBeDefined();
    });

    test("lists go from the newest to the oldest, page by page, also within one instant", async () => {
      await using under = await openWithRooms();
      const { versions, key } = under;
      for (const n of [3, 1, 5, 2, 4]) await versions.insert(room, newVersion(key, n), unbounded);
      await versions.insert(room, newVersion(key, 6, { createdAt: 50 }), unbounded);
      const ids = ["vh_6", "vh_5", "vh_4", "vh_3", "vh_2", "vh_1"];
      expect(idsOf(await versions.since(room, 0))).toEqual(ids);
      expect(idsOf(await versions.since(room, 40))).toEqual(["vh_6", "vh_5", "vh_4"]);
      const seen: string[] = [];
      for (let after: VersionRecord | undefined; ;) {
        const page = await versions.list(room, { limit: 2, after });
        if (page.length === 0) break;
        seen.push(...idsOf(page));
        after = page.at(-1);
      }
      expect(seen).toEqual(ids);
    });

    test("authors are those who changed the room since the version before", async () => {
      await using under = await openWithRooms();
      const { versions, key } = under;
      await under.addAuthor(room, 0, "bob");
      await under.addAuthor(room, 0, "ada");
      await under.addAuthor(room, 2, "ada");
      await under.addAuthor(other, 0, "eve");
      await under.addAuthor(sameElsewhere, 0, "mallory");
      // Changed the room after the version was taken at seq 5, and before it was written.
      await under.addAuthor(room, 5, "ada");
      expect((await versions.insert(room, newVersion(key, 5), unbounded))?.authors).toEqual(["ada", "bob"]);
      expect((await versions.insert(room, newVersion(key, 6), unbounded))?.authors).toEqual(["ada"]);
      expect((await versions.insert(room, newVersion(key, 7), unbounded))?.authors).toEqual([]);
      expect((await versions.insert(other, newVersion(under.otherKey, 5), unbounded))?.authors).toEqual(["eve"]);
    });

    test("the oldest go when there are too many, or too many bytes, and never the new one", async () => {
      await using under = await openWithRooms();
      const { versions, key } = under;
      await versions.insert(other, newVersion(under.otherKey, 1), unbounded);
      for (let n = 1; n <= 5; n++) await versions.insert(room, newVersion(key, n), { count: 3, bytes: 1e9 });
      expect(idsOf(await versions.since(room, 0))).toEqual(["vh_5", "vh_4", "vh_3"]);
      // Each has four bytes.
      await versions.insert(room, newVersion(key, 6), { count: 9, bytes: 11 });
      expect(idsOf(await versions.since(room, 0))).toEqual(["vh_6", "vh_5"]);
      expect(await versions.contents(room, "vh_4", "storage")).toBeUndefined();
      await versions.insert(room, newVersion(key, 7, { createdAt: 1 }), { count: 1, bytes: 1 });
      expect(idsOf(await versions.since(room, 0))).toEqual(["vh_7"]);
      expect(idsOf(await versions.since(other, 0))).toEqual(["vh_1"]);
    });

    test("a version that was deleted is gone, and so are those of a deleted room", async () => {
      await using under = await openWithRooms();
      const { versions, key } = under;
      for (const n of [1, 2]) await versions.insert(room, newVersion(key, n), unbounded);
      await under.addAuthor(room, 2, "ada");
      expect(await versions.delete(room, "vh_1")).toBe(true);
      expect(await versions.delete(room, "vh_1")).toBe(false);
      expect(idsOf(await versions.since(room, 0))).toEqual(["vh_2"]);
      expect(await versions.contents(room, "vh_1", "document")).toBeUndefined();
      await under.deleteRoom(room);
      expect(await versions.since(room, 0)).toEqual([]);
      expect(await versions.contents(room, "vh_2", "storage")).toBeUndefined();
      const again = await under.createRoom(room);
      expect(await versions.since(room, 0)).toEqual([]);
      // A version that was taken of the room before may come late.
      expect(await versions.insert(room, newVersion(key, 3), unbounded)).toBeUndefined();
      expect(await versions.since(room, 0)).toEqual([]);
      expect((await versions.insert(room, newVersion(again, 3), unbounded))?.authors).toEqual([]);
    });

    test("without a room nothing is kept", async () => {
      await using under = await openWithRooms();
      const nowhere = { ...room, room: "nowhere" as RoomId };
      expect(await under.versions.insert(nowhere, newVersion(under.key, 1), unbounded)).toBeUndefined();
      expect(await under.versions.since(nowhere, 0)).toEqual([]);
    });
  });
}
