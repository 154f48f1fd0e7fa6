import type { Migration } from "./migration.ts";

/** Yjs documents as logs of updates; versions of rooms, and who has changed a room since its last one. */
export const documents: Migration = {
  version: 3,
  statements({ sql: { schema }, columns: { text, integer, instant, flag, bytes }, clustered }) {
    const inRoom = ["project_id", "room_key"] as const;
    const room = ["project_id", "key"] as const;
    return [
      schema
        .createTable("document_rows")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        // Empty for the root document.
        .addColumn("guid", text, (c) => c.notNull())
        .addColumn("id", integer, (c) => c.notNull())
        .addColumn("update_bytes", bytes, (c) => c.notNull())
        .addColumn("v2", flag, (c) => c.notNull())
        .addPrimaryKeyConstraint("document_rows_primary", [...inRoom, "guid", "id"])
        .addForeignKeyConstraint("document_rows_room", [...inRoom], "rooms", [...room])
        .modifyEnd(clustered),

      schema
        .createTable("room_authors")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        // The room's seq when its last version was taken: what is written while a version is stored is the next one's.
        .addColumn("since", integer, (c) => c.notNull())
        .addColumn("user_id", text, (c) => c.notNull())
        .addPrimaryKeyConstraint("room_authors_primary", [...inRoom, "since", "user_id"])
        .addForeignKeyConstraint("room_authors_room", [...inRoom], "rooms", [...room])
        .modifyEnd(clustered),

      schema
        .createTable("room_versions")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        // A JSON list of user ids.
        .addColumn("authors", text, (c) => c.notNull())
        // Bytes of its contents.
        .addColumn("size", integer, (c) => c.notNull())
        .addPrimaryKeyConstraint("room_versions_primary", [...inRoom, "id"])
        .addForeignKeyConstraint("room_versions_room", [...inRoom], "rooms", [...room])
        .modifyEnd(clustered),
      schema
        .createIndex("room_versions_by_age")
        .on("room_versions")
        .columns([...inRoom, "created_at", "id"]),

      // What a version holds lies apart from its row, so that a list of versions reads none of it.
      schema
        .createTable("version_contents")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("version_id", text, (c) => c.notNull())
        // Compressed: Storage as lines of JSON, the root document as one V1 update.
        .addColumn("storage", bytes, (c) => c.notNull())
        .addColumn("document", bytes, (c) => c.notNull())
        .addPrimaryKeyConstraint("version_contents_primary", [...inRoom, "version_id"])
        .addForeignKeyConstraint("version_contents_version", [...inRoom, "version_id"], "room_versions", [
          ...inRoom,
          "id",
        ])
        .modifyEnd(clustered),

      // Seconds; null for none.
      schema.alterTable("projects").addColumn("version_creation_timeout", integer),
    ].map((step) => step.compile().sql);
  },
};
