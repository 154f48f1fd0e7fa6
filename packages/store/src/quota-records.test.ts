import { newRoom } from "@weft/collab/suites/new-room.ts";
import type { ProjectId, RoomId, StorageFileId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { adapters } from "./testing/adapters.ts";

const project = "p" as ProjectId;

describe.each(adapters)("SQLite %s", (_, open) => {
  test("a project holds its rooms and its files, uploads that have begun included, and none of another project", async () => {
    await using here = await open();
    const { store } = here;
    expect(await store.quotas.measure(project)).toEqual({ rooms: 0, bytes: 0 });
    for (const room of ["a", "b"]) await store.rooms.insert(project, newRoom(room));
    await store.rooms.insert("q" as ProjectId, newRoom("a"));
    await store.files.insertUpload(
      { project, room: "a" as RoomId },
      {
        id: `up_${"u".repeat(22)}`,
        file: `fl_${"f".repeat(21)}` as StorageFileId,
        name: "a.txt",
        reserved: 70,
        sized: true,
        blob: "blob",
        session: "",
        expiresAt: 1_000,
      },
    );
    expect(await store.quotas.measure(project)).toEqual({ rooms: 2, bytes: 70 });
    expect(await store.quotas.measure("q" as ProjectId)).toEqual({ rooms: 1, bytes: 0 });
  });
});
