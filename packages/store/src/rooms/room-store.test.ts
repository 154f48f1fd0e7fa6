import type { ProjectId, RoomId } from "@weft/protocol";
import { roomStoreSuite } from "@weft/room/suites/room-store.suite.ts";
import { StaleEpoch } from "@weft/room/ports";
import { describe, expect, test } from "vitest";
import { adapters, asNode } from "../testing/adapters.ts";
import { newRoom } from "@weft/collab/suites/new-room.ts";

describe.each([...adapters, ...asNode])("%s", (_, open) => {
  roomStoreSuite(async () => {
    const { store, ...resource } = await open();
    let projects = 0;
    return {
      store: store.roomStore,
      async createRoom(id, project = `project ${++projects}` as ProjectId) {
        await store.rooms.insert(project, newRoom(id));
        return { project, room: id as RoomId };
      },
      async deleteRoom({ project, room }) {
        await store.rooms.delete(project, room, 1);
      },
      async renameRoom({ project, room }, newId) {
        await store.rooms.rename(project, room, newId);
        return { project, room: newId as RoomId };
      },
      async jobs() {
        const found = (await store.jobs.list()).toReversed();
        return found.map(({ kind, key, createdAt, dueAt, payload }) => ({ kind, key, createdAt, dueAt, payload }));
      },
      ...resource,
    };
  });

  test("[JB5] listeners for jobs are notified of a commit's jobs once it is durable", async () => {
    await using opened = await open();
    const { roomStore, rooms, jobs } = opened.store;
    const project = "p" as ProjectId;
    await rooms.insert(project, newRoom("r"));
    const room = (await roomStore.open({ project, room: "r" as RoomId }, 1))!;
    const heard: string[] = [];
    jobs.onAdded((added) => void heard.push(...added.map(({ kind, key }) => `${kind} ${key}`)));
    const commit = { ...room, puts: [], drops: [], actors: [] };
    const job = (key: string) => ({ kind: "version", key, createdAt: 1, dueAt: 2, payload: {} }) as const;
    await roomStore.commit({ ...commit, seq: 1, jobs: [job("a")] });
    await roomStore.commit({ ...commit, seq: 2 });
    await expect(roomStore.commit({ ...commit, epoch: 0, seq: 3, jobs: [job("b")] })).rejects.toThrow(StaleEpoch);
    expect(heard).toEqual(["version a"]);
  });
});
