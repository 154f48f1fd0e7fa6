import type { Migration } from "./migration.ts";

/** Counts of threads, reactions, notifications and webhook deliveries; counts by room and day; messages of webhooks by age. */
export const analytics: Migration = {
  version: 34,
  isAdditive: true,
  statements({ sql: { schema }, columns: { text, integer }, clustered }) {
    const notifications = [
      "notifications_email",
      "notifications_slack",
      "notifications_teams",
      "notifications_web_push",
      "notifications_of_threads",
      "notifications_of_text_mentions",
      "notifications_of_custom_kinds",
    ];
    const counts = [
      "threads",
      "reactions",
      ...notifications,
      "webhooks_delivered",
      "webhooks_retried",
      "webhooks_failed",
    ];
    let roomUsage = schema
      .createTable("room_usage")
      .addColumn("project_id", text, (c) => c.notNull())
      .addColumn("day", integer, (c) => c.notNull())
      .addColumn("room_id", text, (c) => c.notNull());
    for (const column of ["storage_ops", "document_updates", "threads", "comments", "reactions", ...notifications])
      roomUsage = roomUsage.addColumn(column, integer, (c) => c.notNull());
    return [
      ...["usage_daily", "usage_samples"].flatMap((table) =>
        counts.map((column) => schema.alterTable(table).addColumn(column, integer, (c) => c.notNull().defaultTo(0))),
      ),
      roomUsage.addPrimaryKeyConstraint("room_usage_primary", ["project_id", "day", "room_id"]).modifyEnd(clustered),
      schema
        .createIndex("webhook_messages_by_age")
        .on("webhook_messages")
        .columns(["project_id", "type", "created_at"]),
    ].map((step) => step.compile().sql);
  },
};
