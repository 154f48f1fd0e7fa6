import type { ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import type { QuotaRecords } from "../src/quotas.ts";

export interface QuotaRecordsUnderTest extends AsyncDisposable {
  readonly quotas: QuotaRecords;
  createRoom(room: RoomAddress): Promise<void>;
  deleteRoom(room: RoomAddress): Promise<void>;
  /** Notes how many bytes the room's Storage takes. */
  measureStorage(room: RoomAddress, bytes: number): Promise<void>;
  /** Writes a document of so many bytes into the room, and has the room measured. */
  writeDocument(room: RoomAddress, guid: string, bytes: number): Promise<void>;
  /** Begins an upload that reserves so many bytes. */
  startUpload(room: RoomAddress, id: string, reserved: number): Promise<void>;
  /** The upload becomes a file of so many bytes. */
  finishUpload(room: RoomAddress, id: string, size: number): Promise<void>;
  abandonUpload(room: RoomAddress, id: string): Promise<void>;
}

const project = "p1" as ProjectId;
const room: RoomAddress = { project, room: "a" as RoomId };
const other: RoomAddress = { project, room: "b" as RoomId };
const sameElsewhere: RoomAddress = { ...room, project: "p2" as ProjectId };

/** What every QuotaRecords promises. An adapter's test file is one call to this. */
export function quotaRecordsSuite(open: () => Promise<QuotaRecordsUnderTest>): void {
  const openWithRooms = async () => {
    const under = await open();
    for (const address of [room, other, sameElsewhere]) await under.createRoom(address);
    return under;
  };
  const bytesOf = async ({ quotas }: QuotaRecordsUnderTest, of = project) => (await quotas.measure(of)).bytes;

  describe("QuotaRecords", () => {
    test("a project without rooms holds nothing, whether or not there is such a project", async () => {
      await using under = await open();
      for (const id of ["p1", "", "nowhere"])
        expect(await under.quotas.measure(id as ProjectId)).toEqual({ rooms: 0, bytes: 0 });
    });

    test("rooms are counted in their project alone, while they are there", async () => {
      await using under = await openWithRooms();
      expect(await under.quotas.measure(project)).toEqual({ rooms: 2, bytes: 0 });
      expect(await under.quotas.measure(sameElsewhere.project)).toEqual({ rooms: 1, bytes: 0 });
      await under.deleteRoom(other);
      expect((await under.quotas.measure(project)).rooms).toBe(1);
      await under.createRoom(other);
      expect((await under.quotas.measure(project)).rooms).toBe(2);
    });

    test("Storage and documents of all rooms are added up, as they were measured last", async () => {
      await using under = await openWithRooms();
      await under.measureStorage(room, 100);
      await under.measureStorage(other, 20);
      await under.measureStorage(sameElsewhere, 3);
      expect([await bytesOf(under), await bytesOf(under, sameElsewhere.project)]).toEqual([120, 3]);
      await under.measureStorage(room, 5);
      expect(await bytesOf(under)).toBe(25);
      await under.writeDocument(room, "", 1_000);
      await under.writeDocument(room, "guid", 300);
      await under.writeDocument(other, "", 4_000);
      expect([await bytesOf(under), await bytesOf(under, sameElsewhere.project)]).toEqual([5_325, 3]);
    });

    test("a file counts as it is, and an upload as much as it has reserved until it ends", async () => {
      await using under = await openWithRooms();
      await under.startUpload(room, "u1", 70);
      await under.startUpload(room, "u2", 50);
      await under.startUpload(other, "u3", 6);
      await under.startUpload(sameElsewhere, "u4", 1);
      expect(await bytesOf(under)).toBe(126);
      await under.finishUpload(room, "u1", 40);
      expect(await bytesOf(under)).toBe(96);
      await under.abandonUpload(room, "u2");
      expect(await bytesOf(under)).toBe(46);
      expect(await bytesOf(under, sameElsewhere.project)).toBe(1);
    });

    test("with a room everything goes that it held", async () => {
      await using under = await openWithRooms();
      await under.measureStorage(room, 100);
      await under.writeDocument(room, "", 20);
      await under.startUpload(room, "u1", 7);
      await under.startUpload(room, "u2", 7);
      await under.finishUpload(room, "u2", 3);
      await under.measureStorage(other, 1);
      expect(await bytesOf(under)).toBe(131);
      await under.deleteRoom(room);
      expect(await under.quotas.measure(project)).toEqual({ rooms: 1, bytes: 1 });
      await under.createRoom(room);
      expect(await under.quotas.measure(project)).toEqual({ rooms: 2, bytes: 1 });
    });

    test("sums beyond 32 bits are exact", async () => {
      await using under = await openWithRooms();
      const large = 2 ** 40 + 1;
      await under.measureStorage(room, large);
      await under.measureStorage(other, large);
      for (const id of ["u1", "u2", "u3"]) await under.startUpload(room, id, large);
      await under.finishUpload(room, "u3", large + 1);
      expect(await bytesOf(under)).toBe(5 * large + 1);
    });
  });
}
