import type { Migration } from "./migration.ts";

/** The text editors of rooms, and notifications by their id alone. */
export const textEditors: Migration = {
  version: 11,
  statements({ sql: { schema }, columns: { text } }) {
    return [
      // JSON; null until an editor was mounted.
      schema.alterTable("rooms").addColumn("text_editor", text),
      schema.createIndex("inbox_notifications_by_id").on("inbox_notifications").columns(["project_id", "id"]),
    ].map((step) => step.compile().sql);
  },
};
