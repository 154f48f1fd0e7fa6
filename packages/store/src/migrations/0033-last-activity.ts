import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Lists rooms by their last activity, and keeps how users present themselves. */
export const lastActivity: Migration = {
  version: 33,
  isAdditive: true,
  statements({ sql: { schema }, columns: { text } }) {
    const user = schema.alterTable("project_users");
    return [
      schema
        .createIndex("rooms_by_activity")
        .on("rooms")
        .columns(["project_id"])
        .expression(sql`coalesce(last_connection_at, created_at)`)
        .column("id"),
      user.addColumn("name", text),
      user.addColumn("avatar", text),
      user.addColumn("color", text),
    ].map((step) => step.compile().sql);
  },
};
