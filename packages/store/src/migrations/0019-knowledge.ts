import type { Migration } from "./migration.ts";

/** What copilots know: sources, their pages and files, and passages with an index of their words. */
export const knowledge: Migration = {
  version: 19,
  statements({ sql: db, columns, serialKey, numbered, clustered, passageIndex }) {
    const { text, integer, instant, bytes, serial } = columns;
    const { schema } = db;
    const source = ["project_id", "copilot_id", "source_id"] as const;
    const tables = [
      schema
        .createTable("knowledge_sources")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("copilot_id", text, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("updated_at", instant, (c) => c.notNull())
        .addColumn("indexed_at", instant)
        .addColumn("kind", text, (c) => c.notNull())
        .addColumn("url", text)
        .addColumn("link_type", text)
        .addColumn("name", text)
        .addColumn("mime_type", text)
        .addColumn("status", text, (c) => c.notNull())
        .addColumn("error", text)
        .addColumn("revision", integer, (c) => c.notNull())
        .addColumn("found_revision", integer, (c) => c.notNull())
        .addPrimaryKeyConstraint("knowledge_sources_primary", ["project_id", "copilot_id", "id"])
        .modifyEnd(clustered),
      schema
        .createIndex("knowledge_sources_by_age")
        .on("knowledge_sources")
        .columns(["project_id", "copilot_id", "created_at", "id"]),
      schema
        .createIndex("knowledge_sources_by_name")
        .on("knowledge_sources")
        .columns(["project_id", "copilot_id", "name"])
        .unique()
        .where("name", "is not", null),

      schema
        .createTable("knowledge_files")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("copilot_id", text, (c) => c.notNull())
        .addColumn("source_id", text, (c) => c.notNull())
        // Null once they were read.
        .addColumn("bytes", bytes)
        .addColumn("content", text, (c) => c.notNull())
        .addPrimaryKeyConstraint("knowledge_files_primary", [...source])
        .modifyEnd(clustered),

      schema
        .createTable("knowledge_links")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("copilot_id", text, (c) => c.notNull())
        .addColumn("source_id", text, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("url", text, (c) => c.notNull())
        .addColumn("status", text, (c) => c.notNull())
        .addColumn("error", text)
        .addColumn("depth", integer, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("indexed_at", instant)
        .addColumn("bytes", integer, (c) => c.notNull())
        .addColumn("hash", text)
        .addPrimaryKeyConstraint("knowledge_links_primary", [...source, "id"])
        .modifyEnd(clustered),
      schema
        .createIndex("knowledge_links_by_age")
        .on("knowledge_links")
        .columns([...source, "created_at", "id"]),
      schema
        .createIndex("knowledge_links_by_status")
        .on("knowledge_links")
        .columns([...source, "status", "depth", "created_at", "id"]),

      schema
        .createTable("knowledge_passages")
        .addColumn("key", serial, serialKey)
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("copilot_id", text, (c) => c.notNull())
        .addColumn("source_id", text, (c) => c.notNull())
        // The id of a link; empty for a file.
        .addColumn("page", text, (c) => c.notNull())
        .addColumn("revision", integer, (c) => c.notNull())
        .addColumn("position", integer, (c) => c.notNull())
        .addColumn("title", text, (c) => c.notNull())
        .addColumn("headings", text, (c) => c.notNull())
        .addColumn("content", text, (c) => c.notNull())
        .addColumn("url", text)
        .modifyEnd(numbered),
      schema
        .createIndex("knowledge_passages_of_page")
        .on("knowledge_passages")
        .columns([...source, "page", "revision", "position"]),
    ].map((step) => step.compile().sql);
    return [...tables, ...passageIndex];
  },
};
