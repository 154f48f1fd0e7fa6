import { inboxRecordsSuite } from "@weft/collab/suites/inbox-records.suite.ts";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import { notificationSettingsRecordsSuite } from "@weft/collab/suites/notification-settings-records.suite.ts";
import { describe, expect } from "vitest";
import { adapters } from "../testing/adapters.ts";

describe.each(adapters)("%s", (_, open) => {
  inboxRecordsSuite(async () => {
    const { store, ...resource } = await open();
    const { inbox, jobs, outbox, threads } = store;
    return {
      inbox,
      jobs,
      outbox,
      threads,
      createRoom: async ({ project, room }) => void (await store.rooms.insert(project, newRoom(room))),
      deleteRoom: async ({ project, room }) => void (await store.rooms.delete(project, room, Date.now())),
      moveRoom: async ({ project, room }, organizationId, now) => {
        const record = await store.rooms.find(project, room);
        expect(await store.rooms.moveOrganization(project, { ...record!, organizationId }, now)).toBe(true);
      },
      ...resource,
    };
  });
  notificationSettingsRecordsSuite(async () => {
    const { store, ...resource } = await open();
    const { notificationSettings, jobs, projects } = store;
    return {
      notificationSettings,
      jobs,
      deleteProject: (project) => projects.deleteProject(project),
      ...resource,
    };
  });
});
