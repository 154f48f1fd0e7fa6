import type { Migration } from "./migration.ts";

/** Chats of users with copilots, and their messages. */
export const chats: Migration = {
  version: 18,
  statements({ sql: db, columns: { text, instant }, clustered }) {
    const { schema } = db;
    return [
      schema
        .createTable("chats")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("organization_id", text, (c) => c.notNull())
        .addColumn("user_id", text, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("title", text, (c) => c.notNull())
        // A JSON object.
        .addColumn("metadata", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("last_message_at", instant)
        // `last_message_at`, else `created_at`.
        .addColumn("sorted_at", instant, (c) => c.notNull())
        .addPrimaryKeyConstraint("chats_primary", ["project_id", "organization_id", "user_id", "id"])
        .modifyEnd(clustered),
      schema
        .createIndex("chats_by_time")
        .on("chats")
        .columns(["project_id", "organization_id", "user_id", "sorted_at", "id"]),

      schema
        .createTable("chat_messages")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("organization_id", text, (c) => c.notNull())
        .addColumn("user_id", text, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("chat_id", text, (c) => c.notNull())
        .addColumn("parent_id", text)
        .addColumn("role", text, (c) => c.notNull())
        // Of answers.
        .addColumn("status", text)
        // A JSON list.
        .addColumn("content", text, (c) => c.notNull())
        .addColumn("error_reason", text)
        .addColumn("copilot_id", text)
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("deleted_at", instant)
        // A JSON object that clients never see.
        .addColumn("run", text)
        // The process that generates it, and until when.
        .addColumn("lease_node", text)
        .addColumn("lease_until", instant)
        .addColumn("settled_at", instant)
        .addPrimaryKeyConstraint("chat_messages_primary", ["project_id", "organization_id", "user_id", "id"])
        .modifyEnd(clustered),
      schema
        .createIndex("chat_messages_of_chat")
        .on("chat_messages")
        .columns(["project_id", "organization_id", "user_id", "chat_id", "created_at"]),
      schema
        .createIndex("chat_messages_leased")
        .on("chat_messages")
        .column("lease_until")
        .where("lease_until", "is not", null),
      schema
        .createIndex("chat_messages_settled")
        .on("chat_messages")
        .columns(["project_id", "organization_id", "user_id", "settled_at"])
        .where("settled_at", "is not", null),
    ].map((step) => step.compile().sql);
  },
};
