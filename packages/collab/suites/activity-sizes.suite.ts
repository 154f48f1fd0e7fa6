import type { RoomAddress, RoomId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { noActivity } from "../src/activity/activity-records.ts";
import { otherProject, project } from "./activity-batch.ts";
import type { ActivityRecordsUnderTest, OpenActivityRecords } from "./activity-records-under-test.ts";

const room: RoomAddress = { project, room: "a" as RoomId };
const other: RoomAddress = { project, room: "b" as RoomId };
const sameElsewhere: RoomAddress = { ...room, project: otherProject };
const nothing = { storageBytes: 0, documentBytes: 0 };

/** How many rooms a project has, and how large they are. */
export function activitySizesSuite(open: OpenActivityRecords): void {
  const openWithRooms = async () => {
    const under = await open();
    for (const address of [room, other, sameElsewhere]) await under.createRoom(address);
    return under;
  };
  const measure = ({ activity }: ActivityRecordsUnderTest, { project: of, room: id }: RoomAddress, bytes?: number) =>
    activity.write({ ...noActivity, sizes: [{ project: of, room: id, storageBytes: bytes }] });

  describe("rooms and their sizes", () => {
    test("rooms are counted while they are there, in their project alone", async () => {
      await using under = await openWithRooms();
      const { activity } = under;
      expect([await activity.rooms(project), await activity.rooms(otherProject)]).toEqual([2, 1]);
      expect(await activity.rooms("nowhere" as typeof project)).toBe(0);
      await under.deleteRoom(room);
      expect([await activity.rooms(project), await activity.rooms(otherProject)]).toEqual([1, 1]);
    });

    test("a room that was not measured has no size, and a project without rooms has none", async () => {
      await using under = await openWithRooms();
      const { activity } = under;
      await under.writeNodes(room, { root: '["root",{}]' });
      await under.writeDocument(room, "", 10);
      expect(await activity.sizes(project)).toEqual(nothing);
      expect(await activity.sizesOf(project, [room.room, "nowhere"])).toEqual(new Map());
      expect(await activity.sizesOf(project, [])).toEqual(new Map());
      expect(await activity.sizes("nowhere" as typeof project)).toEqual(nothing);
    });

    test("attachments are counted as they arrive, until their room is deleted, and no other files are", async () => {
      await using under = await openWithRooms();
      const { activity } = under;
      expect(await activity.attachmentBytes(project)).toBe(0);
      await under.uploadFile(room, "attachment", 2 ** 33);
      await under.uploadFile(other, "attachment", 5);
      await under.uploadFile(other, "storageFile", 70);
      await under.uploadFile(sameElsewhere, "attachment", 9);
      expect(await activity.attachmentBytes(project)).toBe(2 ** 33 + 5);
      await under.deleteRoom(room);
      expect([await activity.attachmentBytes(project), await activity.attachmentBytes(otherProject)]).toEqual([5, 9]);
    });

    test("Storage is as large as was said, and else as it was known", async () => {
      await using under = await openWithRooms();
      const { activity } = under;
      await measure(under, room, 2 ** 33);
      await measure(under, room, undefined);
      await measure(under, other, 5);
      await measure(under, sameElsewhere, 7);
      expect(await activity.sizesOf(project, [room.room, other.room])).toEqual(
        new Map([
          [room.room, { storageBytes: 2 ** 33, documentBytes: 0 }],
          [other.room, { storageBytes: 5, documentBytes: 0 }],
        ]),
      );
      expect(await activity.sizes(project)).toEqual({ storageBytes: 2 ** 33 + 5, documentBytes: 0 });
      expect(await activity.sizes(otherProject)).toEqual({ storageBytes: 7, documentBytes: 0 });
      await measure(under, room, 0);
      expect(await activity.sizes(project)).toEqual({ storageBytes: 5, documentBytes: 0 });
    });

    test("Storage of which nothing was said yet is measured where it is kept, in bytes", async () => {
      await using under = await openWithRooms();
      const nodes = { root: '["root",{}]', "0:1": '["0:1",{"é":"😀"}]' };
      await under.writeNodes(room, nodes);
      await measure(under, room, undefined);
      await measure(under, other, undefined);
      const bytes = Object.values(nodes).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
      expect(await under.activity.sizesOf(project, [room.room, other.room])).toEqual(
        new Map([
          [room.room, { storageBytes: bytes, documentBytes: 0 }],
          [other.room, nothing],
        ]),
      );
    });

    test("documents are measured where they are kept, whenever their room is", async () => {
      await using under = await openWithRooms();
      const { activity } = under;
      await under.writeDocument(room, "", 1_000);
      await under.writeDocument(room, "guid", 200);
      await under.writeDocument(sameElsewhere, "", 9);
      await measure(under, room, 1);
      expect(await activity.sizes(project)).toEqual({ storageBytes: 1, documentBytes: 1_200 });
      await under.writeDocument(room, "guid", 50);
      // Measured again when the room is; asked for by itself, at once.
      expect(await activity.sizes(project)).toEqual({ storageBytes: 1, documentBytes: 1_200 });
      expect(await activity.documentBytes(project, room.room)).toBe(1_050);
      await measure(under, room, undefined);
      expect(await activity.sizes(project)).toEqual({ storageBytes: 1, documentBytes: 1_050 });
      expect([
        await activity.documentBytes(project, room.room, ""),
        await activity.documentBytes(project, room.room, "guid"),
        await activity.documentBytes(project, room.room, "GUID"),
        await activity.documentBytes(project, "nowhere"),
        await activity.documentBytes(otherProject, room.room),
      ]).toEqual([1_000, 50, 0, 0, 9]);
    });

    test("a room that is not there is not measured, and takes its size along when it goes", async () => {
      await using under = await openWithRooms();
      const { activity } = under;
      await measure(under, { project, room: "nowhere" as RoomId }, 100);
      expect(await activity.sizes(project)).toEqual(nothing);
      await under.writeDocument(room, "", 10);
      await measure(under, room, 100);
      await under.deleteRoom(room);
      expect(await activity.sizes(project)).toEqual(nothing);
      expect(await activity.documentBytes(project, room.room)).toBe(0);
      await under.createRoom(room);
      expect(await activity.sizesOf(project, [room.room])).toEqual(new Map());
      await measure(under, room, undefined);
      expect(await activity.sizesOf(project, [room.room])).toEqual(new Map([[room.room, nothing]]));
    });

    test("many rooms are asked for at once", async () => {
      await using under = await open();
      const names = Array.from({ length: 150 }, (_, n) => `room ${n}`);
      for (const name of names) await under.createRoom({ project, room: name as RoomId });
      await under.activity.write({
        ...noActivity,
        sizes: names.map((name, n) => ({ project, room: name, storageBytes: n })),
      });
      const sizes = await under.activity.sizesOf(project, [...names, ...names]);
      expect(sizes).toEqual(new Map(names.map((name, n) => [name, { storageBytes: n, documentBytes: 0 }])));
    });
  });
}
