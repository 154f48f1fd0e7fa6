import type { RoomRecord, RoomRecords } from "@weft/collab";
import type { ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { expect, test } from "vitest";
import { liveRoomRecords } from "./live-room-records.ts";

const project = "p" as ProjectId;
const board: RoomRecord = {
  id: "board" as RoomId,
  organizationId: "default",
  createdAt: 1,
  lastConnectionAt: 10,
  metadata: new Map(),
  defaultAccesses: [],
  usersAccesses: new Map(),
  groupsAccesses: new Map(),
  revision: 0,
};

function world() {
  const done: string[] = [];
  const unused = () => Promise.reject(new Error("unused"));
  const records: RoomRecords = {
    find: () => Promise.resolve(board),
    list: () => Promise.resolve({ rooms: [board], next: undefined }),
    delete: (_project, id, _now, effects) =>
      Promise.resolve(done.push(`deleted ${id}`, ...(effects?.events ?? []).map(({ type }) => type)) > 0),
    insert: async (_project, room, effects) => {
      done.push(`created ${room.id}`, ...(effects?.events ?? []).map(({ type }) => type));
      return { ...room, revision: 0 };
    },
    update: unused,
    moveOrganization: unused,
    rename: unused,
    browse: unused,
    among: unused,
  };
  const host = {
    close: ({ room }: RoomAddress) => Promise.resolve(void done.push(`closed ${room}`)),
  };
  return { live: liveRoomRecords(records, host), done };
}

test("a room is closed before it is deleted, so that it hands back the actor numbers that it did not give out", async () => {
  const { live, done } = world();
  expect(await live.delete(project, "board", 1)).toBe(true);
  expect(done).toEqual(["closed board", "deleted board"]);
});

test("[OB1] what is written with a room reaches the records", async () => {
  const { live, done } = world();
  const at = "2026-11-01T00:00:00.000Z";
  const data = { projectId: project, roomId: "board" };
  await live.insert(project, board, { events: [{ type: "roomCreated", data: { ...data, createdAt: at } }] });
  await live.delete(project, "board", 1, { events: [{ type: "roomDeleted", data: { ...data, deletedAt: at } }] });
  expect(done).toEqual(["created board", "roomCreated", "closed board", "deleted board", "roomDeleted"]);
});
