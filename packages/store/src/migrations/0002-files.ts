import type { Migration } from "./migration.ts";

/** Files of rooms, their uploads, and bytes that are to be deleted. */
export const files: Migration = {
  version: 2,
  statements({ sql: { schema }, columns: { text, integer, instant, flag }, clustered }) {
    const inRoom = ["project_id", "room_key"] as const;
    const room = ["project_id", "key"] as const;
    return [
      schema
        .createTable("storage_files")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("name", text, (c) => c.notNull())
        .addColumn("size", integer, (c) => c.notNull())
        .addColumn("mime_type", text, (c) => c.notNull())
        .addColumn("image", text)
        .addColumn("blob", text, (c) => c.notNull())
        .addColumn("upload_id", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addPrimaryKeyConstraint("storage_files_primary", [...inRoom, "id"])
        .addForeignKeyConstraint("storage_files_room", [...inRoom], "rooms", [...room])
        .modifyEnd(clustered),

      schema
        .createTable("storage_uploads")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("file_id", text, (c) => c.notNull())
        .addColumn("name", text, (c) => c.notNull())
        .addColumn("reserved", integer, (c) => c.notNull())
        .addColumn("sized", flag, (c) => c.notNull())
        .addColumn("blob", text, (c) => c.notNull())
        .addColumn("session", text, (c) => c.notNull())
        .addColumn("expires_at", instant, (c) => c.notNull())
        .addPrimaryKeyConstraint("storage_uploads_primary", [...inRoom, "id"])
        .addForeignKeyConstraint("storage_uploads_room", [...inRoom], "rooms", [...room])
        .modifyEnd(clustered),
      schema.createIndex("storage_uploads_ending").on("storage_uploads").columns(["expires_at"]),

      schema
        .createTable("storage_parts")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("upload_id", text, (c) => c.notNull())
        .addColumn("number", integer, (c) => c.notNull())
        .addColumn("etag", text, (c) => c.notNull())
        .addColumn("tag", text, (c) => c.notNull())
        .addColumn("size", integer, (c) => c.notNull())
        .addPrimaryKeyConstraint("storage_parts_primary", [...inRoom, "upload_id", "number"])
        .addForeignKeyConstraint("storage_parts_upload", [...inRoom, "upload_id"], "storage_uploads", [...inRoom, "id"])
        .modifyEnd(clustered),

      // Bytes outlive their room until they are deleted, so these rows hang on none.
      schema
        .createTable("doomed_blobs")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("blob", text, (c) => c.notNull())
        .addColumn("session", text, (c) => c.notNull())
        .addColumn("whole", flag, (c) => c.notNull())
        .addColumn("due_at", instant, (c) => c.notNull())
        .addColumn("kept_until", instant, (c) => c.notNull())
        .addPrimaryKeyConstraint("doomed_blobs_primary", ["project_id", "blob"])
        .modifyEnd(clustered),
      schema.createIndex("doomed_blobs_due").on("doomed_blobs").columns(["due_at"]),
    ].map((step) => step.compile().sql);
  },
};
