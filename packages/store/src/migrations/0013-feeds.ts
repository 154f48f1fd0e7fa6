import type { Migration } from "./migration.ts";

/** Feeds of rooms and their messages. */
export const feeds: Migration = {
  version: 13,
  statements({ sql: { schema }, columns: { text, integer, instant }, clustered }) {
    const inRoom = ["project_id", "room_key"] as const;
    return [
      schema
        .createTable("feeds")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("updated_at", instant, (c) => c.notNull())
        // Bytes of its metadata.
        .addColumn("size", integer, (c) => c.notNull())
        // Its messages: how many, and the bytes of their data.
        .addColumn("messages", integer, (c) => c.notNull())
        .addColumn("message_bytes", integer, (c) => c.notNull())
        // A JSON list of pairs.
        .addColumn("metadata", text, (c) => c.notNull())
        .addPrimaryKeyConstraint("feeds_primary", [...inRoom, "id"])
        .addForeignKeyConstraint("feeds_room", [...inRoom], "rooms", ["project_id", "key"])
        .modifyEnd(clustered),
      schema
        .createIndex("feeds_by_age")
        .on("feeds")
        .columns([...inRoom, "created_at", "id"]),

      schema
        .createTable("feed_messages")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("feed_id", text, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("updated_at", instant, (c) => c.notNull())
        // Bytes of its data.
        .addColumn("size", integer, (c) => c.notNull())
        // A JSON object.
        .addColumn("data", text, (c) => c.notNull())
        .addPrimaryKeyConstraint("feed_messages_primary", [...inRoom, "feed_id", "id"])
        .addForeignKeyConstraint("feed_messages_feed", [...inRoom, "feed_id"], "feeds", [...inRoom, "id"])
        .modifyEnd(clustered),
      schema
        .createIndex("feed_messages_by_age")
        .on("feed_messages")
        .columns([...inRoom, "feed_id", "created_at", "id"]),
    ].map((step) => step.compile().sql);
  },
};
