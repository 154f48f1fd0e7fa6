import type { Migration } from "./migration.ts";

/** AI copilots of projects. */
export const copilots: Migration = {
  version: 17,
  statements({ sql: db, columns: { text, integer, instant, flag }, clustered }) {
    const { schema } = db;
    return [
      schema
        .createTable("copilots")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("updated_at", instant, (c) => c.notNull())
        .addColumn("last_used_at", instant)
        .addColumn("name", text, (c) => c.notNull())
        .addColumn("description", text)
        .addColumn("system_prompt", text, (c) => c.notNull())
        .addColumn("knowledge_prompt", text)
        .addColumn("always_use_knowledge", flag, (c) => c.notNull())
        .addColumn("provider", text, (c) => c.notNull())
        .addColumn("model", text, (c) => c.notNull())
        // JSON objects.
        .addColumn("provider_options", text)
        .addColumn("settings", text)
        .addColumn("compatible_name", text)
        .addColumn("base_url", text)
        .addColumn("sealed_key", text, (c) => c.notNull())
        .addColumn("key_end", text, (c) => c.notNull())
        .addColumn("revision", integer, (c) => c.notNull())
        .addPrimaryKeyConstraint("copilots_primary", ["project_id", "id"])
        .modifyEnd(clustered),
      schema.createIndex("copilots_by_age").on("copilots").columns(["project_id", "created_at", "id"]),
    ].map((step) => step.compile().sql);
  },
};
