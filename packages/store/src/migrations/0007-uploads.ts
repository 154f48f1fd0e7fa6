import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Uploads and files of every kind; those of a room's Storage become rows among them. */
export const uploads: Migration = {
  version: 7,
  statements({ sql: db, columns: { text, integer, instant, flag }, clustered }) {
    const { schema } = db;
    // The room key of what belongs to a project itself is 0, so no foreign key leads to rooms.
    const owner = ["project_id", "room_key"] as const;
    return [
      schema
        .createTable("uploaded_files")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("kind", text, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("name", text, (c) => c.notNull())
        .addColumn("size", integer, (c) => c.notNull())
        .addColumn("mime_type", text, (c) => c.notNull())
        .addColumn("image", text)
        .addColumn("blob", text, (c) => c.notNull())
        .addColumn("upload_id", text, (c) => c.notNull())
        .addColumn("user_id", text)
        .addColumn("created_at", instant, (c) => c.notNull())
        // Null for files that are kept.
        .addColumn("expires_at", instant)
        .addPrimaryKeyConstraint("uploaded_files_primary", [...owner, "kind", "id"])
        .modifyEnd(clustered),
      schema
        .createIndex("uploaded_files_expiring")
        .on("uploaded_files")
        .columns(["expires_at"])
        .where("expires_at", "is not", null),

      schema
        .createTable("uploads")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("kind", text, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("file_id", text, (c) => c.notNull())
        .addColumn("name", text, (c) => c.notNull())
        .addColumn("reserved", integer, (c) => c.notNull())
        .addColumn("sized", flag, (c) => c.notNull())
        .addColumn("blob", text, (c) => c.notNull())
        .addColumn("session", text, (c) => c.notNull())
        .addColumn("user_id", text)
        .addColumn("expires_at", instant, (c) => c.notNull())
        .addPrimaryKeyConstraint("uploads_primary", [...owner, "kind", "id"])
        .modifyEnd(clustered),
      schema.createIndex("uploads_expiring").on("uploads").columns(["expires_at"]),

      schema
        .createTable("upload_parts")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("kind", text, (c) => c.notNull())
        .addColumn("upload_id", text, (c) => c.notNull())
        .addColumn("number", integer, (c) => c.notNull())
        .addColumn("etag", text, (c) => c.notNull())
        .addColumn("tag", text, (c) => c.notNull())
        .addColumn("size", integer, (c) => c.notNull())
        .addPrimaryKeyConstraint("upload_parts_primary", [...owner, "kind", "upload_id", "number"])
        .addForeignKeyConstraint("upload_parts_upload", [...owner, "kind", "upload_id"], "uploads", [
          ...owner,
          "kind",
          "id",
        ])
        .modifyEnd(clustered),

      sql`insert into uploaded_files
          (project_id, room_key, kind, id, name, size, mime_type, image, blob, upload_id, created_at)
        select project_id, room_key, 'storageFile', id, name, size, mime_type, image, blob, upload_id, created_at
        from storage_files`,
      sql`insert into uploads
          (project_id, room_key, kind, id, file_id, name, reserved, sized, blob, session, expires_at)
        select project_id, room_key, 'storageFile', id, file_id, name, reserved, sized, blob, session, expires_at
        from storage_uploads`,
      sql`insert into upload_parts (project_id, room_key, kind, upload_id, number, etag, tag, size)
        select project_id, room_key, 'storageFile', upload_id, number, etag, tag, size from storage_parts`,
      schema.dropTable("storage_parts"),
      schema.dropTable("storage_uploads"),
      schema.dropTable("storage_files"),
    ].map((step) => ("compile" in step ? step.compile(db) : step).sql);
  },
};
