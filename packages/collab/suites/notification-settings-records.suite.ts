import type { ProjectId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import type { JobRecords } from "../src/jobs/job-records.ts";
import type { NotificationSettingsRecords } from "../src/notifications/notification-settings-records.ts";

export interface NotificationSettingsRecordsUnderTest extends AsyncDisposable {
  readonly notificationSettings: NotificationSettingsRecords;
  readonly jobs: JobRecords;
  deleteProject(project: ProjectId): Promise<void>;
}

const [project, other] = ["p1" as ProjectId, "p2" as ProjectId];

/** What every NotificationSettingsRecords promises. An adapter's test file is one call to this. */
export function notificationSettingsRecordsSuite(open: () => Promise<NotificationSettingsRecordsUnderTest>): void {
  describe("NotificationSettingsRecords", () => {
    test("[NS4] settings of a project and of its users are apart, and written over what was read alone", async () => {
      await using under = await open();
      const { notificationSettings: settings, jobs } = under;
      expect([await settings.ofProject(project), await settings.ofUsers(project, [])]).toEqual([undefined, new Map()]);
      const write = (user: string | undefined, before: string | undefined, after: string) =>
        settings.write(project, user, { before, after });
      expect(await write(undefined, undefined, '"own"')).toBe(true);
      expect(await write("ada", undefined, '"ada"')).toBe(true);
      const job = { kind: "mail", createdAt: 1, payload: {} } as const;
      for (const before of [undefined, '"other"'])
        expect(await settings.write(project, "ada", { before, after: '"late"' }, { jobs: [job] })).toBe(false);
      expect(await jobs.list()).toEqual([]);
      expect(await settings.write(project, "ada", { before: '"ada"', after: '"new"' }, { jobs: [job] })).toBe(true);
      expect(await jobs.list()).toHaveLength(1);
      expect(await settings.write(other, "ada", { before: undefined, after: '"there"' })).toBe(true);
      expect(await settings.ofUsers(project, ["ada", "eve"])).toEqual(new Map([["ada", '"new"']]));
      expect([await settings.ofProject(project), await settings.ofProject(other)]).toEqual(['"own"', undefined]);
      await settings.delete(project, "ada");
      await settings.delete(project, "eve");
      expect([await settings.ofUsers(project, ["ada"]), await settings.ofUsers(other, ["ada"])]).toEqual([
        new Map(),
        new Map([["ada", '"there"']]),
      ]);
      await under.deleteProject(project);
      expect(await settings.ofProject(project)).toBeUndefined();
    });
  });
}
