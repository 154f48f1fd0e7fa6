import type { Migration } from "./migration.ts";

/** Versions of copilots, configurations that are tried without being saved, and how answers end by month. */
export const copilotVersions: Migration = {
  version: 36,
  isAdditive: true,
  statements({ sql: { schema }, columns: { text, integer, instant }, clustered }) {
    const copilot = ["project_id", "copilot_id"] as const;
    return [
      schema
        .createTable("copilot_versions")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("copilot_id", text, (c) => c.notNull())
        .addColumn("revision", integer, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("changed_by", text, (c) => c.notNull())
        .addColumn("account_id", text)
        // JSON: a list of names, and an object.
        .addColumn("changed", text, (c) => c.notNull())
        .addColumn("configuration", text, (c) => c.notNull())
        .addPrimaryKeyConstraint("copilot_versions_primary", [...copilot, "revision"])
        // Earlier releases delete copilots without knowing this table.
        .addForeignKeyConstraint("copilot_versions_copilot", [...copilot], "copilots", ["project_id", "id"], (c) =>
          c.onDelete("cascade"),
        )
        .modifyEnd(clustered),

      schema
        .createTable("copilot_trials")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("copilot_id", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("configuration", text, (c) => c.notNull())
        .addColumn("sealed_key", text)
        .addPrimaryKeyConstraint("copilot_trials_primary", ["project_id", "id"])
        .addForeignKeyConstraint("copilot_trials_copilot", [...copilot], "copilots", ["project_id", "id"], (c) =>
          c.onDelete("cascade"),
        )
        .modifyEnd(clustered),
      schema
        .createIndex("copilot_trials_by_age")
        .on("copilot_trials")
        .columns([...copilot, "created_at", "id"]),

      schema
        .createTable("copilot_outcomes")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("month", text, (c) => c.notNull())
        // Empty for questions that name no copilot.
        .addColumn("copilot_id", text, (c) => c.notNull())
        .addColumn("outcome", text, (c) => c.notNull())
        .addColumn("answers", integer, (c) => c.notNull())
        .addPrimaryKeyConstraint("copilot_outcomes_primary", ["project_id", "month", "copilot_id", "outcome"])
        .modifyEnd(clustered),
    ].map((step) => step.compile().sql);
  },
};
