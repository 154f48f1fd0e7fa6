import type { Migration } from "./migration.ts";

/** Threads and their comments, subscriptions to them, and inbox notifications. */
export const comments: Migration = {
  version: 8,
  statements({ sql: db, columns: { text, integer, instant, flag, real, serial }, serialKey, numbered, clustered }) {
    const { schema } = db;
    const thread = ["project_id", "room_key", "thread_id"] as const;
    return [
      schema
        .createTable("threads")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("key", serial, serialKey)
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("updated_at", instant, (c) => c.notNull())
        // By this server's clock, whatever date an import names: what deltas compare.
        .addColumn("changed_at", instant, (c) => c.notNull())
        .addColumn("resolved", flag, (c) => c.notNull())
        .addColumn("visibility", text, (c) => c.notNull())
        // JSON: entries.
        .addColumn("metadata", text, (c) => c.notNull())
        .addColumn("revision", integer, (c) => c.notNull())
        .modifyEnd(numbered),
      schema.createIndex("threads_by_id").on("threads").columns(["project_id", "room_key", "id"]).unique(),
      schema.createIndex("threads_by_age").on("threads").columns(["project_id", "room_key", "created_at", "id"]),
      schema.createIndex("threads_changed").on("threads").columns(["project_id", "room_key", "changed_at"]),

      // The values by which lists find threads: see `IndexTable`.
      schema
        .createTable("thread_metadata")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("name", text, (c) => c.notNull())
        // With its type in front: `s:` and the text, `n:` and the number, `b:` and `true` or `false`.
        .addColumn("value", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("thread_id", text, (c) => c.notNull())
        .addColumn("thread_key", integer, (c) => c.notNull())
        .addColumn("number", real)
        .addPrimaryKeyConstraint("thread_metadata_primary", [
          "project_id",
          "room_key",
          "name",
          "value",
          "created_at",
          "thread_id",
        ])
        .modifyEnd(clustered),
      schema.createIndex("thread_metadata_of_thread").on("thread_metadata").columns(["thread_key", "name"]).unique(),

      schema
        .createTable("comments")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("thread_id", text, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("user_id", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("edited_at", instant)
        .addColumn("deleted_at", instant)
        // JSON; null once the comment is deleted.
        .addColumn("body", text)
        // The body as plain text, for search.
        .addColumn("content", text, (c) => c.notNull())
        // JSON: entries.
        .addColumn("metadata", text, (c) => c.notNull())
        // JSON: a list.
        .addColumn("attachments", text, (c) => c.notNull())
        .addPrimaryKeyConstraint("comments_primary", [...thread, "id"])
        .modifyEnd(clustered),
      schema.createIndex("comments_of_user").on("comments").columns(["project_id", "user_id"]),

      schema
        .createTable("comment_reactions")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("thread_id", text, (c) => c.notNull())
        .addColumn("comment_id", text, (c) => c.notNull())
        .addColumn("emoji", text, (c) => c.notNull())
        .addColumn("user_id", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addPrimaryKeyConstraint("comment_reactions_primary", [...thread, "comment_id", "emoji", "user_id"])
        .modifyEnd(clustered),
      schema.createIndex("comment_reactions_of_user").on("comment_reactions").columns(["project_id", "user_id"]),

      schema
        .createTable("comment_attachments")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("thread_id", text, (c) => c.notNull())
        .addPrimaryKeyConstraint("comment_attachments_primary", ["project_id", "room_key", "id"])
        .modifyEnd(clustered),
      schema
        .createIndex("comment_attachments_of_thread")
        .on("comment_attachments")
        .columns(["project_id", "room_key", "thread_id"]),

      schema
        .createTable("thread_subscriptions")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("thread_id", text, (c) => c.notNull())
        .addColumn("user_id", text, (c) => c.notNull())
        // 0 for a user who unsubscribed from this thread.
        .addColumn("subscribed", flag, (c) => c.notNull())
        // Why: `explicit`, `participant`, `mention`, or `all`, the setting of the room.
        .addColumn("reason", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("changed_at", instant, (c) => c.notNull())
        .addPrimaryKeyConstraint("thread_subscriptions_primary", [...thread, "user_id"])
        .modifyEnd(clustered),
      schema
        .createIndex("thread_subscriptions_of_user")
        .on("thread_subscriptions")
        .columns(["project_id", "user_id", "room_key", "thread_id"])
        .unique(),

      schema
        .createTable("room_subscription_settings")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("user_id", text, (c) => c.notNull())
        .addColumn("threads", text, (c) => c.notNull())
        .addColumn("text_mentions", text, (c) => c.notNull())
        .addPrimaryKeyConstraint("room_subscription_settings_primary", ["project_id", "room_key", "user_id"])
        .modifyEnd(clustered),
      schema
        .createIndex("room_subscription_settings_of_user")
        .on("room_subscription_settings")
        .columns(["project_id", "user_id"]),

      schema
        .createTable("inbox_notifications")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("user_id", text, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("organization_id", text, (c) => c.notNull())
        // `thread`, `textMention`, or a kind of the project's own, which begins with `$`.
        .addColumn("kind", text, (c) => c.notNull())
        // 0 for a notification that concerns no room.
        .addColumn("room_key", integer, (c) => c.notNull())
        // The thread, the mention, or what the project calls its subject.
        .addColumn("subject_id", text, (c) => c.notNull())
        // A user has one notification of a kind per room and slot: the subject, or the id where subjects may repeat.
        .addColumn("slot", text, (c) => c.notNull())
        .addColumn("notified_at", instant, (c) => c.notNull())
        .addColumn("read_at", instant)
        .addColumn("unread", flag, (c) => c.notNull())
        // By this server's clock: what deltas compare.
        .addColumn("changed_at", instant, (c) => c.notNull())
        .addColumn("created_by", text)
        // JSON, of a text mention.
        .addColumn("mention", text)
        // JSON: a list, of a kind of the project's own.
        .addColumn("activities", text)
        // When the activity began of which a `notification` event is still to be sent, and when that is due.
        .addColumn("started_at", instant)
        .addColumn("due_at", instant)
        .addPrimaryKeyConstraint("inbox_notifications_primary", ["project_id", "user_id", "id"])
        .modifyEnd(clustered),
      schema
        .createIndex("inbox_notifications_slots")
        .on("inbox_notifications")
        .columns(["project_id", "user_id", "room_key", "kind", "slot"])
        .unique(),
      schema
        .createIndex("inbox_notifications_by_age")
        .on("inbox_notifications")
        .columns(["project_id", "user_id", "organization_id", "notified_at", "id"]),
      schema
        .createIndex("inbox_notifications_unread")
        .on("inbox_notifications")
        .columns(["project_id", "user_id", "organization_id", "unread", "notified_at", "id"]),
      schema
        .createIndex("inbox_notifications_changed")
        .on("inbox_notifications")
        .columns(["project_id", "user_id", "changed_at"]),
      schema
        .createIndex("inbox_notifications_of_subject")
        .on("inbox_notifications")
        .columns(["project_id", "room_key", "kind", "subject_id"]),
      schema
        .createIndex("inbox_notifications_due")
        .on("inbox_notifications")
        .columns(["due_at"])
        .where("due_at", "is not", null),

      schema
        .createTable("notification_settings")
        .addColumn("project_id", text, (c) => c.notNull())
        // Empty for the settings of the project itself.
        .addColumn("user_id", text, (c) => c.notNull())
        // JSON.
        .addColumn("settings", text, (c) => c.notNull())
        .addPrimaryKeyConstraint("notification_settings_primary", ["project_id", "user_id"])
        .modifyEnd(clustered),

      // What was deleted, for clients that ask what has changed.
      schema
        .createTable("tombstones")
        .addColumn("project_id", text, (c) => c.notNull())
        // Empty for threads, which are deleted for everyone.
        .addColumn("user_id", text, (c) => c.notNull())
        // `thread`, `subscription` or `inboxNotification`.
        .addColumn("kind", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("room_id", text)
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("deleted_at", instant, (c) => c.notNull())
        .addPrimaryKeyConstraint("tombstones_primary", ["project_id", "user_id", "kind", "room_key", "id"])
        .modifyEnd(clustered),
      schema.createIndex("tombstones_of_user").on("tombstones").columns(["project_id", "user_id", "deleted_at"]),
      schema.createIndex("tombstones_of_room").on("tombstones").columns(["project_id", "room_key", "deleted_at"]),
      schema.createIndex("tombstones_by_age").on("tombstones").columns(["deleted_at"]),

      ...["usage_daily", "usage_samples"].flatMap((table) =>
        ["comments", "notifications"].map((column) =>
          schema.alterTable(table).addColumn(column, integer, (c) => c.notNull().defaultTo(0)),
        ),
      ),
    ].map((step) => step.compile().sql);
  },
};
