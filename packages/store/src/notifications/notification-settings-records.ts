import type { NotificationSettingsRecords } from "@weft/collab";
import type { Kysely } from "kysely";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";

/** The settings of a project itself are those of a user without a name. */
const ownUser = "";

export function createNotificationSettingsRecords(
  { done }: Transactions,
  db: Kysely<Tables>,
): NotificationSettingsRecords {
  const settingsOf = (project: string, users: readonly string[]) =>
    db
      .selectFrom("notification_settings")
      .select(["user_id", "settings"])
      .where("project_id", "=", project)
      .where("user_id", "in", [...users])
      .execute();
  return {
    async ofProject(project) {
      return (await settingsOf(project, [ownUser]))[0]?.settings;
    },
    async ofUsers(project, userIds) {
      if (userIds.length === 0) return new Map();
      const rows = await settingsOf(project, userIds);
      return new Map(rows.map(({ user_id, settings }) => [user_id, settings]));
    },
    write(project, userId = ownUser, { before, after }, effects) {
      const put =
        before === undefined
          ? db
              .insertInto("notification_settings")
              .values({ project_id: project, user_id: userId, settings: after })
              .onConflict((conflict) => conflict.columns(["project_id", "user_id"]).doNothing())
          : db
              .updateTable("notification_settings")
              .set({ settings: after })
              .where("project_id", "=", project)
              .where("user_id", "=", userId)
              .where("settings", "=", before);
      return done([[put, 1]], effects);
    },
    async delete(project, userId) {
      await db
        .deleteFrom("notification_settings")
        .where("project_id", "=", project)
        .where("user_id", "=", userId)
        .execute();
    },
  };
}
