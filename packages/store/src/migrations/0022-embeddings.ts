import type { Migration } from "./migration.ts";

/** Vectors of passages, by which they are found by meaning, and what each copilot has used in a month. */
export const embeddings: Migration = {
  version: 22,
  statements({ sql: { schema }, columns: { text, integer, bytes }, numbered, clustered }) {
    return [
      schema.alterTable("knowledge_sources").addColumn("embedding_model", text),
      schema
        .createTable("knowledge_vectors")
        .addColumn("passage_key", integer, (c) =>
          c.primaryKey().notNull().references("knowledge_passages.key").onDelete("cascade"),
        )
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("copilot_id", text, (c) => c.notNull())
        .addColumn("model", text, (c) => c.notNull())
        .addColumn("vector", bytes, (c) => c.notNull())
        .modifyEnd(numbered),
      schema
        .createIndex("knowledge_vectors_of_copilot")
        .on("knowledge_vectors")
        .columns(["project_id", "copilot_id", "model", "passage_key"]),

      // A source is embedded in the order of the keys of its passages.
      schema
        .createIndex("knowledge_passages_of_source")
        .on("knowledge_passages")
        .columns(["project_id", "copilot_id", "source_id", "key"]),

      schema
        .createTable("copilot_usage")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("month", text, (c) => c.notNull())
        // Empty for questions that name no copilot.
        .addColumn("copilot_id", text, (c) => c.notNull())
        .addColumn("messages", integer, (c) => c.notNull())
        .addColumn("input_tokens", integer, (c) => c.notNull())
        .addColumn("output_tokens", integer, (c) => c.notNull())
        .addPrimaryKeyConstraint("copilot_usage_primary", ["project_id", "month", "copilot_id"])
        .modifyEnd(clustered),
    ].map((step) => step.compile().sql);
  },
};
