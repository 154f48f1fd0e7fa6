import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** The tokens of the management API, and what it shows of projects. */
export const managementTokens: Migration = {
  version: 10,
  statements({ sql: db, columns: { text, instant }, clustered }) {
    const { schema } = db;
    return [
      schema
        .createTable("management_tokens")
        .addColumn("team_id", text, (c) => c.notNull().references("teams.id").onDelete("cascade"))
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("name", text, (c) => c.notNull())
        // JSON.
        .addColumn("scopes", text, (c) => c.notNull())
        // SHA-256, in hex.
        .addColumn("token_hash", text, (c) => c.notNull().unique())
        .addColumn("last_four", text, (c) => c.notNull())
        .addColumn("created_by", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("expires_at", instant, (c) => c.notNull())
        .addColumn("revoked_at", instant)
        .addColumn("last_used_at", instant)
        .addPrimaryKeyConstraint("management_tokens_primary", ["team_id", "id"])
        .modifyEnd(clustered),

      schema.alterTable("projects").addColumn("description", text),
      schema.alterTable("projects").addColumn("updated_at", instant, (c) => c.notNull().defaultTo(0)),
      sql`update projects set updated_at = created_at`,
    ].map((step) => ("compile" in step ? step.compile(db) : step).sql);
  },
};
